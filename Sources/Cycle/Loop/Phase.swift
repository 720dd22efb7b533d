/// The work that is under way in a loop. The meaning of a public call follows from it: the table in <doc:TheLoop> has a row
/// for each call.
@usableFromInline
enum Phase: Equatable {
    /// Nothing: a call takes effect at once.
    case idle
    /// The condition of the run that is awaited has held: no turn is taken until that run has returned.
    case ended
    /// A start, a stop, or an observer that is shown the latest value, outside of a turn: what is sent waits.
    case held(isDrainWanted: Bool)
    /// A letter is delivered, the frame is shown, or an observer of moments or of an idle loop is called: what is sent waits.
    case busy
    /// The value that has its turn is on its way to what it changes: a whole frame that it leads to is set at once.
    case applying
    /// An event-filter or a rule is changing the frame, which cannot be read meanwhile.
    case changing
    /// The turn has changed the frame, which is shown when all that the value leads to at once has happened.
    case changed

    /// Whether a call has to wait for what is under way.
    var isBusy: Bool {
        switch self {
        case .idle, .ended: false
        case .held, .busy, .applying, .changing, .changed: true
        }
    }
}

/// Feeds a session one input after the other: all actions of one are performed before the session receives the next.
///
/// An action may lead to another input at once, as a write does that the system accepts without a wait. That input is queued, so
/// that no action is overtaken by the answer to one before it, and the stack does not grow. This is law 4 of the loop, for drivers.
///
///     func receive(_ input: FileSession.Input) {
///         shell.receive(input, at: sink.now) { perform($0) }
///     }
///
/// Confined to whatever its owner is confined to.
@usableFromInline package final class Shell<Content: Session> {
    // Unchecked, as is all below: no input is received while another one is.
    @exclusivity(unchecked) @usableFromInline package internal(set) var session: Content
    /// Inputs that came while actions were performed.
    @exclusivity(unchecked) @usableFromInline var queue: [Content.Input] = []
    /// Kept, so that an input allocates no memory for its actions.
    @exclusivity(unchecked) @usableFromInline var actions: [Content.Action] = []
    @exclusivity(unchecked) @usableFromInline var isPerforming = false

    @inlinable  // hot: specialised by the module that has the session
    package init(_ session: Content) {
        self.session = session
    }

    /// Whether an input would be queued: the actions of another one are being performed.
    package var isBusy: Bool { isPerforming }

    /// Has the session receive an input, and performs its actions and those of the inputs to which they lead.
    ///
    /// - Parameters:
    ///   - now: Is read for each input.
    ///   - perform: Called for each action, in order. Not called by an input that is queued: the call that is under way performs
    ///     its actions.
    @inlinable  // hot: as above
    package func receive(
        _ input: Content.Input, at now: @autoclosure () -> Duration, perform: (Content.Action) -> Void
    ) {
        guard !isPerforming else { return queue.append(input) }
        isPerforming = true
        take(input, now(), perform)
        var next = 0
        while next < queue.count {
            take(queue[next], now(), perform)
            next += 1
        }
        if next > 0 { queue.removeAll(keepingCapacity: next < 64) }
        isPerforming = false
    }

    @inlinable  // hot: as above
    func take(_ input: Content.Input, _ now: Duration, _ perform: (Content.Action) -> Void) {
        session.receive(input, at: now, into: &actions)
        assert(session.isConsistent, "after \(input): \(session)")
        var next = 0
        while next < actions.count {
            perform(actions[next])
            next += 1
        }
        actions.removeAll(keepingCapacity: next < 1_000)
    }
}

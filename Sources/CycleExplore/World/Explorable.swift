/// Something that may happen next in a world, with one outcome: a key, an answer, a failure, the ring of an alarm.
public struct Possibility: Hashable, Sendable {
    /// Whether it must happen.
    public enum Kind: Hashable, Sendable {
        /// It may come at any time, or never: a key, a signal.
        case offered
        /// It comes sooner or later: an answer, a write that is accepted. While one is left, nothing is at rest.
        case due
        /// It goes wrong: another outcome of something that is due, limited by the bound of faults.
        case fault
        /// Time passes, but not so far that an alarm rings.
        case pause
        /// The power fails, and the application is started again.
        case powerCut
    }

    /// The lane of a timeline that it belongs to: `keys`, `network`.
    public var lane: String
    /// The happening, in words that are unique: `GET host/?q=a → 200 ra`.
    public var label: String
    /// The number of the thing among all that its part has borne, in the order of birth: outcomes of one thing have one.
    public var thing: Int
    /// The number of the thing's outcome.
    public var outcome: Int
    /// Whether it must happen.
    public var kind: Kind
    /// Whether nothing comes of it once the application does not want it any more, even where it happened before that turn.
    var isSilentOnceUnwanted = false
    /// Whether it comes so late that an application is at rest before.
    var isFar = false
    /// Whether it may take longer than any timer.
    var takesTime = false
    /// The number of the program that it happens to, and whose turns follow; 0 where it is none of several alone.
    var program = 0

    /// Something that may happen; without a kind, at any time or never.
    public init(_ lane: String, _ label: String, thing: Int = 0, outcome: Int = 0, kind: Kind = .offered) {
        self.lane = lane
        self.label = label
        self.thing = thing
        self.outcome = outcome
        self.kind = kind
    }

    /// Numbers first: they are compared faster than words.
    public static func == (one: Possibility, other: Possibility) -> Bool {
        one.thing == other.thing && one.outcome == other.outcome && one.kind == other.kind
            && one.isSilentOnceUnwanted == other.isSilentOnceUnwanted && one.isFar == other.isFar
            && one.label == other.label
            && one.lane == other.lane
    }

    /// Whether nothing is at rest while it is left.
    var isDue: Bool { kind == .due && !isFar }

    /// Whether it comes before slow timers ring.
    var precedesTimers: Bool { kind == .due && !takesTime }

    /// The same without its number: a letter of an alphabet.
    var letter: Letter { Letter(lane: lane, label: label) }

    struct Letter: Hashable, Sendable {
        let lane: String
        let label: String
    }
}

/// A part of a world: it says what may happen, and makes it happen when it is told.
///
/// A fake driver of your own becomes one with three members, and a world takes it by ``World/add(_:)``:
///
///     final class FakeSensor: Driver, StandIn, Explorable {
///         private var report: ((Int) -> Void)?
///         func eventsCapturedAfterRendering(model: Signal<Bool>) -> Signal<Int> {
///             Signal { [self] sink in
///                 let inlet = sink.inlet()
///                 report = { inlet.send($0) }
///                 return Subscription { [self] in report = nil }
///             }
///         }
///         var possibilities: [Possibility] {
///             report == nil ? [] : [1, 2].map { Possibility("sensor", "\($0)", outcome: $0) }
///         }
///         func happen(_ possibility: Possibility) { report?(possibility.outcome) }
///         func remember(in memory: inout Fingerprint) {}
///     }
///
/// It must not be random, nor look at a clock: the same must be possible again after the same has happened.
public protocol Explorable: AnyObject {
    /// The possible happenings, the oldest first.
    var possibilities: [Possibility] { get }

    /// Makes one of them happen. Its consequences in the application come later, turn by turn.
    func happen(_ possibility: Possibility)

    /// Adds all that it remembers and that may show later, beside its possibilities: two states with one fingerprint are taken
    /// for one.
    func remember(in memory: inout Fingerprint)

    /// The power fails: forgets what does not outlive that. By default nothing.
    func losePower()

    /// All that it could ever offer, for a report of what never happened. By default unknown.
    var alphabet: [Possibility] { get }
}

extension Explorable {
    /// Nothing is forgotten.
    public func losePower() {}
    /// Unknown.
    public var alphabet: [Possibility] { [] }
}

/// The disturbances of a busy machine to the time of a program, drawn from a seed: the same seed gives the same.
///
///     let time = VirtualTime(faults: TimeFaults(seed: 7, late: 0.2, jumping: 0.01))
///
/// Alarms that are due ring in the order of their deadlines: that much a machine promises. A chance below 0 is 0, one above 1 is 1, and a
/// negative duration is none.
public struct TimeFaults: Hashable, Sendable {
    public var seed: UInt64
    /// The chance, from 0 to 1, that a wake-up comes late, by no more than ``latest``.
    public var late: Double
    public var latest: Duration
    /// The chance that the program stands still before a wake-up, for no longer than ``longestJump``, while time goes on:
    /// ticks are missed.
    public var jumping: Double
    public var longestJump: Duration
    /// The chance that an alarm that is due rings together with the next, before the loop has taken a turn.
    public var merged: Double
    /// The chance that, at a wake-up, an alarm rings that was armed anew for later: its ring was on its way.
    public var stray: Double

    public init(
        seed: UInt64, late: Double = 0, upTo latest: Duration = .milliseconds(20), jumping: Double = 0,
        upTo longestJump: Duration = .seconds(5), merged: Double = 0, stray: Double = 0
    ) {
        self.seed = seed
        self.late = late
        self.latest = latest
        self.jumping = jumping
        self.longestJump = longestJump
        self.merged = merged
        self.stray = stray
    }

    /// A bad day.
    public static func many(seed: UInt64) -> TimeFaults {
        TimeFaults(seed: seed, late: 0.3, jumping: 0.03, merged: 0.3, stray: 0.1)
    }
}

/// The faults of one run of time.
struct TimeDice {
    private let faults: TimeFaults
    private var random: SplitMix

    init(_ faults: TimeFaults) {
        self.faults = faults
        random = SplitMix(seed: faults.seed)
    }

    /// How long after its deadline an alarm rings.
    mutating func lateness() -> Duration {
        random.share(of: 0...1, chance: faults.late).map { max(.zero, faults.latest) * $0 } ?? .zero
    }

    /// How long the program stands still.
    mutating func jump() -> Duration {
        random.share(of: 0...1, chance: faults.jumping).map { max(.zero, faults.longestJump) * $0 } ?? .zero
    }

    mutating func isMerged() -> Bool {
        Double.random(in: 0..<1, using: &random) < faults.merged
    }

    /// The number of an alarm that rings although it is not due, if any.
    mutating func stray(of count: Int) -> Int? {
        let (dice, share) = (Double.random(in: 0..<1, using: &random), Double.random(in: 0..<1, using: &random))
        return dice < faults.stray && count > 0 ? Int(share * Double(count)) : nil
    }
}

/// How a wall clock is set while a program runs, drawn from a seed: the same seed does the same.
public struct WallClockFaults: Hashable, Sendable {
    public var seed: UInt64
    /// The chance, from 0 to 1, that the clock is set when the program wakes up.
    public var jumping: Double
    /// By how much at most, forwards and backwards.
    public var farthest: Duration

    public init(seed: UInt64, jumping: Double, upTo farthest: Duration) {
        self.seed = seed
        self.jumping = jumping
        self.farthest = farthest
    }
}

struct WallClockDice {
    private let faults: WallClockFaults
    private var random: SplitMix

    init(_ faults: WallClockFaults) {
        self.faults = faults
        random = SplitMix(seed: faults.seed)
    }

    mutating func jump() -> Duration? {
        random.share(of: -1...1, chance: faults.jumping).map { faults.farthest * $0 }
    }
}

extension SplitMix {
    /// How much of a fault there is, or `nil` if there is none.
    fileprivate mutating func share(of range: ClosedRange<Double>, chance: Double) -> Double? {
        // Every number is drawn every time, so that one fault does not move all that follow.
        let (dice, share) = (Double.random(in: 0..<1, using: &self), Double.random(in: range, using: &self))
        return dice < chance ? share : nil
    }
}

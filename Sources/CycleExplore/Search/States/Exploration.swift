/// The result of an exploration.
///
///     let exploration = try searching.explore()
///     #expect(exploration.isComplete, "\(exploration)")
public struct Exploration: Sendable, CustomStringConvertible {
    /// How many states there are at rest, apart from what is left of keys, faults and the like.
    public internal(set) var stateCount = 0
    /// How often something happened in one of them.
    public internal(set) var edgeCount = 0
    /// How many runs were made, what was done again included.
    public internal(set) var runCount = 0
    /// How many turns they took.
    public internal(set) var turnCount = 0
    /// The length of the longest timeline.
    public internal(set) var depth = 0
    /// How often two timelines to one state were compared by what happens next.
    public internal(set) var comparedJoinCount = 0
    /// The bounds that cut something off, each in words. Empty: all there is was seen.
    public internal(set) var cuts: [String] = []
    /// Letters of an alphabet and outcomes that never happened, and laws that never had a frame to check.
    public internal(set) var neverTaken: [String] = []
    /// Where a bound has cut something off, the places of the frame with the most different values, each with its values:
    /// `failures["a"] (0 … 412)`, `text (57 values)`. A place that grows for ever is what makes an exploration endless. Of samples: the latest
    /// states, and others spread evenly, with the frames on the way to them.
    public internal(set) var mostValues: [String] = []
    /// The happenings that runs could have met, and that were not allowed.
    var notAllowed: NotAllowed = []
    /// The bounds it went by.
    public internal(set) var bounds = Bounds()

    /// Whether it ended at the first thing that is wrong.
    public internal(set) var hasFailed = false

    /// How many results were known without a run, by the turns of programs that runs had taken in other states.
    package internal(set) var knownCount = 0
    /// Whether such a result was none: something is remembered beside the programs, and runs have done all.
    package internal(set) var forgetsTurns = false

    /// Whether every order of events was seen, with so many pre-emptions, pauses, faults and power cuts.
    public var isComplete: Bool { cuts.isEmpty && !hasFailed }

    /// `explored 33 states, 40 events, depth 3: all there are (1 preemption, 1 pause)`.
    public var description: String {
        summary + rest
    }

    /// The same, with the time that it took.
    func told(after seconds: Int64) -> String { "\(summary), \(seconds) s\(rest)" }

    private var summary: String {
        let counts = "explored \(stateCount) states, \(edgeCount) events, depth \(depth): "
        let limits =
            [(bounds.preemptions, "preemption"), (bounds.pauses, "pause"), (bounds.powerCuts, "power cut")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
            + (bounds.timePasses ? bounds.timersAreSlow ? ["slow timers"] : [] : ["no time"])
        if hasFailed { return counts + "until then" }
        let end =
            isComplete
            ? "all there are (\(limits.isEmpty ? "no preemption" : limits.joined(separator: ", ")))"
            : "cut by " + cuts.joined(separator: ", ")
        return counts + end
    }

    private var rest: String {
        if hasFailed { return "" }
        return (mostValues.isEmpty ? "" : "\n  most values: " + mostValues.joined(separator: ", "))
            + (neverTaken.isEmpty ? "" : "\n  never: " + neverTaken.joined(separator: "; "))
            + (notAllowed.isEmpty ? "" : "\n  not allowed: " + notAllowed.words.joined(separator: ", "))
    }
}

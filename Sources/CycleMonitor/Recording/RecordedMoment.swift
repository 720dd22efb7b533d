/// A moment as a recording holds it: all of it text, of any application.
///
///     for moment in try Recording(path: "counter.jsonl").moments where moment.lens == "console" {
///         print(moment.number, moment.event.json, moment.effect.json)
///     }
public struct RecordedMoment: Hashable, Sendable {
    /// Counts the moments of a recording from 0 on.
    public var number: Int
    /// The loop's time.
    public var time: Duration
    /// The time of day, since the beginning of 1970 in UTC; `nil` where the loop knew none.
    public var wallTime: Duration?
    /// The lens whose driver's event it was, by its label or path; `start` for the first frame of a run.
    public var lens: String
    /// The event; of a start the text `start`.
    public var event: RecordedValue
    /// The frame before.
    public var context: RecordedValue
    /// The frame after.
    public var effect: RecordedValue
    /// Whether a person has approved it.
    public var isApproved: Bool
    /// The program that has sent what arrives: an arrow comes from there. Explorations of several programs write it.
    package var sender: String?
    /// Whether that never arrives.
    package var isLost = false

    /// A moment made by hand, for tests and imports.
    public init(
        number: Int, time: Duration, wallTime: Duration? = nil, lens: String, event: RecordedValue,
        context: RecordedValue, effect: RecordedValue, isApproved: Bool = false
    ) {
        self.number = number
        self.time = time
        self.wallTime = wallTime
        self.lens = lens
        self.event = event
        self.context = context
        self.effect = effect
        self.isApproved = isApproved
    }

    /// The loop's name for the cause of the first frame of a run.
    static let start = "start"

    /// The loop's name for the cause of a frame that a monitor has put in the place of another.
    static let replacement = "replaceFrame"

    /// The first frame of a run: nothing caused it.
    public var isStart: Bool { lens == RecordedMoment.start }

    /// Whether the event led to another frame.
    public var changesFrame: Bool { context != effect }
}

extension RecordedMoment: CustomStringConvertible {
    /// `event -> frame`, as the seed writes timelines.
    public var description: String { "\(event) -> \(effect)" }
}

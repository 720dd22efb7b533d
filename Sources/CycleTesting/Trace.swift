import Cycle

/// Events and the frames that they lead to, an `event -> frame` a line, as the seed writes its timelines.
///
///     let trace = Trace([1], [.animateTo(5), .tick], eventFilter: animated)
///     // animateTo(5) -> [1, 2, 3, 4, 5]
///     // tick         -> [2, 3, 4, 5]
public struct Trace<Event, Frame>: CustomStringConvertible {
    public private(set) var steps: [(event: Event, frame: Frame)] = []

    /// Applies each event to the frame that the one before it left.
    public init(_ first: Frame, _ events: [Event], eventFilter: (_ frame: inout Frame, _ event: Event) -> Void) {
        var frame = first
        for event in events {
            eventFilter(&frame, event)
            steps.append((event, frame))
        }
    }

    public var description: String {
        let events = steps.map { "\($0.event)" }
        let width = events.map(\.count).max() ?? 0
        return zip(events, steps).map { event, step in
            "\(event)\(String(repeating: " ", count: width - event.count)) -> \(step.frame)"
        }.joined(separator: "\n")
    }
}

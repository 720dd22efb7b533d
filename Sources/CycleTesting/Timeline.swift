import Cycle

/// Events over time, written as text: a lane for each source, a character a step.
///
///     let timeline: Timeline = """
///         keys  -+-+-q
///         clock --t-t-
///         """
///     time.play(timeline) { lane, event in
///         if lane == "keys" { console.send(.key(.init(event))) }
///     }
///
/// `-` is a step with nothing, `(ab)` several events in one step, any other character an event. At one step, lanes come in
/// the order in which they are written.
public struct Timeline: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public struct Lane: Hashable, Sendable {
        public var name: String
        public var steps: String

        public init(_ name: String, _ steps: String) {
            self.name = name
            self.steps = steps
        }
    }

    public var lanes: [Lane]

    public init(lanes: [Lane]) {
        self.lanes = lanes
    }

    /// - Parameter text: A line for each lane: its name, a space, its steps. Spaces within the steps are passed over.
    public init(_ text: String) {
        lanes = text.split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            return Lane(words.first.map(String.init) ?? "", words.dropFirst().joined())
        }
    }

    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// How many steps the longest lane has.
    public var stepCount: Int { lanes.map { $0.steps.timelineSteps.count }.max() ?? 0 }

    /// The lanes, their steps below each other.
    public var description: String {
        let width = lanes.map(\.name.count).max() ?? 0
        return lanes.map { lane in
            lane.name + String(repeating: " ", count: width - lane.name.count + 1) + lane.steps
        }.joined(separator: "\n")
    }
}

extension VirtualTime {
    /// Lets a timeline happen: at each step the events of all lanes, and what they cause, then time passes.
    ///
    /// - Parameters:
    ///   - timeline: What happens.
    ///   - send: Hands an event of a lane to whatever the lane stands for.
    public func play(_ timeline: Timeline, _ send: (_ lane: String, _ event: Character) -> Void) {
        let lanes = timeline.lanes.map { (name: $0.name, steps: $0.steps.timelineSteps) }
        for index in 0..<timeline.stepCount {
            for lane in lanes where index < lane.steps.count {
                for event in lane.steps[index] { send(lane.name, event) }
            }
            advance(steps: 1)
        }
    }
}

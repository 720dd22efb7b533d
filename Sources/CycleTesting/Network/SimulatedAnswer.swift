public import CycleNetwork

/// What a simulated server does with one request: events of the wire, each so long after the one before.
public struct SimulatedAnswer: Sendable {
    public struct Step: Sendable {
        public var after: Duration
        public var event: ExchangeEvent

        public init(after: Duration = .zero, _ event: ExchangeEvent) {
            self.after = after
            self.event = event
        }
    }

    /// Without an `end` or `failed` at its end, the server falls silent.
    public var steps: [Step]

    public init(_ steps: [Step]) {
        self.steps = steps
    }

    /// A response whose body comes in pieces.
    public static func response(
        _ status: Int = 200, _ headers: HTTP.Headers = [:], _ pieces: [String] = [], after: Duration = .zero,
        every interval: Duration = .zero
    ) -> SimulatedAnswer {
        let bodies = pieces.map { Step(after: interval, .body([UInt8]($0.utf8))) }
        return SimulatedAnswer([Step(after: after, .head(status: status, headers))] + bodies + [Step(.end)])
    }

    /// No response.
    public static func failure(_ failure: HTTP.Failure, after: Duration = .zero) -> SimulatedAnswer {
        SimulatedAnswer([Step(after: after, .failed(failure))])
    }

    /// A connection on which nothing happens.
    public static let silence = SimulatedAnswer([Step(.connected)])

    /// The same answer, cut after so many steps; what follows is `end`, or silence.
    public func cut(after count: Int, _ end: HTTP.Failure? = nil) -> SimulatedAnswer {
        SimulatedAnswer(steps.prefix(count) + (end.map { [Step(.failed($0))] } ?? []))
    }
}

/// What goes wrong in a simulated network, each with its probability from 0 to 1.
public struct NetworkFaults: Sendable {
    /// How long every answer takes in addition; as it differs, answers overtake each other.
    public var latency: ClosedRange<Duration>
    /// The server cannot be reached.
    public var refused: Double
    /// The connection breaks somewhere in the answer.
    public var reset: Double
    /// The answer stops somewhere, and nothing tells.
    public var dropped: Double

    public init(
        latency: ClosedRange<Duration> = .zero...(.zero), refused: Double = 0, reset: Double = 0, dropped: Double = 0
    ) {
        self.latency = latency
        self.refused = refused
        self.reset = reset
        self.dropped = dropped
    }

    public static let none = NetworkFaults()

    /// A bad day.
    public static let many = NetworkFaults(
        latency: .zero...(.seconds(5)), refused: 0.1, reset: 0.1, dropped: 0.1)

    func applied(to answer: SimulatedAnswer, _ random: inout SplitMix) -> SimulatedAnswer {
        // Every number is drawn every time, so that one fault does not move all that follow.
        let delay =
            latency.lowerBound + (latency.upperBound - latency.lowerBound) * Double.random(in: 0..<1, using: &random)
        let (isRefused, isReset, isDropped) = (
            Double.random(in: 0..<1, using: &random) < refused, Double.random(in: 0..<1, using: &random) < reset,
            Double.random(in: 0..<1, using: &random) < dropped
        )
        let count = Int(Double.random(in: 0..<1, using: &random) * Double(answer.steps.count))
        var result = answer
        if isRefused {
            result = .failure(.refused)
        } else if isReset {
            result = answer.cut(after: count, .disconnected)
        } else if isDropped {
            result = answer.cut(after: count)
        }
        if !result.steps.isEmpty { result.steps[0].after += delay }
        return result
    }
}

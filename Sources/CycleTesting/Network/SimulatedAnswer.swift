public import CycleNetwork

/// The answer of a simulated server to one request: events of the wire, each with the time since the one before.
///
///     .response(200, [:], ["one", "two"], after: .seconds(1), every: .milliseconds(100))
///     .failure(.refused)
///     .silence
public struct SimulatedAnswer: Sendable {
    public struct Step: Sendable {
        public var after: Duration
        public var event: HTTP.WireEvent

        public init(after: Duration = .zero, _ event: HTTP.WireEvent) {
            self.after = after
            self.event = event
        }
    }

    /// Without an `end` or `failed` at its end, the server falls silent.
    public var steps: [Step]

    public init(_ steps: [Step]) {
        self.steps = steps
    }

    /// A response whose body comes in pieces. A server that takes longer than `timeOuts.idle`, 30 seconds, is silent for too long.
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

    /// The same answer, cut after so many steps, no fewer than none; what follows is `end`, or silence.
    public func cut(after count: Int, _ end: HTTP.Failure? = nil) -> SimulatedAnswer {
        SimulatedAnswer(steps.prefix(max(0, count)) + (end.map { [Step(.failed($0))] } ?? []))
    }
}

/// The faults of a simulated network, each with its probability from 0 to 1.
///
///     SimulatedNetwork(time, seed: 7, faults: .many) { _ in .response(200) }
///     SimulatedNetwork(time, seed: 7, faults: NetworkFaults(latency: .zero ... .seconds(2), refused: 0.1)) { _ in .response(200) }
public struct NetworkFaults: Sendable {
    /// How long every answer takes in addition; as it differs, answers overtake each other.
    public var latency: ClosedRange<Duration>
    /// The server cannot be reached.
    public var refused: Double
    /// The connection breaks between two steps of the answer.
    public var reset: Double
    /// The answer stops somewhere, and nothing tells.
    public var dropped: Double
    /// The connection breaks in the middle of a piece of the body.
    public var partial: Double
    /// A piece of a body comes as two.
    public var split: Double

    public init(
        latency: ClosedRange<Duration> = .zero...(.zero), refused: Double = 0, reset: Double = 0, dropped: Double = 0,
        partial: Double = 0, split: Double = 0
    ) {
        self.latency = latency
        self.refused = refused
        self.reset = reset
        self.dropped = dropped
        self.partial = partial
        self.split = split
    }

    public static let none = NetworkFaults()

    /// A bad day.
    public static let many = NetworkFaults(
        latency: .zero...(.seconds(5)), refused: 0.1, reset: 0.1, dropped: 0.1, partial: 0.1, split: 0.3)

    func applied(to answer: SimulatedAnswer, _ random: inout SplitMix) -> SimulatedAnswer {
        // Every number is drawn every time, so that one fault does not move all that follow.
        var draws = SplitMix(seed: random.next())
        let delay =
            latency.lowerBound + (latency.upperBound - latency.lowerBound) * Double.random(in: 0..<1, using: &draws)
        let (isRefused, isReset, isDropped, isPartial) = (
            draws.happens(refused), draws.happens(reset), draws.happens(dropped), draws.happens(partial)
        )
        let place = Double.random(in: 0..<1, using: &draws)
        var result = answer.split(split, &draws)
        let count = Int(place * Double(result.steps.count))
        if isRefused {
            result = .failure(.refused)
        } else if isReset {
            result = result.cut(after: count, .disconnected)
        } else if isDropped {
            result = result.cut(after: count)
        } else if isPartial {
            result = result.cutInBody(at: place)
        }
        if !result.steps.isEmpty { result.steps[0].after += delay }
        return result
    }
}

extension SplitMix {
    fileprivate mutating func happens(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < probability
    }
}

extension SimulatedAnswer {
    fileprivate func split(_ probability: Double, _ random: inout SplitMix) -> SimulatedAnswer {
        SimulatedAnswer(
            steps.flatMap { step in
                guard random.happens(probability), case .body(let bytes) = step.event, bytes.count > 1 else {
                    return [step]
                }
                let place = Int.random(in: 1..<bytes.count, using: &random)
                return [
                    Step(after: step.after, .body([UInt8](bytes[..<place]))), Step(.body([UInt8](bytes[place...]))),
                ]
            })
    }

    /// The answer up to so much of its body, from 0 to 1, and the end of the connection.
    fileprivate func cutInBody(at place: Double) -> SimulatedAnswer {
        let total = steps.reduce(0) { count, step in
            if case .body(let bytes) = step.event { count + bytes.count } else { count }
        }
        var left = Int(place * Double(total))
        var kept: [Step] = []
        for step in steps {
            guard case .body(let bytes) = step.event, bytes.count > left else {
                if case .body(let bytes) = step.event { left -= bytes.count }
                kept.append(step)
                continue
            }
            if left > 0 { kept.append(Step(after: step.after, .body([UInt8](bytes[..<left])))) }
            break
        }
        if case .end? = kept.last?.event { kept.removeLast() }
        return SimulatedAnswer(kept + [Step(.failed(.disconnected))])
    }
}

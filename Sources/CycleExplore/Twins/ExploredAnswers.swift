import CycleNetwork

extension ExploredNetwork {
    /// How a request may go on until it ends.
    public struct Outcome: Hashable, Sendable {
        /// One event of the driver.
        struct Step: Hashable, Sendable {
            let label: String
            let reply: RequestEvent

            var isHead: Bool {
                if case .head = reply { true } else { false }
            }
        }

        var steps: [Step]

        /// A response with status 200.
        public static func text(_ text: String) -> Outcome { .status(200, text) }

        /// A response.
        public static func status(_ status: Int, _ text: String = "") -> Outcome {
            let label = text.isEmpty ? "\(status)" : "\(status) \(text)"
            return Outcome(steps: [
                Step(label: label, reply: .response(HTTP.Response(status: status, body: Array(text.utf8))))
            ])
        }

        /// A response with status 200 that is streamed: its head, each piece of its body, and its end are possible one after
        /// the other, and other things between them.
        public static func pieces(_ pieces: [String]) -> Outcome {
            let head = Step(label: "200 begins", reply: .head(HTTP.Response(status: 200)))
            let chunks = pieces.map { Step(label: "piece \($0)", reply: .chunk(Array($0.utf8))) }
            let byteCount = pieces.reduce(0) { $0 + $1.utf8.count }
            let end = Step(label: "200 ends", reply: .response(HTTP.Response(status: 200, byteCount: byteCount)))
            return Outcome(steps: [head] + chunks + [end])
        }

        /// The same, with a progress event for each of these counts of bytes before its end.
        ///
        ///     .text("the whole file").progressing(through: [10, 20], of: 30)
        public func progressing(through byteCounts: [Int], of total: Int? = nil) -> Outcome {
            let steps = byteCounts.map { count in
                Step(
                    label: total.map { "\(count) of \($0) bytes" } ?? "\(count) bytes",
                    reply: .progress(HTTP.Progress(receivedByteCount: count, expectedByteCount: total)))
            }
            return Outcome(steps: Array(self.steps.dropLast()) + steps + self.steps.suffix(1))
        }

        /// No response: a fault. Of a response that has begun, it is cut off.
        public static func fails(_ failure: HTTP.Failure) -> Outcome {
            Outcome(steps: [Step(label: "\(failure)", reply: .failed(failure))])
        }

        var isFault: Bool {
            if case .failed? = steps.last?.reply { true } else { false }
        }
    }

    /// The possible outcomes of equal requests.
    struct Answers {
        let label: String
        let requestHash: Int
        let outcomes: [Outcome]
        /// The possible first steps of a request that has no number.
        private(set) var beginnings: [Possibility] = []

        /// - Parameters:
        ///   - label: The name of the requests in reports.
        ///   - outcomes: Their possible outcomes.
        ///   - request: One of those that are equal.
        init(_ label: String, _ outcomes: [Outcome], to request: Request) {
            self.label = label
            requestHash = request.hashValue
            self.outcomes = outcomes
            beginnings = possibilities(of: 0, in: nil, after: 0)
        }

        /// The possible next steps of a request.
        ///
        /// - Parameters:
        ///   - number: Of the request.
        ///   - outcome: The one that has begun, if one has.
        ///   - step: How many of its steps are over.
        func possibilities(of number: Int, in outcome: Int?, after step: Int) -> [Possibility] {
            outcomes.indices.compactMap { index in
                let next = outcomes[index]
                guard outcome == nil || index == outcome || next.isFault else { return nil }
                let place = index == outcome ? step : 0
                var possibility = Possibility(
                    "network", "\(label) → \(next.steps[place].label)", thing: number, outcome: index,
                    kind: next.isFault ? .fault : .due)
                possibility.isSilentOnceUnwanted = true
                return possibility
            }
        }
    }

    /// Asked for once for all worlds of a scenario.
    final class KnownAnswers {
        private var known: [Request: Answers] = [:]
        /// Long random runs ask for more answers than are asked for again.
        private static var limit: Int { 4_096 }

        subscript(request: Request) -> Answers? {
            get { known[request] }
            set {
                if known.count >= Self.limit { known = [:] }
                known[request] = newValue
            }
        }
    }
}

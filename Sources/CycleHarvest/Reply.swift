import Cycle

extension Harvester {
    /// The outcome of one input.
    ///
    /// - Source: `Reply` of Harvest and ReactiveAutomaton.
    public enum Reply {
        /// The input led from one state to another, which may be equal to it.
        public struct Success {
            public let input: Input
            public let fromState: State
            public let toState: State

            public init(input: Input, fromState: State, toState: State) {
                self.input = input
                self.fromState = fromState
                self.toState = toState
            }
        }

        /// The mapping knows no way from this state with this input: the state stays, no effect starts, none ends.
        public struct Failure {
            public let input: Input
            public let fromState: State

            public init(input: Input, fromState: State) {
                self.input = input
                self.fromState = fromState
            }
        }

        case success(Success)
        case failure(Failure)

        public var input: Input {
            switch self {
            case .success(let success): success.input
            case .failure(let failure): failure.input
            }
        }

        public var fromState: State {
            switch self {
            case .success(let success): success.fromState
            case .failure(let failure): failure.fromState
            }
        }

        /// `nil` after a failure.
        public var toState: State? {
            guard case .success(let success) = self else { return nil }
            return success.toState
        }
    }
}

extension Harvester.Reply: Sendable where Input: Sendable, State: Sendable {}
extension Harvester.Reply.Success: Sendable where Input: Sendable, State: Sendable {}
extension Harvester.Reply.Failure: Sendable where Input: Sendable, State: Sendable {}
extension Harvester.Reply: Equatable where Input: Equatable, State: Equatable {}
extension Harvester.Reply.Success: Equatable where Input: Equatable, State: Equatable {}
extension Harvester.Reply.Failure: Equatable where Input: Equatable, State: Equatable {}

extension Harvester.Reply: CustomStringConvertible {
    /// `input: from -> to`, and `input: from x` for a failure.
    public var description: String {
        "\(input): \(fromState)" + (toState.map { " -> \($0)" } ?? " x")
    }
}

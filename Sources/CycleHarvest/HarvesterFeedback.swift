import Cycle

extension Harvester {
    /// The other model of effects: a signal of what has succeeded, turned into a signal of further inputs.
    ///
    /// It gets nothing at the start and nothing of failures.
    ///
    /// - Source: `Feedback` of Harvest; feedback loops of RxFeedback and ReactiveFeedback.
    public struct Feedback {
        let inputs: (Signal<Reply.Success>) -> Signal<Input>

        /// The general form.
        public init(_ transform: @escaping (Signal<Reply.Success>) -> Signal<Input>) {
            inputs = transform
        }

        /// Starts a signal for each value that `transform` makes of what succeeds.
        ///
        /// - Parameters:
        ///   - transform: Selects the value of a success that starts a signal.
        ///   - strategy: The fate of the running signal when the next one arrives.
        ///   - produce: Makes the signal, whose values are inputs.
        public init<Query>(
            transform: @escaping (Signal<Reply.Success>) -> Signal<Query>, strategy: FlattenStrategy = .latest,
            produce: @escaping (Query) -> Signal<Input>
        ) {
            self.init { transform($0).flatMap(strategy, produce) }
        }

        /// Starts a signal for each success.
        public init(strategy: FlattenStrategy = .latest, produce: @escaping (Reply.Success) -> Signal<Input>) {
            self.init(transform: { $0 }, strategy: strategy, produce: produce)
        }

        /// Starts a signal for each success that passes the test. A success that fails it leaves a running signal alone.
        public init(
            filter isIncluded: @escaping (Reply.Success) -> Bool, strategy: FlattenStrategy = .latest,
            produce: @escaping (Reply.Success) -> Signal<Input>
        ) {
            self.init(transform: { $0.filter(isIncluded) }, strategy: strategy, produce: produce)
        }

        /// Starts a signal for each query. With `latest`, a success without one cancels the signal that runs.
        public init<Query>(
            tryGet query: @escaping (Reply.Success) -> Query?, strategy: FlattenStrategy = .latest,
            produce: @escaping (Query) -> Signal<Input>
        ) {
            guard strategy == .latest else {
                self.init(transform: { $0.compactMap(query) }, strategy: strategy, produce: produce)
                return
            }
            self.init(transform: { $0.map(query) }, strategy: strategy, produce: { $0.map(produce) ?? .empty })
        }

        /// All of them side by side, in order.
        public static func reduce(_ feedbacks: [Feedback]) -> Feedback {
            Feedback { successes in .merge(feedbacks.map { $0.inputs(successes) }) }
        }
    }

    /// A machine without effects of its own, whose feedback watches what succeeds.
    public convenience init(
        state: State, input: Signal<Input> = .never, mapping: Mapping, feedback: Feedback,
        scheduler: (any Scheduler)? = nil, isolation: isolated (any Actor)? = #isolation
    ) {
        self.init(
            state: state, input: input, scheduler: scheduler,
            step: { input, state in mapping.run(input, state).map { ($0, []) } },
            answers: { harvesting in
                feedback.inputs(harvesting.successes.signal.map(\.success)).map { .input($0, from: nil) }
            }, isolation: isolation)
    }

    /// A machine with several feedbacks.
    public convenience init(
        state: State, input: Signal<Input> = .never, mapping: Mapping, feedbacks: [Feedback],
        scheduler: (any Scheduler)? = nil, isolation: isolated (any Actor)? = #isolation
    ) {
        self.init(
            state: state, input: input, mapping: mapping, feedback: .reduce(feedbacks), scheduler: scheduler,
            isolation: isolation)
    }
}

import Cycle

extension Feedback {
    /// A feedback written for a part, in a machine for the whole.
    ///
    /// It sees the part after every event of the whole, equal or not, and of the events its own.
    ///
    /// - Source: `pullback` of ReactiveFeedback and CombineFeedback.
    public func pullback<Whole, WholeEvent>(
        state: KeyPath<Whole, State>,
        event extract: @escaping (WholeEvent) -> Event?, embed: @escaping (Event) -> WholeEvent
    ) -> Feedback<Whole, WholeEvent> {
        Feedback<Whole, WholeEvent>(run: { transitions in
            run(transitions.part({ $0[keyPath: state] }, extract)).map(embed)
        })
    }

    /// A feedback written for a part that is not always there: what an optional holds, or a case of an enum. It starts
    /// when the part comes, and all that runs is cancelled when the part goes, with all that it emitted and that still waits.
    public func pullback<Whole, WholeEvent>(
        optionalState part: @escaping (Whole) -> State?,
        event extract: @escaping (WholeEvent) -> Event?, embed: @escaping (Event) -> WholeEvent
    ) -> Feedback<Whole, WholeEvent> {
        Feedback<Whole, WholeEvent>(run: { transitions in
            // It never ends by itself, so that what it emitted and that waits is silent once the part has gone.
            transitions.running(while: part) { .merge(run($0.part(part, extract)), .never) }.map(embed)
        })
    }

    /// The feedback for a state that may be `nil`: then nothing of it runs.
    public func optional() -> Feedback<State?, Event> {
        pullback(optionalState: { $0 }, event: { $0 }, embed: { $0 })
    }
}

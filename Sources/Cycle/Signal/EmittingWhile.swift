extension Signal {
    /// Emits an event for each value, unless the subscription of the value is cancelled before the event has its turn.
    ///
    ///     reports.emitting({ $0.event }, while: { $0.want })        // `want.cancel()` silences its events
    ///
    /// For a driver that keeps its wants by itself, without ``effects(for:by:run:)-(_,_,(Wants.Element)->Signal<Event>)``:
    /// once a want has left the model, none of its events arrives, also none that waits for its turn already. One subscription
    /// serves all events of a want. It runs nothing: it names the want.
    public func emitting<Event>(
        _ event: @escaping (Value) -> Event, while subscription: @escaping (Value) -> Subscription
    ) -> Signal<Event> {
        .makeOperator { sink in
            // `receive` instead of the sink: a generic struct that is passed on has its type looked up, for every value.
            let (loop, emit) = (sink.loop, sink.receive)
            return run(
                Sink(
                    loop, receive: { value in loop.emitting(subscription(value)) { emit(event(value)) } },
                    finish: sink.finish))
        }
    }
}

extension Signal {
    /// Emits an event of each value, unless a subscription of that value is cancelled before the event has its turn.
    ///
    ///     reports.emitting(\.event, while: \.want)        // `want.cancel()` silences what still waits
    ///
    /// For a driver that keeps its wants by itself, without ``effects(for:by:run:)-(_,_,(Wants.Element)->Signal<Event>)``:
    /// a want that has left the model is silent from that moment on, with all of its events that wait for their turn. One
    /// subscription serves all events of a want, and nothing but its events needs it.
    public func emitting<Event>(
        _ event: @escaping (Value) -> Event, while subscription: @escaping (Value) -> Subscription
    ) -> Signal<Event> {
        .makeOperator { sink in
            // Its closure, not the sink: to pass on a generic struct is to look up its type, for every value.
            let (loop, emit) = (sink.loop, sink.receive)
            return run(
                Sink(
                    loop, receive: { value in loop.emitting(subscription(value)) { emit(event(value)) } },
                    finish: sink.finish))
        }
    }
}

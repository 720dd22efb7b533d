extension Signal {
    /// Each value in a turn of its own, behind all that waits; the end too.
    ///
    /// For what must see the frame that everything before has led to: two values that a source emits at once are two turns, and
    /// the second finds what the first has changed.
    ///
    /// The values keep their order. Cancelling this signal drops those that wait.
    ///
    /// The consequences of a value are not its source's any more: cancelling the source silences values that still wait,
    /// but not what values that have had their turn led to.
    ///
    /// - Parameter label: The name of these turns in moments and complaints; without one, the name of the values' type.
    @inlinable  // hot: values wait as what they are
    public func inTurns(label: @escaping @autoclosure () -> String? = nil) -> Signal {
        .makeOperator { sink in
            let wait = sink.loop.queueing(owner: label() ?? name(of: Value.self)) { (value: Value?) in
                sink.loop.emitter = nil
                if let value { sink.send(value) } else { sink.end() }
            }
            // An end belongs to no want: it comes also when the values before it are not wanted any more.
            return run(
                Sink(sink.loop, receive: { wait($0) }, finish: { sink.loop.continuing(as: nil) { wait(nil) } }))
        }
    }
}

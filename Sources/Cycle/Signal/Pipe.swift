extension Signal where Value: Sendable {
    /// A signal, and the inlet that any thread feeds it through.
    ///
    ///     let (presses, button) = Signal<Press>.pipe()
    ///
    /// All listeners get every value. A value that is sent before a loop listens waits for it, up to ``Inlet/earlyLimit``,
    /// and goes to all listeners of its start; one that comes later, without a listener, is dropped. A listener that comes
    /// after the end ends at once. Both ends belong to the first loop that runs the signal.
    @inlinable  // hot: values are taken out of their letters, and shown, for their own type
    public static func pipe() -> (signal: Signal, inlet: Inlet<Value>) {
        let inlet = Inlet<Value>()
        // The signal must not keep the inlet: without its last sender it ends.
        let source = Signal.makeOperator { [port = inlet.port] sink in
            let receive = sink.receive
            sink.loop.open(port, { receive($0.take(as: Value.self)) }, finish: sink.finish)
            return Subscription(port.close)
        }
        return (source.sharing(or: Port.complaint), inlet)
    }
}

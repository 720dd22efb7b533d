package import Cycle

extension Judge {
    /// Runs values as the emissions of one source, whose start and stop are callbacks.
    package func run(
        _ values: Signal<Int>, as number: Int, into sink: Sink<Emission>, holding witness: Witness
    ) -> Subscription {
        let running = call(.effectStart, "\(number)") {
            values.run(
                inside: sink,
                finish: { [unowned self] in
                    if isActive(number) { ends(number) }
                    sink.end()
                },
                receive: { [unowned self] value in
                    if let emission = emit(number, value) { sink.send(emission) }
                })
        }
        return Subscription { [unowned self] in
            isCancelled(number)
            call(.cancel, "\(number)") { running.cancel() }
            withExtendedLifetime(witness) {}
        }
    }
}

public import Cycle

extension ConsoleDriver: Driver {
    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        Signal { [self] sink in
            guard let uses = ConsoleUses.claim(input: inputDescriptor, output: outputDescriptor) else {
                sink.send(.failed(.inUse))
                sink.send(.ended)
                return model.run(inside: sink, finish: { sink.end() }, receive: { _ in })
            }
            let device = SystemConsole(
                input: inputDescriptor, output: outputDescriptor, isGuarded: isGuarded,
                secondInterruptEnds: options.secondInterruptEnds, readiness, uses)
            let abilities = TerminalAbilities(environment: environment)
            return ConsoleRun.start(model, on: device, abilities, options, sink)
        }
    }
}

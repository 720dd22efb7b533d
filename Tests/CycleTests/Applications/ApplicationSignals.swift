import Cycle
import TestSupport

extension ApplicationRun {
    /// - Parameter isLenient: Whether what it has emitted may arrive after it was cancelled, as behind `prefix` and `inTurns`.
    func signal(_ source: Application.Source, isLenient: Bool, isShared: Bool = false) -> Signal<Emission> {
        switch source {
        case .script, .ticks, .task, .sequence: return tagged(source, isLenient, isShared)
        case .pipe(let number): return pipes[number].signal
        case .shared(let number): return number < shared.count ? shared[number] : .never
        case .delay(let seconds, let source):
            return signal(source, isLenient: true, isShared: isShared).delay(.seconds(seconds))
        case .prefix(let count, let source): return signal(source, isLenient: true, isShared: isShared).prefix(count)
        case .inTurns(let source): return signal(source, isLenient: true, isShared: isShared).inTurns()
        case .held(let source):
            let inner = signal(source, isLenient: true, isShared: isShared)
            return Signal { [unowned self] sink in
                let running = inner.run(inside: sink, receive: sink.send)
                held.append(running)
                return running
            }
        case .merge(let first, let second):
            return signal(first, isLenient: isLenient, isShared: isShared)
                .merge(with: signal(second, isLenient: isLenient, isShared: isShared))
        case .flatMap(let strategy, let source, let inner):
            return signal(source, isLenient: true, isShared: isShared).flatMap(strategy) {
                [unowned self, witness = judge.makeWitness()] _ in
                defer { withExtendedLifetime(witness) {} }
                return signal(inner, isLenient: isLenient, isShared: isShared)
            }
        }
    }

    /// The values of a source, each with the number of the run that has emitted it.
    private func tagged(_ source: Application.Source, _ isLenient: Bool, _ isShared: Bool) -> Signal<Emission> {
        Signal { [unowned self, witness = judge.makeWitness()] sink in
            judge.judgeStart("\(source)")
            let number = judge.begins("\(source)", isLenient: isLenient || isShared, isShared: isShared)
            return judge.run(values(of: source), as: number, into: sink, holding: witness)
        }
    }

    private func values(of source: Application.Source) -> Signal<Int> {
        switch source {
        case .script(let beats, let ends): return script(beats, ends)
        case .ticks(let period): return .ticks(every: .seconds(period))
        case .task(let suspensions, let isThrowing):
            return .task(suspensions: suspensions, isThrowing: isThrowing)
        case .sequence(let count):
            return .from(
                AsyncStream { continuation in
                    for number in 0..<count { continuation.yield(number * 9) }
                    continuation.finish()
                }, bound: 2)
        case .pipe, .shared, .delay, .prefix, .inTurns, .held, .merge, .flatMap: return .never
        }
    }

    private func script(_ beats: [Beat], _ ends: Bool) -> Signal<Int> {
        guard ends else { return Signal { $0.play(beats) } }
        return Signal { $0.play(beats + [Beat(time: beats.last?.time ?? 0, values: [-1])]) }
    }

    // MARK: Wants

    /// The effects of the wants in the models that a driver is shown.
    func rendering(_ models: Signal<[Want]>, _ state: DriverState) -> Signal<Emission> {
        let shown = models.handle { [unowned self, witness = judge.makeWitness()] model in
            judge.judgeStarted("a driver")
            if !(state.token?.isLive ?? true) {
                judge.complain("law 6: \(state.path) renders a part that is not there")
            }
            if state.model == model { judge.complain("law 5: \(state.path) renders an equal model") }
            state.model = model
            judge.call(.render, "\(state.path) \(model.map { "\($0.id)v\($0.version)" })") {}
            withExtendedLifetime(witness) {}
        }
        return shown.effects(for: { $0 }, by: \.id) { [unowned self] want in effect(of: want, state) }
    }

    private func effect(of want: Want, _ state: DriverState) -> Signal<Emission> {
        Signal { [unowned self, witness = judge.makeWitness()] sink in
            judge.judgeStart("an effect of \(state.path)")
            if let before = state.effects[want.id], judge.isActive(before.source) {
                judge.complain("law 6: \(want) at \(state.path) is started twice")
            }
            if state.model?.first(where: { $0.id == want.id }) != want {
                judge.complain("law 6: \(want) at \(state.path) is started and not wanted")
            }
            let number = judge.begins("\(want) at \(state.path)")
            state.effects[want.id] = (number, want)
            let source = program.effects[(want.id + want.version) % program.effects.count]
            let values = signal(source, isLenient: true).map(\.value)
            return judge.run(values, as: number, into: sink, holding: witness)
        }
    }
}

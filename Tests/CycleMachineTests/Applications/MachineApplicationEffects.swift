import Cycle
import CycleFeedback
import TestSupport

extension MachineApplicationRun {
    func feedback(_ answer: MachineApplication.Answer) -> Feedback<MachineState, Emission> {
        let effects: (Any) -> Signal<Emission> = { [unowned self] _ in effect() }
        let asked: (MachineState, Int) -> Int? = { [unowned self] state, number in
            judge.call(.frameFilter) { state.number & 3 == number ? nil : state.number >> 2 }
        }
        switch answer {
        case .event(let number, let strategy):
            return Feedback(event: { $0.value & 3 == number ? $0 : nil }, strategy) { effects($0) }
        case .everyState(let strategy): return .everyState(strategy) { effects($0) }
        case .lensing(let number, let strategy):
            return Feedback(lensing: { asked($0, number) }, strategy) { effects($0) }
        case .skippingRepeated(let strategy):
            return Feedback(skippingRepeated: { asked($0, 1) }, strategy) { effects($0) }
        case .predicate(let number, let strategy):
            return Feedback(predicate: { asked($0, number) == nil }, strategy) { effects($0) }
        case .whenBecomesTrue(let number):
            return Feedback(whenBecomesTrue: { asked($0, number) != nil }) { effects($0) }
        case .firstValueAfterNil(let number): return Feedback(firstValueAfterNil: { asked($0, number) }) { effects($0) }
        case .reactToArray: return .react(to: { [$0.number & 1, 2 + $0.number & 2] }) { effects($0) }
        case .reactToSet: return .react(to: { Set([$0.number & 3, $0.number >> 4]) }) { effects($0) }
        case .reactToDictionary:
            return .react(to: { [0: $0.number & 1, 1 + $0.number & 3: $0.number >> 3] }) { (_: Int, query: Int) in
                effects(query)
            }
        case .sideEffect: return .sideEffect { [unowned self] _, _ in judge.call(.render) {} }
        case .source: return Feedback(source: effect()) { $0 }
        }
    }

    func effect() -> Signal<Emission> {
        let source = program.effects[nextEffect % program.effects.count]
        nextEffect += 1
        return Signal { [unowned self, witness = judge.makeWitness()] sink in
            judge.judgeStart("\(source)")
            let number = judge.begins("\(source)")
            return judge.run(values(of: source), as: number, into: sink, holding: witness)
        }
    }

    private func values(of effect: MachineApplication.Effect) -> Signal<Int> {
        switch effect {
        case .script(let beats, let ends):
            let all = beats.map { beat in
                let values = Signal.from(beat.values)
                return beat.time == 0 ? values : values.delay(.seconds(beat.time))
            }
            return .merge(ends ? all : all + [.never])
        case .ticks(let period): return .ticks(every: .seconds(period))
        case .task(let suspensions, let isThrowing):
            return .task(suspensions: suspensions, isThrowing: isThrowing)
        }
    }
}

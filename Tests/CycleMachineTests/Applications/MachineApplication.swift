import Cycle
import CycleHarvest
import TestSupport

/// An application that is one machine, as a value: generated, run, judged, made smaller and printed.
struct MachineApplication: Hashable {
    /// When effects start and end. The numbers say which events or states are meant.
    enum Answer: Hashable {
        case event(Int, FlattenStrategy)
        case everyState(FlattenStrategy)
        case lensing(Int, FlattenStrategy)
        case skippingRepeated(FlattenStrategy)
        case predicate(Int, FlattenStrategy)
        case whenBecomesTrue(Int)
        case firstValueAfterNil(Int)
        case reactToArray, reactToSet, reactToDictionary
        case sideEffect
        case source
    }

    enum Effect: Hashable {
        case script([Beat], ends: Bool)
        case ticks(Int)
        case task(suspensions: Int, isThrowing: Bool)
    }

    struct Beat: Hashable {
        var time: Int
        var values: [Int]
    }

    enum Step: Hashable {
        case advance(Int)
        case act(Act)
    }

    var kind: Kind
    var answers: [Answer]
    var effects: [Effect]
    var steps: [Step]
    var deeds: [Deed]

    init(_ kind: Kind, seed: UInt64) {
        var chance = SeededChance(seed: seed)
        self.kind = kind
        answers = chance.many(1...3, Self.makeAnswer)
        effects = chance.many(1...3, Self.makeEffect)
        steps = (chance.once(in: 8) ? [] : [.act(.start)]) + chance.many(3...10, Self.makeStep)
        deeds = chance.many(0...5) { Deed(&$0) }
    }

    private static func makeAnswer(_ chance: inout SeededChance) -> Answer {
        let strategies: [FlattenStrategy] = [.merge, .concurrent(2), .concat, .latest, .latest, .first, .race]
        let (strategy, number) = (chance.one(of: strategies), chance.below(4))
        let choices: [Answer] = [
            .event(number, strategy), .event(number, strategy), .everyState(strategy), .lensing(number, strategy),
            .skippingRepeated(strategy), .predicate(number, strategy), .whenBecomesTrue(number),
            .firstValueAfterNil(number), .reactToArray, .reactToSet, .reactToDictionary, .sideEffect, .source,
        ]
        return chance.one(of: choices)
    }

    private static func makeEffect(_ chance: inout SeededChance) -> Effect {
        switch chance.below(5) {
        case 0: return .ticks(1 + chance.below(3))
        case 1: return .task(suspensions: chance.below(4), isThrowing: chance.once(in: 3))
        default:
            var time = chance.below(2)
            let beats = chance.many(0...3) { chance in
                defer { time += 1 + chance.below(2) }
                return Beat(time: time, values: chance.many(1...2) { $0.below(64) })
            }
            return .script(beats, ends: !chance.once(in: 3))
        }
    }

    private static func makeStep(_ chance: inout SeededChance) -> Step {
        switch chance.below(10) {
        case 0...4: .act(.send)
        case 5...7: .advance(chance.below(4))
        default: .act(chance.one(of: Act.allCases))
        }
    }

    /// Smaller ones, the smallest first.
    var smaller: [MachineApplication] {
        var all = answers.indices.map { index in with { $0.answers.remove(at: index) } }
        all += steps.indices.map { index in with { $0.steps.remove(at: index) } }
        all += deeds.indices.map { index in with { $0.deeds.remove(at: index) } }
        if effects.count > 1 { all.append(with { $0.effects.removeLast() }) }
        for index in effects.indices where effects[index] != .script([], ends: true) {
            all.append(with { $0.effects[index] = .script([], ends: true) })
            guard case .script(let beats, let ends) = effects[index], !beats.isEmpty else { continue }
            all.append(with { $0.effects[index] = .script(Array(beats.dropLast()), ends: ends) })
        }
        for index in deeds.indices where deeds[index].occurrence > 1 {
            let deed = deeds[index]
            all.append(with { $0.deeds[index] = Deed(deed.place, deed.occurrence - 1, deed.act, isLate: deed.isLate) })
        }
        return all
    }

    private func with(_ change: (inout MachineApplication) -> Void) -> MachineApplication {
        var other = self
        change(&other)
        return other
    }
}

extension MachineApplication: CustomStringConvertible {
    var description: String {
        let lines =
            ["\(kind)"] + answers.map { "\($0)" } + effects.map { "\($0)" } + steps.map { "\($0)" }
            + deeds.map { "\($0)" }
        return lines.map { "    \($0)" }.joined(separator: "\n")
    }
}

/// The state of all of these machines.
struct MachineState: Equatable {
    var number = 0
    var count = 0
    var trinket: Judge.Trinket?

    mutating func apply(_ event: Emission, _ judge: Judge) {
        number = (number + event.value) & 63
        count += 1
        if event.value & 15 == 3 { trinket = Judge.Trinket(judge) }
        if event.value & 15 == 5 { trinket = nil }
    }
}

/// One queue for each strategy, and one that starts its effects a second apart.
enum MachineQueue: Int, CaseIterable, EffectQueueProtocol {
    case merge, two, concat, latest, first, race, apart

    var flattenStrategy: FlattenStrategy {
        switch self {
        case .merge, .apart: .merge
        case .two: .concurrent(2)
        case .concat: .concat
        case .latest: .latest
        case .first: .first
        case .race: .race
        }
    }

    var effectQueueDelay: EffectQueueDelay { self == .apart ? .constant(.seconds(1)) : .none }

    static var defaultEffectQueue: MachineQueue { .merge }
}

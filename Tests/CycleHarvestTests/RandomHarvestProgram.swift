import Cycle
import CycleHarvest
import TestSupport

/// The state of a random machine, and how many inputs have changed it.
struct Counted: Equatable, CustomStringConvertible, Sendable {
    var value = 0
    var count = 0

    static var half: AffineTraversal<Counted, Counted> {
        AffineTraversal(
            tryGet: { $0.value.isMultiple(of: 2) ? Counted(value: $0.value / 2, count: $0.count) : nil },
            set: { Counted(value: ($0.value + $1.value) % HarvestProgram.valueCount, count: $1.count) })
    }

    var description: String { "\(value)#\(count)" }
}

/// An input, and how often inputs may still lead to inputs by themselves.
struct Sent: Equatable, CustomStringConvertible, Sendable {
    var id: Int
    var fuel = 3

    static let idCount = 12
    static var half: AffineTraversal<Sent, Sent> {
        AffineTraversal(
            tryGet: { $0.id.isMultiple(of: 2) ? Sent(id: $0.id / 2, fuel: $0.fuel) : nil },
            set: { Sent(id: ($0.id + $1.id) % idCount, fuel: $1.fuel) })
    }

    var description: String { "\(id)^\(fuel)" }
}

/// Queues that differ by their numbers only, beside their policies.
enum RandomQueue: EffectQueueProtocol {
    case flattened(FlattenStrategy, Int)
    case ruled(EffectQueuePolicy, delay: Int, Int)

    static var defaultEffectQueue: RandomQueue { .flattened(.latest, 0) }

    var flattenStrategy: FlattenStrategy {
        if case .flattened(let strategy, _) = self { strategy } else { .merge }
    }

    var effectQueuePolicy: EffectQueuePolicy {
        if case .ruled(let policy, _, _) = self { policy } else { EffectQueuePolicy(flattenStrategy) }
    }

    var delay: Int {
        if case .ruled(_, let delay, _) = self { delay } else { 0 }
    }

    var effectQueueDelay: EffectQueueDelay { delay == 0 ? .none : .constant(.seconds(delay)) }
}

/// An effect, as a value that the library and the reference both make theirs of.
enum EffectPart {
    case task(Script, RandomQueue, id: Int?)
    case cancel(Int)
    case cancelEven
    case next(Int)
}

/// A mapping, likewise.
indirect enum MappingRecipe {
    case row(inputs: Set<Int>, from: Set<Int>, to: Int, [EffectPart])
    case sum(MappingRecipe, MappingRecipe)
    case product(MappingRecipe, MappingRecipe)
    case reduce(ReduceStrategy, [MappingRecipe])
    case zero, one
    case statePart(MappingRecipe), inputPart(MappingRecipe), idPart(MappingRecipe)
}

/// A feedback of a machine without effects, likewise.
struct FeedbackRecipe {
    enum Form: CaseIterable {
        case transform, produce, filter, tryGet
    }

    let form: Form
    let strategy: FlattenStrategy
    let table: [Int?]
    let scripts: [Script]
}

/// A state machine that nobody has written, and what is done to it.
struct HarvestProgram {
    enum Action {
        case send(Sent), post(Sent), endInput, watchStates(Int), watchReplies(Int), leave(Int), advance(Int), start,
            stop
    }

    /// Whoever watches.
    struct Watcher {
        /// The input that it sends when it receives a value.
        let sends: [Int?]
        let leaves: Int?
        let stops: Int?
    }

    static let valueCount = 4

    /// With feedbacks the mapping has no effects.
    let feedbacks: [FeedbackRecipe]
    let mapping: MappingRecipe
    let initial: [EffectPart]
    let actions: [Action]
    let watchers: [Watcher]
    let mappingSends: [Int?]
    let limit = 40

    init(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        var scriptCount = 0
        let queues = chance.many(1...3) { Self.makeQueue(&$0) } + [RandomQueue.defaultEffectQueue]
        mapping = .reduce(
            chance.one(of: [.first, .first, .all, .all, .tryAll]),
            chance.many(2...5) { Self.makeMapping(&$0, queues, depth: 2, &scriptCount) })
        feedbacks =
            chance.once(in: 4)
            ? chance.many(1...3) { chance in
                FeedbackRecipe(
                    form: chance.one(of: FeedbackRecipe.Form.allCases),
                    strategy: chance.one(of: [.latest, .merge, .concat, .concurrent(2), .first, .race]),
                    table: Self.makeTable(&chance, one: 2),
                    scripts: chance.many(1...3) { Self.makeScript(&$0, &scriptCount) })
            } : []
        initial =
            feedbacks.isEmpty && chance.once(in: 3)
            ? chance.many(1...2) { Self.makePart(&$0, queues, &scriptCount) } : []
        watchers = (0..<4).map { _ in
            Watcher(
                sends: chance.once(in: 3) ? Self.makeTable(&chance, one: 4) : [],
                leaves: chance.once(in: 4) ? chance.below(Self.valueCount) : nil,
                stops: chance.once(in: 40) ? chance.below(Self.valueCount) : nil)
        }
        mappingSends = chance.once(in: 6) ? Self.makeTable(&chance, one: 5) : []
        actions =
            chance.many(0...3) { Self.makeAction(&$0) } + [.start] + chance.many(5...16) { Self.makeAction(&$0) }
            + [.advance(20)]
    }

    private static func makeAction(_ chance: inout SeededChance) -> Action {
        switch chance.below(20) {
        case 0...6: .send(Sent(id: chance.below(Sent.idCount)))
        case 7: .post(Sent(id: chance.below(Sent.idCount)))
        case 8, 9: .watchStates(chance.below(4))
        case 10, 11: .watchReplies(chance.below(4))
        case 12: .leave(chance.below(4))
        case 13: chance.once(in: 4) ? (chance.once(in: 2) ? .stop : .endInput) : .start
        default: .advance(chance.below(4))
        }
    }

    private static func makeTable(_ chance: inout SeededChance, one count: Int) -> [Int?] {
        (0..<Sent.idCount).map { _ in chance.once(in: count) ? chance.below(Sent.idCount) : nil }
    }

    private static func makeScript(_ chance: inout SeededChance, _ scriptCount: inout Int) -> Script {
        scriptCount += 1
        return Script(name: "e\(scriptCount)", values: Sent.idCount, &chance)
    }

    private static func makeQueue(_ chance: inout SeededChance) -> RandomQueue {
        let number = 1 + chance.below(2)
        if chance.once(in: 2) {
            return .flattened(chance.one(of: [.merge, .latest, .concat, .concurrent(2), .first, .race]), number)
        }
        let count = 1 + chance.below(3)
        let policy: EffectQueuePolicy = chance.one(of: [
            .unlimited, .runNewest(maxCount: count), .runOldest(maxCount: count, .discardNew),
            .runOldest(maxCount: count, .suspendNew), .race,
        ])
        return .ruled(policy, delay: chance.once(in: 2) ? 0 : 1 + chance.below(3), number)
    }

    private static func makePart(
        _ chance: inout SeededChance, _ queues: [RandomQueue], _ scriptCount: inout Int
    ) -> EffectPart {
        switch chance.below(9) {
        case 0: .cancel(chance.below(3))
        case 1: .cancelEven
        case 2: .next(chance.below(Sent.idCount))
        default:
            .task(
                makeScript(&chance, &scriptCount), chance.one(of: queues),
                id: chance.once(in: 3) ? nil : chance.below(3))
        }
    }

    private static func makeMapping(
        _ chance: inout SeededChance, _ queues: [RandomQueue], depth: Int, _ scriptCount: inout Int
    ) -> MappingRecipe {
        func inner(_ chance: inout SeededChance, _ scriptCount: inout Int) -> MappingRecipe {
            makeMapping(&chance, queues, depth: depth - 1, &scriptCount)
        }
        switch depth == 0 ? 0 : chance.below(20) {
        case 0: break
        case 1: return .sum(inner(&chance, &scriptCount), inner(&chance, &scriptCount))
        case 2: return .product(inner(&chance, &scriptCount), inner(&chance, &scriptCount))
        case 3:
            return .reduce(chance.one(of: [.first, .all, .tryAll]), chance.many(0...3) { inner(&$0, &scriptCount) })
        case 4: return chance.once(in: 2) ? .zero : .one
        case 5: return .statePart(inner(&chance, &scriptCount))
        case 6: return .inputPart(inner(&chance, &scriptCount))
        case 7: return .idPart(inner(&chance, &scriptCount))
        default: break
        }
        return .row(
            inputs: Set((0..<Sent.idCount).filter { _ in chance.once(in: 2) }),
            from: Set((0..<valueCount).filter { _ in !chance.once(in: 3) }), to: chance.below(valueCount),
            chance.many(0...2) { makePart(&$0, queues, &scriptCount) })
    }

    /// The entry of a table for a state; none beyond the limit.
    func ask(_ table: [Int?], _ state: Counted) -> Int? {
        state.count < limit && state.value < table.count ? table[state.value] : nil
    }

    /// The input that a watcher sends when it is told a state. There is none beyond the limit, which counts those of all watchers.
    func sent(by watcher: Watcher, _ state: Counted, _ count: inout Int) -> Sent? {
        guard count < limit, let id = ask(watcher.sends, state) else { return nil }
        count += 1
        return Sent(id: id, fuel: 1)
    }

    /// The entry of a table for an input.
    func ask(_ table: [Int?], _ input: Sent) -> Int? {
        input.fuel > 0 && input.id < table.count ? table[input.id] : nil
    }
}

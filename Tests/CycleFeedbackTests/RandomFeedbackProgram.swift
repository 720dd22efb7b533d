import Cycle
import CycleFeedback
import TestSupport

/// The state of a random program. Beyond the program's limit of events its feedbacks rest, so that every program ends.
struct Counted: Equatable, CustomStringConvertible {
    var value = 0
    var count = 0

    /// A part of it, for pullbacks.
    var half: Counted { Counted(value: value / 2, count: count) }
    var description: String { "\(value)#\(count)" }
}

/// An event, and how often events may still lead to events by themselves.
struct Sent: Equatable, CustomStringConvertible, Sendable {
    var id: Int
    var fuel = 1

    static let idCount = 12
    /// The event of a part that it is, as ``Counted/half``.
    var half: Sent? { id.isMultiple(of: 2) ? Sent(id: id / 2, fuel: fuel) : nil }
    var whole: Sent { Sent(id: id * 2 % Sent.idCount, fuel: fuel) }
    var description: String { "\(id)^\(fuel)" }
}

/// A number for each value of a state, or none.
typealias Table = [Int?]

/// One want of a feedback that reacts to several.
struct Want: Equatable, Identifiable {
    let id: Int
    let query: Int
}

/// A feedback, as a value that the library and the reference both make theirs of.
indirect enum Recipe {
    enum StateForm: CaseIterable {
        case everyState, compacting, lensing, skippingRepeated, predicate, whenBecomesTrue, firstValueAfterNil
    }

    enum EventForm: CaseIterable {
        case payload, payloadAndState, compactingEvents, mealy, transitions
    }

    enum WantForm: CaseIterable {
        case optional, identified, compared, set, dictionary, lasting
    }

    enum AnswerForm: CaseIterable {
        case states, pairs, transitions, custom, driver
    }

    case effects(StateForm, FlattenStrategy, Table, [Script])
    case eventEffects(EventForm, FlattenStrategy, Table, [Script])
    case react(WantForm, FlattenStrategy, [Table], [Script])
    case answer(AnswerForm, Table)
    case source(Script)
    case sideEffect(Table)
    case combine([Recipe])
    case part(Recipe)
    case optionalPart(Table, Recipe)
}

/// A watcher of the state of a random program.
struct Watcher {
    /// Operators that a watcher sees the states through.
    enum Operators: CaseIterable {
        case map, removeDuplicates, delay
    }

    let name: Int
    let operators: Operators?
    /// The event that it sends when it receives a value.
    let sends: Table
    /// Leaves, or has another one leave, when it is told of a value.
    let cancels: (value: Int, name: Int)?
    /// Has another one come when it is told of a value.
    let adds: (value: Int, name: Int)?
}

/// A feedback system that nobody has written, and what is done to it.
struct FeedbackProgram {
    enum Kind: CaseIterable {
        case store, scoped, feedbackLoop, property
    }

    enum Action {
        case send(Sent), post(Sent), input(Sent), mutate(Int), watch(Int), leave(Int), advance(Int), start, stop
    }

    var kind: Kind
    var recipes: [Recipe]
    var actions: [Action]
    let watchers: [Watcher]
    let table: [Int]
    /// The event that the reducer sends at a value.
    let reducerSends: Table
    let limit = 20

    static let valueCount = 8

    init(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        kind = chance.one(of: Kind.allCases)
        table = (0..<31).map { _ in chance.below(Self.valueCount) }
        var scriptCount = 0
        recipes = chance.many(1...3) { Self.makeRecipe(&$0, depth: 2, &scriptCount) }
        watchers = (0..<4).map { name in
            Watcher(
                name: name, operators: chance.once(in: 3) ? chance.one(of: Watcher.Operators.allCases) : nil,
                sends: chance.once(in: 3) ? Self.makeTable(&chance, one: 5) : [],
                cancels: chance.once(in: 3) ? (chance.below(Self.valueCount), chance.below(4)) : nil,
                adds: chance.once(in: 4) ? (chance.below(Self.valueCount), chance.below(4)) : nil)
        }
        reducerSends = chance.once(in: 4) ? Self.makeTable(&chance, one: 6) : []
        actions = chance.many(0...2) { Self.makeAction(&$0) } + [.start] + chance.many(4...14) { Self.makeAction(&$0) }
        actions.append(.advance(12))
    }

    private static func makeAction(_ chance: inout SeededChance) -> Action {
        switch chance.below(16) {
        case 0...4: .send(Sent(id: chance.below(Sent.idCount)))
        case 5: .post(Sent(id: chance.below(Sent.idCount)))
        case 6: .input(Sent(id: chance.below(Sent.idCount)))
        case 7: .mutate(chance.below(valueCount))
        case 8, 9: .watch(chance.below(4))
        case 10: .leave(chance.below(4))
        case 11: chance.once(in: 3) ? .stop : .start
        default: .advance(chance.below(4))
        }
    }

    private static func makeTable(_ chance: inout SeededChance, one count: Int = 2) -> Table {
        (0..<Sent.idCount).map { _ in chance.once(in: count) ? chance.below(Sent.idCount) : nil }
    }

    private static func makeStrategy(_ chance: inout SeededChance) -> FlattenStrategy {
        chance.one(of: [.latest, .latest, .merge, .concat, .concurrent(2), .first, .race])
    }

    private static func makeRecipe(_ chance: inout SeededChance, depth: Int, _ scriptCount: inout Int) -> Recipe {
        let made = chance.many(2...3) { chance in
            scriptCount += 1
            return Script(name: "e\(scriptCount)", values: Sent.idCount, &chance)
        }
        let strategy = makeStrategy(&chance)
        switch chance.below(depth == 0 ? 9 : 13) {
        case 0, 1, 2:
            return .effects(
                chance.one(of: Recipe.StateForm.allCases), strategy, makeTable(&chance).map { $0.map { $0 % 3 } }, made)
        case 3, 4:
            return .eventEffects(chance.one(of: Recipe.EventForm.allCases), strategy, makeTable(&chance), made)
        case 5, 6:
            let tables = chance.many(1...3) { makeTable(&$0, one: 2).map { $0.map { $0 % 3 } } }
            return .react(chance.one(of: Recipe.WantForm.allCases), strategy, tables, made)
        case 7: return .answer(chance.one(of: Recipe.AnswerForm.allCases), makeTable(&chance, one: 4))
        case 8: return chance.once(in: 2) ? .source(made[0]) : .sideEffect(makeTable(&chance, one: 6))
        case 9: return .combine(chance.many(1...2) { makeRecipe(&$0, depth: depth - 1, &scriptCount) })
        case 10: return .part(makeRecipe(&chance, depth: depth - 1, &scriptCount))
        default: return .optionalPart(makeTable(&chance), makeRecipe(&chance, depth: depth - 1, &scriptCount))
        }
    }

    func next(_ state: Counted, _ event: Sent) -> Counted {
        Counted(value: table[(state.value * 7 + event.id * 5) % table.count], count: state.count + 1)
    }

    /// The entry of a table for a state; none beyond the limit.
    func ask(_ table: Table, _ state: Counted) -> Int? {
        state.count < limit && state.value < table.count ? table[state.value] : nil
    }

    /// The entry of a table for an event.
    func ask(_ table: Table, _ event: Sent) -> Int? {
        event.fuel > 0 && event.id < table.count ? table[event.id] : nil
    }

    func wants(_ tables: [Table], _ state: Counted) -> [Want] {
        tables.enumerated().compactMap { id, table in ask(table, state).map { Want(id: id, query: $0) } }
    }

    /// The part of a state that is not always there.
    func part(_ table: Table, _ state: Counted) -> Counted? {
        state.value < table.count
            ? table[state.value].map { Counted(value: $0 % Self.valueCount, count: state.count) } : nil
    }
}

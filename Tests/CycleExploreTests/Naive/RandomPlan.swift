import CycleDrivers
import TestSupport

/// Four small numbers, two of each feature.
protocol Registers: Hashable, Sendable {
    subscript(_ index: Int) -> Int { get set }
}

struct Half: Registers {
    var a = 0
    var b = 0

    subscript(_ index: Int) -> Int {
        get { index % 2 == 0 ? a : b }
        set { if index % 2 == 0 { a = newValue } else { b = newValue } }
    }
}

struct Tiny: Registers {
    var left = Half()
    var right = Half()

    subscript(_ index: Int) -> Int {
        get { index % 4 < 2 ? left[index] : right[index] }
        set { if index % 4 < 2 { left[index] = newValue } else { right[index] = newValue } }
    }
}

/// A random program of drivers of each kind, its world and its bounds.
struct RandomPlan: Sendable {
    /// A change of the registers.
    struct Change: Sendable {
        enum Kind: CaseIterable, Sendable { case set, add, copy, swap }
        let kind: Kind
        let first: Int
        let second: Int
        /// The change is made only where a register has a value.
        let condition: Want?

        init(_ chance: inout SeededChance) {
            kind = chance.one(of: Kind.allCases)
            (first, second) = (chance.below(4), chance.below(4))
            condition = chance.once(in: 3) ? Want(&chance) : nil
        }

        func apply<State: Registers>(to state: inout State) {
            if let condition, !condition.holds(state) { return }
            switch kind {
            case .set: state[first] = second % 3
            case .add: state[first] = (state[first] + 1 + second % 2) % 3
            case .copy: state[first] = state[second]
            case .swap: (state[first], state[second]) = (state[second], state[first])
            }
        }
    }

    /// Whether a register has a value, or has not.
    struct Want: Sendable {
        let register: Int
        let value: Int
        let isEqual: Bool

        init(_ chance: inout SeededChance) {
            (register, value) = (chance.below(4), chance.below(3))
            isEqual = !chance.once(in: 3)
        }

        func holds(_ state: some Registers) -> Bool { (state[register] == value) == isEqual }
    }

    /// The changes that events of a driver lead to, by their kinds.
    struct Handler: Sendable {
        let changes: [[Change]]

        init(_ chance: inout SeededChance) {
            changes = chance.many(2...3) { $0.many(1...2) { Change(&$0) } }
        }

        func apply<State: Registers>(_ event: Int, to state: inout State) {
            for change in changes[event % changes.count] { change.apply(to: &state) }
        }
    }

    /// Something that is wanted of a driver while a register has a value.
    struct Part: Sendable {
        let want: Want
        let handler: Handler
        /// One of the ways in which the driver is used.
        let variant: Int
        let register: Int

        init(_ chance: inout SeededChance) {
            want = Want(&chance)
            handler = Handler(&chance)
            (variant, register) = (chance.below(6), chance.below(4))
        }

        static func perhaps(in count: Int, _ chance: inout SeededChance) -> Part? {
            chance.once(in: count) ? Part(&chance) : nil
        }
    }

    /// The drivers of the whole, or of a half that is embedded by key path.
    struct Feature: Sendable {
        let keys: Part?
        let timer: Part?
        let network: Part?

        init(in count: Int, _ chance: inout SeededChance) {
            keys = .perhaps(in: count, &chance)
            timer = .perhaps(in: count + 1, &chance)
            network = .perhaps(in: count + 1, &chance)
        }

        var isEmpty: Bool { keys == nil && timer == nil && network == nil }
    }

    let whole: Feature
    let left: Feature
    let right: Feature
    let files: Part?
    let signals: Part?
    let engine: Part?
    let calls: Part?
    let rule: Part?
    let until: Want?
    let keyCount: Int?
    let faults: Int?
    let pauses: Int
    let preemptions: Int
    let powerCuts: Int
    let leavesOutOrders: Bool
    let jobs: Int
    let laws: [RandomLaw]
    /// The memory beside the frame: a register takes its value at some keys.
    let hidden: Part?
    /// Answers at once, in a turn of its own.
    let echo: Part?

    /// - Parameter hasHidden: Whether a memory beside the frame is planted.
    init(seed: UInt64, hasHidden: Bool = false) {
        var chance = SeededChance(seed: seed)
        whole = Feature(in: 2, &chance)
        left = Feature(in: 3, &chance)
        right = Feature(in: 3, &chance)
        files = .perhaps(in: 4, &chance)
        signals = .perhaps(in: 4, &chance)
        engine = .perhaps(in: 3, &chance)
        calls = .perhaps(in: 5, &chance)
        rule = .perhaps(in: 5, &chance)
        until = chance.once(in: 4) ? Want(&chance) : nil
        keyCount = chance.once(in: 6) ? nil : 1 + chance.below(2)
        faults = chance.once(in: 4) ? nil : chance.below(3)
        pauses = chance.below(3)
        preemptions = chance.below(3)
        powerCuts = chance.once(in: 5) ? 1 + chance.below(2) : 0
        leavesOutOrders = !chance.once(in: 3)
        jobs = 1 + chance.below(2)
        laws = chance.many(2...4) { RandomLaw(&$0) }
        hidden = hasHidden ? Part(&chance) : nil
        echo = .perhaps(in: 4, &chance)
    }
}

/// A law of each kind over the registers.
struct RandomLaw: Sendable {
    enum Kind: CaseIterable, Sendable {
        case always, everyTurn, atRest, atEnd, leadsTo, sometimes, agrees, resumes, diskAlways, diskAtRest, diskAtEnd
        case bothAlways, bothAtEnd
    }

    let kind: Kind
    let first: RandomPlan.Want
    let second: RandomPlan.Want

    init(_ chance: inout SeededChance) {
        kind = chance.one(of: Kind.allCases)
        (first, second) = (RandomPlan.Want(&chance), RandomPlan.Want(&chance))
    }

    /// One condition is seldom broken, two together are so more often.
    func holds(_ state: Tiny) -> Bool { !(first.holds(state) && second.holds(state)) }
    func holds(_ before: Tiny, _ after: Tiny) -> Bool { !(first.holds(before) && second.holds(after)) }
    func holds(_ state: Tiny, _ disk: String?) -> Bool { !(first.holds(state) && disk == "\(second.value)") }
    func holds(_ disk: String?) -> Bool { disk != "\(first.value)" }
}

import TestSupport

/// The state of a random machine: how many events have changed it, and how often its value may still lead to events.
struct Counted: Equatable, CustomStringConvertible {
    var value = 0
    var count = 0
    var fuel = 0

    var description: String { "\(value)#\(count)^\(fuel)" }
}

/// An event, and how often events may still lead to events by themselves.
struct Sent: CustomStringConvertible {
    let id: Int
    let fuel: Int

    var description: String { "\(id)^\(fuel)" }
}

/// Machines that nobody has wired to each other, and what is done to them.
struct MachineProgram {
    /// An event for each value of a state, or none.
    typealias Table = [Int?]

    /// One machine listens to the state of another, or to its own.
    struct Link {
        let from: Int
        let to: Int
        /// Whether it is told the state at its start.
        let isProducer: Bool
        let table: Table
    }

    /// A watcher of the state of a machine.
    struct Watcher {
        enum Operators {
            case map, delay
        }

        /// A call of a machine, made when a watcher receives a value.
        typealias Deed = (value: Int, machine: Int)

        let machine: Int
        let operators: Operators?
        /// The events that it sends, and their receivers.
        let sends: Table
        let to: Int
        let leaves: Int?
        let stops: Deed?
        let starts: Deed?
    }

    enum Action {
        case send(Int, Sent), start(Int), stop(Int), watch(Int), leave(Int), advance(Int)
    }

    static let valueCount = 6

    let machineCount: Int
    let links: [Link]
    /// The events that each machine derives from its own state.
    let answers: [Table]
    let watchers: [Watcher]
    let actions: [Action]
    /// How often watchers start a machine.
    let startLimit = 20

    init(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        let count = 1 + chance.below(3)
        machineCount = count
        links = chance.many(0...4) { chance in
            Link(
                from: chance.below(count), to: chance.below(count), isProducer: chance.once(in: 2),
                table: Self.makeTable(&chance))
        }
        answers = (0..<count).map { _ in chance.once(in: 3) ? Self.makeTable(&chance) : [] }
        watchers = chance.many(1...5) { chance in
            Watcher(
                machine: chance.below(count), operators: chance.one(of: [nil, nil, nil, .map, .delay]),
                sends: chance.once(in: 2) ? Self.makeTable(&chance) : [], to: chance.below(count),
                leaves: chance.once(in: 4) ? chance.below(Self.valueCount) : nil,
                stops: chance.once(in: 10) ? (chance.below(Self.valueCount), chance.below(count)) : nil,
                starts: chance.once(in: 5) ? (chance.below(Self.valueCount), chance.below(count)) : nil)
        }
        let watcherCount = watchers.count
        actions = chance.many(8...24) { Self.makeAction(&$0, count, watcherCount) } + [.advance(5)]
    }

    private static func makeTable(_ chance: inout SeededChance) -> Table {
        (0..<valueCount).map { _ in chance.once(in: 2) ? chance.below(valueCount) : nil }
    }

    private static func makeAction(_ chance: inout SeededChance, _ machines: Int, _ watchers: Int) -> Action {
        switch chance.below(12) {
        case 0...4: .send(chance.below(machines), Sent(id: chance.below(valueCount), fuel: chance.below(4)))
        case 5...7: chance.once(in: 8) ? .stop(chance.below(machines)) : .start(chance.below(machines))
        case 8, 9: .watch(chance.below(watchers))
        case 10: .leave(chance.below(watchers))
        default: .advance(chance.below(3))
        }
    }

    func next(_ state: Counted, _ event: Sent) -> Counted {
        Counted(
            value: (state.value * 5 + event.id * 7 + 3) % Self.valueCount, count: state.count + 1, fuel: event.fuel)
    }

    /// The entry of a table for a state.
    func ask(_ table: Table, _ state: Counted) -> Sent? {
        guard state.fuel > 0, state.value < table.count, let id = table[state.value] else { return nil }
        return Sent(id: id, fuel: state.fuel - 1)
    }
}

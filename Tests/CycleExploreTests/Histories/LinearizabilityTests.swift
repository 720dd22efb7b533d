import TestSupport
import Testing

@testable import CycleExplore

@Suite("Linearizability")
struct LinearizabilityTests {
    private typealias RegisterCall = HistoryOperation<Register.Call, Register.Answer>

    @Test("the histories of etcd have their verdicts", arguments: 0..<50)
    func etcd(number: Int) throws {
        let verdict = Linearizability(of: Register()).verdict(on: try RecordedHistories.etcd(number))
        switch verdict {
        case .linearizable: #expect(RecordedHistories.linearizable.contains(number))
        case .impossible: #expect(!RecordedHistories.linearizable.contains(number))
        case .undecided: Issue.record("\(verdict)")
        }
    }

    @Test(
        "the histories of a store of texts have their verdicts", arguments: ["c01-ok", "c01-bad", "c10-ok", "c10-bad"])
    func store(name: String) throws {
        let operations = try RecordedHistories.store(name)
        #expect(operations.count > 30)
        switch Linearizability(of: TextStore()).verdict(on: operations) {
        case .linearizable(let order):
            #expect(name.hasSuffix("ok"))
            #expect(isOrder(order, of: operations, by: TextStore()))
        case .impossible: #expect(name.hasSuffix("bad"))
        case .undecided: Issue.record("no verdict")
        }
    }

    @Test("a history without operations has an order")
    func empty() {
        #expect(Linearizability(of: Register()).verdict(on: []) == .linearizable([]))
    }

    @Test("the operation is named that cannot be put anywhere, with the longest order before it")
    func impossible() {
        let operations: [RegisterCall] = [
            .init(.write(1), from: 0, answered: (.done, 1)), .init(.write(2), from: 2, answered: (.done, 3)),
            .init(.read, from: 4, answered: (.value(1), 5)),
        ]
        #expect(Linearizability(of: Register()).verdict(on: operations) == .impossible(operation: 2, longest: [0, 1]))
    }

    @Test("an operation whose outcome nobody knows may have had its effect late, or never")
    func unknown() {
        let write = RegisterCall(.write(1), from: 0)
        let reads = { (first: Int?, second: Int?) -> [RegisterCall] in
            [.init(.read, from: 1, answered: (.value(first), 2)), .init(.read, from: 3, answered: (.value(second), 4))]
        }
        let checker = Linearizability(of: Register())
        #expect(checker.verdict(on: [write] + reads(nil, nil)) == .linearizable([1, 2]))
        #expect(checker.verdict(on: [write] + reads(nil, 1)) == .linearizable([1, 0, 2]))
        #expect(checker.verdict(on: [write] + reads(1, nil)) == .impossible(operation: 2, longest: [0, 1]))
    }

    @Test("a search without enough steps has no verdict", arguments: [.min, -1, 0, 1, 3])
    func undecided(limit: Int) {
        let operations = (0..<6).map { RegisterCall(.write($0), from: $0, answered: (.done, 100 + $0)) }
        let verdict = Linearizability(of: Register(), upTo: limit).verdict(on: operations)
        #expect(verdict == .undecided(stepCount: max(1, limit)))
    }

    // MARK: At random

    private func history(_ count: Int, _ chance: inout SeededChance) -> [RegisterCall] {
        var places = Array(0..<2 * count)
        for place in places.indices { places.swapAt(place, chance.below(places.count)) }
        return (0..<count).map { number in
            let (one, two) = (places[2 * number], places[2 * number + 1])
            let (begin, end) = (min(one, two), max(one, two))
            let value = chance.below(3)
            let call: Register.Call =
                switch chance.below(3) {
                case 0: .read
                case 1: .write(value)
                default: .compareAndSet(value, chance.below(3))
                }
            if chance.once(in: 6) { return RegisterCall(call, from: begin) }
            let answer: Register.Answer =
                switch call {
                case .read: .value(chance.once(in: 4) ? nil : chance.below(3))
                case .write: .done
                case .compareAndSet: chance.once(in: 2) ? .done : .refused
                }
            return RegisterCall(call, from: begin, answered: (answer, end))
        }
    }

    /// Whether some order is right, by trying them all.
    private func hasOrder(_ operations: [RegisterCall], _ taken: Set<Int> = [], _ state: Int? = nil) -> Bool {
        let left = operations.indices.filter { !taken.contains($0) }
        if left.allSatisfy({ operations[$0].end == nil }) { return true }
        let firstEnd = left.compactMap { operations[$0].end }.min() ?? .max
        return left.contains { place in
            let operation = operations[place]
            guard operation.begin < firstEnd,
                let next = Register().state(after: state, operation.call, answered: operation.answer)
            else { return false }
            return hasOrder(operations, taken.union([place]), next)
        }
    }

    private func isOrder<Model: SequentialModel>(
        _ order: [Int], of operations: [HistoryOperation<Model.Call, Model.Answer>], by model: Model
    ) -> Bool {
        var states: [Model.Part: Model.State] = [:]
        var latest = Int.min
        for place in order {
            let operation = operations[place]
            latest = max(latest, operation.begin)
            if let end = operation.end, end < latest { return false }
            let part = model.part(of: operation.call)
            guard let next = model.state(after: states[part] ?? model.start, operation.call, answered: operation.answer)
            else { return false }
            states[part] = next
        }
        let isWhole = operations.indices.allSatisfy { operations[$0].end == nil || order.contains($0) }
        return isWhole && Set(order).count == order.count
    }

    @Test("histories of up to eight operations have the verdict that trying all orders has")
    func allOrders() {
        var counts = [true: 0, false: 0]
        for seed in 0..<seedCount(300) {
            var chance = SeededChance(seed: seed)
            let operations = history(1 + chance.below(8), &chance)
            let expected = hasOrder(operations)
            counts[expected, default: 0] += 1
            switch Linearizability(of: Register()).verdict(on: operations) {
            case .linearizable(let order):
                #expect(expected, "seed \(seed)")
                #expect(isOrder(order, of: operations, by: Register()), "seed \(seed)")
            case .impossible: #expect(!expected, "seed \(seed)")
            case .undecided: Issue.record("seed \(seed)")
            }
        }
        #expect(counts.values.allSatisfy { $0 > 5 }, "\(counts)")
    }

    /// A register that is right: each operation has its effect at one place between its call and its answer.
    private func trueHistory(_ count: Int, clients: Int, _ chance: inout SeededChance) -> [RegisterCall] {
        var (place, state, operations): (Int, Int?, [RegisterCall]) = (0, nil, [])
        var open: [Int: (call: Register.Call, begin: Int, answer: Register.Answer?)] = [:]
        while operations.count < count {
            let client = chance.below(clients)
            place += 1
            guard let running = open[client] else {
                let call: Register.Call =
                    [.read, .write(chance.below(5)), .compareAndSet(chance.below(5), chance.below(5))][chance.below(3)]
                open[client] = (call, place, nil)
                continue
            }
            if let answer = running.answer {
                open[client] = nil
                operations.append(RegisterCall(running.call, from: running.begin, answered: (answer, place)))
                continue
            }
            let before = state
            let answer: Register.Answer =
                switch running.call {
                case .read: .value(before)
                case .write: .done
                case .compareAndSet(let expected, _): before == expected ? .done : .refused
                }
            if let next = Register().state(after: before, running.call, answered: answer) { state = next }
            open[client]?.answer = answer
        }
        // Those under way may have had their effect.
        return operations + open.values.sorted { $0.begin < $1.begin }.map { RegisterCall($0.call, from: $0.begin) }
    }

    @Test("a register that is right is never refused: 300 operations of ten clients")
    func right() {
        for seed in 0..<seedCount(20) {
            var chance = SeededChance(seed: seed)
            let operations = trueHistory(300, clients: 10, &chance)
            guard case .linearizable(let order) = Linearizability(of: Register()).verdict(on: operations) else {
                Issue.record("seed \(seed)")
                continue
            }
            #expect(isOrder(order, of: operations, by: Register()), "seed \(seed)")
        }
    }

    @Test("a value that was read after another one had replaced it is always refused")
    func moved() {
        for seed in 0..<seedCount(20) {
            var chance = SeededChance(seed: seed)
            var operations = trueHistory(60, clients: 4, &chance)
            let last = operations.compactMap(\.end).max() ?? 0
            operations += [
                .init(.write(100), from: last + 1, answered: (.done, last + 2)),
                .init(.write(101), from: last + 3, answered: (.done, last + 4)),
                .init(.read, from: last + 5 + chance.below(3), answered: (.value(100), last + 9)),
            ]
            guard case .impossible(let operation, _) = Linearizability(of: Register()).verdict(on: operations) else {
                Issue.record("seed \(seed)")
                continue
            }
            #expect(operation == operations.count - 1, "seed \(seed)")
        }
    }
}

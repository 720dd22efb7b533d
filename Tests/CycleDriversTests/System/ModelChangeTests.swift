import CycleBase
import TestSupport
import Testing

@testable import CycleDrivers

@Suite("The difference of two models")
struct ModelChangeTests {
    private struct Part: Identifiable, Hashable {
        let id: Int
        /// Another place is another thing.
        let place: Int
        let value: Int
    }

    private struct Waiting: HasDeadline {
        var deadline: Duration?
    }

    @Test(
        "it leads from any model to any other by what has changed, also with two parts of one identity",
        arguments: Seeds(50).map(\.self))
    func models(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        var wants: [Int: Part] = [:]
        var known: [Part] = []
        var latest: [Part] = []
        for _ in 0..<200 {
            var model = latest
            if chance.one(of: [true, false]) {
                model = (0..<chance.one(of: Array(0...4))).map { _ in
                    Part(id: chance.one(of: [1, 2, 3]), place: chance.one(of: [0, 1]), value: chance.one(of: [0, 1]))
                }
            } else if !latest.isEmpty {
                let index = chance.one(of: Array(latest.indices))
                let part = latest[index]
                model[index] = Part(id: part.id, place: part.place, value: part.value + 1)
            }
            latest = model
            let before = wants
            let change = ModelChange(from: wants, knowing: &known, to: model, of: \.self) { $0.place == $1.place }
            for (want, part) in change.kept {
                #expect(before[part.id] == want && want.place == part.place && want != part)
                wants[part.id] = part
            }
            for want in change.gone { #expect(wants.removeValue(forKey: want.id) == want) }
            for part in change.fresh { #expect(wants.updateValue(part, forKey: part.id) == nil) }
            // The first of two counts.
            #expect(wants == Dictionary(model.map { ($0.id, $0) }) { first, _ in first }, "seed \(seed)")
        }
    }

    @Test(
        "the first deadline of many parts is that of all of them, whatever has changed",
        arguments: Seeds(50).map(\.self))
    func deadlines(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        var parts = TimedParts<Waiting>()
        for _ in 0..<200 {
            let number = chance.one(of: [1, 2, 3, 4])
            switch chance.one(of: [0, 1, 2, 3]) {
            case 0: parts[number] = Waiting()
            case 1: parts[number]?.deadline = .seconds(chance.one(of: [1, 2, 3]))
            case 2: parts[number]?.deadline = nil
            default: parts.remove(number)
            }
            #expect(parts.isConsistent && parts.deadline == parts.all.values.compactMap(\.deadline).min())
            let due = parts.all.filter { $0.value.deadline.map { $0 <= .seconds(2) } ?? false }
            #expect(parts.due(at: .seconds(2)) == due.keys.sorted())
        }
    }
}

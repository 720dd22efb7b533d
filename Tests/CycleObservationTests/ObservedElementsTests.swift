import Cycle
import CycleObservation
import CycleTesting
import TestSupport
import Testing

@Suite("The elements of an observed frame")
@MainActor
struct ObservedElementsTests: ObservedRunTests {
    typealias Card = ObservedFrameTests.Card

    struct Frame: Equatable {
        var cards: [Card] = (0..<10).map { Card(id: $0, title: "card \($0)") }
        var pinned: Card.ID?
    }

    let run = ObservedRun(Frame())

    private func row(_ id: Int) -> View<String> {
        View { [observed] in observed.cards[id: id].map { "\($0.title)" } ?? "gone" }
    }

    @Test("of 10,000 rows of which one changes, one view is told")
    func oneOfMany() {
        change { $0.cards = (0..<10_000).map { Card(id: $0, title: "card \($0)") } }
        let list = View { [observed] in observed.cards.elements.count }
        let rows = observed.cards.elements.map { card in View { "\(card.title)" } }
        change { $0.cards[777].title = "changed" }
        #expect(rows.indices.filter { rows[$0].invalidationCount > 0 } == [777])
        #expect(list.invalidationCount == 0)
        rows[777].update()
        #expect(rows[777].drawn == ["card 777", "changed"])
    }

    @Test("a row is not told of a property that it does not read")
    func otherProperty() {
        let row = row(3)
        change { $0.cards[3].isDone = true }
        #expect(row.invalidationCount == 0)
    }

    @Test("rows that only move are not told, the list is")
    func moved() {
        let list = View { [observed] in observed.cards.identities }
        let rows = (0..<10).map(row)
        change { $0.cards.reverse() }
        #expect(rows.allSatisfy { $0.invalidationCount == 0 })
        change { $0.cards.insert(Card(id: 99, title: "new"), at: 0) }
        #expect(rows.allSatisfy { $0.invalidationCount == 0 })
        list.update()
        #expect(list.drawn.last == [99] + (0..<10).reversed())
        change { $0.cards[1].title = "nine" }
        #expect(rows.indices.filter { rows[$0].invalidationCount > 0 } == [9])
    }

    @Test("a row is told when its element goes, and when it comes back")
    func comesAndGoes() {
        let row = row(3)
        change { $0.cards.remove(at: 3) }
        row.update()
        change { $0.cards.append(Card(id: 3, title: "back")) }
        row.update()
        change { $0.cards[9].title = "again" }
        row.update()
        #expect(row.drawn == ["card 3", "gone", "back", "again"])
    }

    @Test("an observed element that has gone shows what it was, and follows it when it comes back")
    func keptElement() throws {
        let card = try #require(observed.cards[id: 3])
        let view = View { "\(card.title)" }
        change { $0.cards.removeAll() }
        view.update()
        #expect(view.drawn.last == "card 3")
        change { $0.cards = [Card(id: 3, title: "back")] }
        view.update()
        #expect(view.drawn.last == "back")
        #expect(card.id == 3)
    }

    @Test("of two elements with one identity the first is observed")
    func duplicates() {
        change { $0.cards = [Card(id: 1, title: "first"), Card(id: 1, title: "second")] }
        let row = row(1)
        change { $0.cards[1].title = "other" }
        #expect(row.invalidationCount == 0)
        change { $0.cards[0].title = "changed" }
        row.update()
        #expect(row.drawn == ["first", "changed"])
    }

    @Test("an identity that was never there is asked for at no cost, and told when it comes")
    func unknown() {
        let row = row(50)
        change { $0.cards[0].title = "other" }
        #expect(row.invalidationCount == 0)
        change { $0.cards.append(Card(id: 50, title: "new")) }
        row.update()
        #expect(row.drawn == ["gone", "new"])
    }

    @Test("random changes tell exactly the rows that differ")
    func random() {
        var chance = SeededChance(seed: 7)
        let rows = (0..<12).map(row)
        for _ in 0..<2_000 {
            let before = rows.map(\.invalidationCount)
            let shown = rows.map { $0.drawn.last ?? "" }
            let (kind, one, two) = (chance.below(6), chance.below(12), chance.below(12))
            change { frame in
                let there = frame.cards.firstIndex { $0.id == one }
                switch kind {
                case 0: if let there { frame.cards[there].title += "!" }
                case 1: if let there { frame.cards.remove(at: there) }
                case 2:
                    if there == nil {
                        frame.cards.insert(Card(id: one, title: "\(two)"), at: min(two, frame.cards.count))
                    }
                case 3: frame.cards.sort { ($0.id * 7 + two) % 12 < ($1.id * 7 + two) % 12 }
                case 4: if let there { frame.cards[there].isDone.toggle() }
                case 5:
                    let position = min(two, frame.cards.count)
                    if frame.cards.count < 20 { frame.cards.insert(Card(id: one, title: "again"), at: position) }
                default: break
                }
            }
            for (id, row) in rows.enumerated() {
                let now = cycle.frame.cards.first { $0.id == id }?.title ?? "gone"
                #expect((row.invalidationCount > before[id]) == (now != shown[id]), "row \(id)")
                row.update()
                #expect(row.drawn.last == now)
            }
        }
    }

    @Test("are there for a reader that reads them at once when it is told, and after that")
    func readingWhileTold() {
        var seen: [[Card.ID]] = []
        let observed = observed
        change { $0.cards = [Card(id: 1, title: "a"), Card(id: 2, title: "b")] }
        _ = Reader {
            _ = observed.cards[id: 1].map { "\($0.title)" }
        } whenTold: {
            seen.append(observed.cards.elements.map(\.id))
        }
        change { $0.cards = [Card(id: 9, title: "c"), Card(id: 1, title: "changed"), Card(id: 2, title: "b")] }
        seen.append(observed.cards.elements.map(\.id))
        #expect(seen == [[1, 2], [9, 1, 2]])
    }
}

import Cycle
import CycleObservation
import CycleTesting
import Observation
import Testing

@Suite("Observed elements that move")
@MainActor
struct MovingElementsTests: ObservedRunTests {
    typealias Card = ObservedFrameTests.Card

    struct Board: Equatable, Identifiable {
        let id: Int
        var cards: [Card] = []
    }

    struct Frame: Equatable {
        var cards = (0..<10).map { Card(id: $0, title: "card \($0)") }
        var boards = (0..<3).map { Board(id: $0, cards: [Card(id: 0, title: "\($0)")]) }
        var recent: ArraySlice<Card> = []
        var found: [Card]?
    }

    @MainActor
    final class Seen {
        var titles: [String] = []
    }

    let run = ObservedRun(Frame())

    private func row(_ id: Int) -> View<String> {
        View { [observed] in observed.cards[id: id].map { "\($0.title)" } ?? "gone" }
    }

    /// Redraws all rows.
    ///
    /// - Returns: Those that were told.
    private func told(_ rows: [View<String>]) -> [Int] {
        let counts = rows.map(\.drawn.count)
        for row in rows { row.update() }
        return rows.indices.filter { rows[$0].drawn.count > counts[$0] }
    }

    @Test("an element inserted in front notifies no row, and each later change notifies one")
    func front() {
        let rows = (0..<10).map(row)
        change { $0.cards.insert(Card(id: 99, title: "new"), at: 0) }
        #expect(told(rows).isEmpty)
        change { $0.cards[4].title = "three" }
        #expect(told(rows) == [3])
        change { $0.cards.removeFirst() }
        #expect(told(rows).isEmpty)
        change { $0.cards[9].title = "nine" }
        #expect(told(rows) == [9])
        #expect(rows[9].drawn == ["card 9", "nine"])
    }

    @Test("an element that moves and changes at once notifies its row")
    func movedAndChanged() {
        let rows = (0..<10).map(row)
        change { frame in
            frame.cards.swapAt(2, 7)
            frame.cards[2].title = "seven"
        }
        #expect(told(rows) == [7])
        #expect(rows[7].drawn.last == "seven")
    }

    @Test("of two elements with one identity the first is observed, also when it is the first only now")
    func becomesFirst() {
        change { $0.cards = [Card(id: 1, title: "one"), Card(id: 2, title: "two")] }
        let rows = (0..<3).map(row)
        change { $0.cards[0] = Card(id: 2, title: "other two") }
        #expect(told(rows) == [1, 2])
        #expect(rows.map(\.drawn.last) == ["gone", "gone", "other two"])
        change { $0.cards[0] = Card(id: 1, title: "one") }
        #expect(told(rows) == [1, 2])
        #expect(rows.map(\.drawn.last) == ["gone", "one", "two"])
    }

    @Test("equal elements in another array tell nobody")
    func equalArray() {
        let rows = (0..<10).map(row)
        let list = View { [observed] in observed.cards.identities }
        change { frame in
            frame.cards = frame.cards.map { Card(id: $0.id, title: $0.title) }
            frame.found = []
        }
        #expect(told(rows).isEmpty)
        #expect(list.invalidationCount == 0)
    }

    @Test("an identity is asked for before it is there, and told when it comes in front")
    func asked() {
        let row = row(50)
        change { $0.cards.insert(Card(id: 50, title: "new"), at: 0) }
        row.update()
        change { $0.cards[0].title = "newer" }
        row.update()
        #expect(row.drawn == ["gone", "new", "newer"])
    }

    @Test("an element inside of an element is told, and those beside it are not")
    func nested() {
        let rows = (0..<3).map { id in
            View { [observed] in observed.boards[id: id]?.cards[id: 0].map { "\($0.title)" } ?? "gone" }
        }
        change { $0.boards[1].cards[0].title = "changed" }
        #expect(told(rows) == [1])
        change { $0.boards[1].cards.insert(Card(id: 5, title: "five"), at: 0) }
        #expect(told(rows).isEmpty)
        change { $0.boards.reverse() }
        #expect(told(rows).isEmpty)
        change { $0.boards[0].cards[0].title = "last" }
        #expect(told(rows) == [2])
        change { $0.boards[1].cards = [] }
        #expect(told(rows) == [1])
        change { $0.boards.removeAll { $0.id == 0 } }
        #expect(told(rows) == [0])
        #expect(rows.map(\.drawn.last) == ["gone", "gone", "last"])
    }

    @Test("the positions of a slice do not begin at 0")
    func slice() {
        let row = View { [observed] in observed.recent[id: 4].map { "\($0.title)" } ?? "gone" }
        change { $0.recent = $0.cards[3..<6] }
        row.update()
        change { $0.recent[4].title = "four" }
        row.update()
        change { $0.recent = $0.recent[4..<6] }
        #expect(row.invalidationCount == 2)
        change { $0.recent = $0.recent[5..<6] }
        row.update()
        #expect(row.drawn == ["gone", "card 4", "four", "gone"])
    }

    @Test("elements of a collection that goes and comes back are told of both")
    func optional() {
        change { $0.found = [Card(id: 0, title: "zero")] }
        let list = View { [observed] in observed.found?.identities ?? [] }
        let row = View { [observed] in observed.found?[id: 0].map { "\($0.title)" } ?? "gone" }
        change { $0.found = nil }
        list.update()
        row.update()
        change { $0.found = [Card(id: 1, title: "one"), Card(id: 0, title: "zero again")] }
        list.update()
        row.update()
        change { $0.found?[1].title = "changed" }
        list.update()
        row.update()
        #expect(list.drawn == [[0], [], [1, 0]])
        #expect(row.drawn == ["zero", "gone", "zero again", "changed"])
    }

    @Test("a view that reads the elements again while it is told sees those of before, and takes nothing from others")
    func readsWhileTold() {
        let seen = Seen()
        let rows = (0..<10).map(row)
        withObservationTracking {
            _ = observed.cards.identities
        } onChange: {
            MainActor.assumeIsolated {
                seen.titles = (0..<11).map { self.observed.cards[id: $0].map { "\($0.title)" } ?? "gone" }
            }
        }
        change { frame in
            frame.cards.reverse()
            frame.cards[0].title = "nine"
            frame.cards.append(Card(id: 10, title: "ten"))
            frame.cards.remove(at: 3)
        }
        #expect(seen.titles == (0..<10).map { "card \($0)" } + ["gone"])
        #expect(told(rows) == [6, 9])
        #expect(rows[9].drawn.last == "nine")
        change { $0.cards.swapAt(0, 1) }
        #expect(told(rows).isEmpty)
    }
}

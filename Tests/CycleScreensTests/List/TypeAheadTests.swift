import CycleDrivers
import CycleScreens
import Testing

@Suite("Letters in a list")
struct TypeAheadTests {
    let rows = ["Apple", "Avocado", "Banana", "Élan", "avenue", "Kiwi"]

    /// Where letters lead to, so long after each other.
    private func jumps(_ letters: String, after pause: Duration, from start: String? = nil) -> [String?] {
        var (list, time) = (ListState(selected: start), Duration.zero)
        return letters.map { letter in
            time += pause
            let input = ScreenInput(.key(Key(.character(letter))), layout(9, 9, .empty), time: time)
            let outcome = list.handle(input, rows: rows, id: \.self, keys: ListCommand.keysBesideTyping).otherwise {
                list.jump(by: input, rows: rows, id: \.self) { $0 }
            }
            return outcome == .changed ? list.selected : nil
        }
    }

    @Test("go to the next row that begins with one, round the end, whether it is a capital one")
    func next() {
        #expect(jumps("aaaa", after: .seconds(2)) == ["Apple", "Avocado", "avenue", "Apple"])
        #expect(jumps("aBék", after: .seconds(2), from: "Kiwi") == ["Apple", "Banana", "Élan", "Kiwi"])
        #expect(jumps("x", after: .seconds(2)) == [nil])
    }

    @Test("quick letters are one beginning; letters that begin no row start anew")
    func beginnings() {
        #expect(jumps("ave", after: .milliseconds(200), from: "Kiwi") == ["Apple", "Avocado", "avenue"])
        #expect(jumps("avok", after: .milliseconds(200)) == ["Apple", "Avocado", "Avocado", "Kiwi"])
        #expect(jumps("aa", after: .milliseconds(200)) == ["Apple", "Avocado"])
        #expect(jumps("avxo", after: .milliseconds(200)) == ["Apple", "Avocado", nil, nil])
    }

    @Test("letters that are keys of the list still search, and without rows nothing happens")
    func keys() {
        var list = ListState<String>()
        #expect(list.handle(ScreenInput("j"), rows: rows, id: \.self) == .changed && list.selected == "Avocado")
        #expect(list.jump(by: ScreenInput(.enter), rows: rows, id: \.self) { $0 } == .ignored)
        #expect(list.jump(by: ScreenInput("a"), rows: [String](), id: \.self) { $0 } == .ignored)
    }
}

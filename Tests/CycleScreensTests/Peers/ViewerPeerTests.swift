import CycleDrivers
import CycleScreens
import Testing

/// Faults of viewers, process lists and git clients that their users have reported, each tested as it should be.
@Suite("Faults of other programs")
struct ViewerPeerTests {
    typealias Shown = ReaderPeerTests.Shown

    @Test("a selection from the first column of a line has no end of the line before")
    func firstColumn() {
        var shown = Shown(lines: ["one", "two", "three"])
        shown.mouse(.pressed(.left), 2, 3)
        shown.mouse(.dragged(.left), 2, 0)
        shown.mouse(.released(.left), 2, 0)
        shown.press("y")
        #expect(shown.copied == "thr")
    }

    @Test("a selection goes on while the wheel turns, and what has left the screen is copied, too")
    func wheelWhileSelecting() {
        var shown = Shown(lines: (0..<20).map { "line \($0)" })
        shown.mouse(.pressed(.left), 1, 5)
        shown.mouse(.dragged(.left), 2, 2)
        shown.mouse(.scrolled(.down), 2, 2)
        shown.mouse(.scrolled(.down), 2, 2)
        shown.mouse(.dragged(.left), 2, 6)
        shown.mouse(.released(.left), 2, 6)
        shown.press("y")
        #expect(shown.copied == (1...8).map { $0 == 1 ? "1" : "line \($0)" }.joined(separator: "\n"))
    }

    @Test("a selection ends in the cell under the mouse, behind characters of two cells")
    func wideCells() {
        var shown = Shown(lines: ["ab汉字cd"])
        shown.mouse(.pressed(.left), 0, 1)
        shown.mouse(.dragged(.left), 0, 6)
        shown.mouse(.released(.left), 0, 6)
        shown.press("y")
        #expect(shown.copied == "b汉字")
    }

    @Test("a click selects nothing, also on the end of a line of CR LF")
    func clicks() {
        var shown = Shown(lines: ["one\r", "two\r"])
        for column in [0, 3, 9] {
            shown.mouse(.pressed(.left), 0, column)
            shown.mouse(.released(.left), 0, column)
            shown.press("y")
            #expect(shown.copied == nil)
        }
    }

    @Test("an area that grows with what is typed shows its first row as long as all rows fit")
    func growingAreas() {
        var area = TextArea("")
        var rows = 1
        for letter in "one two three four five six" {
            let shown = layout(10, rows, area.view.region(0))
            _ = area.handle(ScreenInput(.key(Key(letter)), shown).at(0))
            rows = min(6, layout(10, 10, area.view.height(.fit).region(0)).canvas.text.split(separator: "\n").count)
            let text = layout(10, rows, area.view.region(0)).canvas.text
            #expect(area.text.hasPrefix(text.prefix(1)), "\(text)")
        }
        #expect(rows == 4)
    }

    @Test("rows that are marked among found ones stay marked with those before them, when all rows are shown again")
    func marksWhileFiltering() {
        let rows = Array(0..<100)
        var list = ListState<Int>(markLimit: 10)
        func press(_ key: Key, _ shown: [Int]) {
            let view = list.view(of: shown, id: \.self) { number, row in "\(row.pointer)\(number)" }
            _ = list.handle(ScreenInput(.key(key), layout(20, 5, view.region(0))).at(0), rows: shown, id: \.self)
        }
        list.select(position: 60, in: rows, id: \.self)
        press(" ", rows)
        let found = rows.filter { $0 % 10 == 3 }
        list.select(position: 2, in: found, id: \.self)
        press(" ", found)
        #expect(list.marked == [60, 23])
        let all = list.view(of: rows, id: \.self) { number, row in "\(row.pointer)\(number)" }
        #expect(text(20, 5, all).contains("23"))
    }

    @Test("a message without blanks is seen from its beginning, wrapped inside of a narrow screen")
    func longMessages() {
        var toasts = Toasts()
        toasts.show("E" + String(repeating: "x", count: 40) + "!", .failure)
        let shown = text(20, 8, View.text("below").growing().toasts(toasts)).split(separator: "\n")
        #expect(shown.contains { $0.contains("E") } && shown.contains { $0.contains("!") }, "\(shown)")
        #expect(shown.last?.contains("╯") == true, "\(shown)")
    }

    @Test("the selected cell of a table that is wider than its room is seen, and one step back scrolls by no more")
    func wideTables() {
        struct Item: Identifiable { var id: Int }
        let items = [Item(id: 0), Item(id: 1)]
        let columns = (0..<8).map { number in
            ListColumn<Item>("c\(number)", width: .fixed(5)) { "\(number)x\($0.id)" }
        }
        var list = ListState<Int>(column: 0)
        func shown() -> ScreenLayout { layout(16, 4, list.table(of: items, columns: columns).region(0)) }
        for (key, steps) in [(Key.right, Array(1...7)), (.left, Array((0...6).reversed()))] {
            for step in steps {
                _ = list.handle(ScreenInput(.key(key), shown()).at(0), table: items)
                #expect(list.column == step)
                let title = shown().canvas.text.split(separator: "\n")[0]
                #expect(title.contains("c\(step)"), "\(title)")
            }
        }
    }

    @Test("a row that is selected before there is a bar is seen when there is one")
    func firstBar() {
        var list = ListState<Int>()
        for count in 1...12 {
            list.select(position: count - 1, in: Array(0..<count), id: \.self)
            let view = list.view(of: 0..<count, id: \.self, hasScrollBar: true) { number, row in
                "\(row.pointer)\(number)"
            }
            #expect(text(10, 5, view).contains("▌ \(count - 1)"))
        }
    }

    @Test("a tab stands before a comment as a blank does, and before the end of a document of a shell")
    func tabs() throws {
        func marked(_ language: String, _ code: String) throws -> [String] {
            let rules = try #require(CodeRules(language: language))
            return rules.marked(code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        }
        #expect(try marked("sh", "echo abc\t# it's\necho 'd'") == ["/# it's/", "\"'d'\""])
        #expect(try marked("make", "A = b\t# it's\nC = d") == ["/# it's/", ""])
        #expect(
            try marked("sh", "cat <<-EOF\n\tdoesn't match\n\tEOF\necho 'a' # b")
                == ["\"<<-EOF\"", "\"\tdoesn't match\"", "\"\tEOF\"", "\"'a'\"/# b/"])
        #expect(try marked("java", "/**\n * it's\n */\nclass A { 'b' }") == ["//**/", "/ * it's/", "/ *//", "\"'b'\""])
    }
}

import CycleDrivers
import CycleScreens
import CycleTesting
import Foundation
import Testing

@Suite("A text area")
struct TextAreaTests {
    private func press(_ keys: Key..., on area: inout TextArea, columns: Int = 10, rows: Int = 4) -> Outcome {
        var outcome = Outcome.ignored
        for key in keys {
            outcome = area.handle(ScreenInput(.key(key), layout(columns, rows, area.view.region(0))).at(0))
        }
        return outcome
    }

    private func cursor(_ area: TextArea, columns: Int = 10, rows: Int = 4) -> Position? {
        layout(columns, rows, area.view).canvas.cursor
    }

    @Test("wraps between words, with the cursor where the text is")
    func wraps() {
        var area = TextArea("one two three")
        #expect(text(10, 4, area.view) == "one two\nthree")
        #expect(cursor(area) == .init(row: 1, column: 5))
        _ = press(.control("a"), on: &area)
        #expect(cursor(area) == .init(row: 0, column: 0))
    }

    @Test("the cursor has a cell of its own behind a row that is full")
    func full() {
        var area = TextArea()
        for character in "abcdefghij" {
            _ = press(Key(.character(character)), on: &area)
            #expect(cursor(area) != nil)
        }
        #expect(text(10, 4, area.view) == "abcdefghi\nj")
    }

    @Test("Up and Down keep to their column, over short rows and wrapped ones")
    func columns() {
        var area = TextArea("long line\nab\nlong again")
        _ = press(.control(.home), .end, on: &area, columns: 20)
        #expect(cursor(area, columns: 20) == .init(row: 0, column: 9))
        _ = press(.down, on: &area, columns: 20)
        #expect(cursor(area, columns: 20) == .init(row: 1, column: 2))
        _ = press(.down, on: &area, columns: 20)
        #expect(cursor(area, columns: 20) == .init(row: 2, column: 9))
        #expect(press(.down, on: &area, columns: 20) == .ignored)
        #expect(press(.up, .up, .up, on: &area, columns: 20) == .ignored)
    }

    @Test("going down row by row comes to every row, also of one long line")
    func everyRow() {
        var area = TextArea(String(repeating: "word ", count: 30) + String(repeating: "x", count: 40))
        _ = press(.control(.home), on: &area)
        var count = 0
        while press(.down, on: &area) == .changed { count += 1 }
        #expect(count >= 15)
        while press(.up, on: &area) == .changed { count -= 1 }
        #expect(count == 0)
        #expect(area.edited.cursor == 0)
    }

    @Test("scrolls as far as needed to show the cursor")
    func scrolls() {
        var area = TextArea((0..<9).map { "line \($0)" }.joined(separator: "\n"))
        #expect(text(10, 3, area.view) == "line 6\nline 7\nline 8")
        _ = press(.up, .up, on: &area, rows: 3)
        #expect(text(10, 3, area.view).hasPrefix("line 6"))
        _ = press(.up, on: &area, rows: 3)
        #expect(text(10, 3, area.view).hasPrefix("line 5"))
    }

    @Test("Enter is a line end; where it submits, others are")
    func enter() {
        var area = TextArea("a")
        #expect(press(.enter, on: &area) == .changed && area.text == "a\n")
        #expect(cursor(area) == .init(row: 1, column: 0))
        area = TextArea("a", submitsOnEnter: true)
        #expect(press(.enter, on: &area) == .submitted)
        _ = press(.alt(.enter), .control("j"), .shift(.enter), on: &area)
        #expect(area.text == "a\n\n\n")
    }

    @Test("Ctrl-K at the end of a line joins the next, Ctrl-U and Ctrl-W stay in theirs")
    func lines() {
        var area = TextArea("ab\ncd")
        _ = press(.up, .end, .control("k"), on: &area)
        #expect(area.text == "abcd")
        area = TextArea("ab\ncd")
        _ = press(.control("u"), .control("u"), on: &area)
        #expect(area.text == "ab\n")
    }

    @Test("selects with the mouse and with Shift over rows")
    func selects() {
        var area = TextArea("one\ntwo")
        func mouse(_ action: ConsoleDriver.Mouse.Action, _ row: Int, _ column: Int) {
            let event = ConsoleDriver.Event.mouse(.init(action, at: .init(row: row, column: column)))
            _ = area.handle(ScreenInput(event, layout(10, 4, area.view.region(0))).at(0))
        }
        mouse(.pressed(.left), 0, 1)
        mouse(.dragged(.left), 1, 2)
        #expect(area.edited.selectedText == "ne\ntw")
        #expect(layout(10, 4, area.view).canvas.styles == ".aa\naa\na: reverse")
        _ = press(.shift(.up), on: &area)
        #expect(area.edited.selectedText == "n")
    }

    @Test("numbers its lines, not its rows")
    func numbers() {
        let area = TextArea("one two three\nfour", hasLineNumbers: true)
        #expect(text(10, 4, area.view) == "1 one two\n  three\n2 four")
    }

    @Test("random keys keep the cursor in sight, where the next character will be")
    func random() {
        var random = SplitMix(seed: 5)
        var area = TextArea()
        let keys: [Key] = [
            "a", " ", "日", .enter, .up, .down, .left, .right, .home, .end, .backspace, .control("k"), .control("w"),
            .control("y"), .pageUp, .pageDown, .shift(.up), .alt("b"), .control("_"),
        ]
        for step in 0..<3_000 {
            let (columns, rows) = (Int.random(in: 1...12, using: &random), Int.random(in: 1...5, using: &random))
            _ = press(keys.randomElement(using: &random) ?? "a", on: &area, columns: columns, rows: rows)
            #expect(cursor(area, columns: columns, rows: rows) != nil, "step \(step)")
        }
    }
}

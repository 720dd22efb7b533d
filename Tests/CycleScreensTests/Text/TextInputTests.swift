import CycleDrivers
import CycleScreens
import TestSupport
import Testing

@Suite("A text input")
struct TextInputTests {
    private func type(_ keys: Key..., into input: inout TextInput) -> [Outcome] {
        keys.map { input.handle(ScreenInput($0)) }
    }

    @Test("shows its text and the terminal's own cursor, or its placeholder")
    func shows() {
        var input = TextInput(placeholder: "Name")
        #expect(layout(10, 1, input.view).canvas.description == "Name\naaaa\na: italic foreground=241/248")
        #expect(layout(10, 1, input.view).canvas.cursor == .init(row: 0, column: 0))
        _ = type("日", "a", .left, into: &input)
        #expect(text(10, 1, input.view) == "日a")
        #expect(layout(10, 1, input.view).canvas.cursor == .init(row: 0, column: 2))
        #expect(layout(3, 1, TextInput(placeholder: "Name").view).canvas.text == "Na…")
    }

    @Test("shows what is before the cursor when the end is removed, and all of a text that there is room for by now")
    func unscrolled() {
        var input = TextInput()
        func press(_ key: Key) { _ = input.handle(ScreenInput(.key(key), layout(8, 1, input.view))) }
        for letter in "abcdefghijkl" { press(Key(.character(letter))) }
        #expect(text(8, 1, input.view) == "fghijkl")
        for _ in 0..<3 { press(.backspace) }
        #expect(text(8, 1, input.view) == "cdefghi")
        #expect(text(20, 1, input.view) == "abcdefghi")
        #expect(layout(20, 1, input.view).canvas.cursor == Position(row: 0, column: 9))
        press(.home)
        #expect(text(8, 1, input.view) == "abcdefgh")
    }

    @Test("scrolls so that the cursor is seen, and stays where it is otherwise")
    func scrolls() {
        var input = TextInput("abcdefghij")
        let view = { (input: TextInput) in layout(5, 1, input.view.region(0)) }
        #expect(view(input).canvas.text == "ghij")
        #expect(view(input).canvas.cursor == .init(row: 0, column: 4))
        for expected in ["ghij", "ghij", "ghij", "ghij", "fghij", "efghi"] {
            _ = input.handle(ScreenInput(.key(.left), view(input)).at(0))
            #expect(view(input).canvas.text == expected)
        }
        #expect(view(input).canvas.cursor == .init(row: 0, column: 0))
    }

    @Test("submits with Enter, unless a rule says what is wrong; is left with Escape")
    func outcomes() {
        var input = TextInput(rules: [.notEmpty, .integer(1...9)])
        #expect(type(.enter, into: &input) == [.changed])
        #expect(input.isRejected && input.problem == "must be filled in")
        #expect(type("1", "0", .enter, into: &input).last == .changed)
        #expect(input.problem == "must be a number from 1 to 9")
        #expect(type(.backspace, .enter, into: &input) == [.changed, .submitted])
        #expect(type(.escape, into: &input) == [.cancelled])
    }

    @Test("ignores what is not its own: Tab, F-keys, arrows without history, Ctrl-D when it is empty")
    func ignored() {
        var input = TextInput()
        #expect(
            type(.tab, .function(1), .up, .down, .control("d"), into: &input) == Array(repeating: .ignored, count: 5))
        #expect(type("a", .control("d"), into: &input).last == .changed)
    }

    @Test("takes letters that are keys elsewhere, and what is pasted, as text")
    func typed() {
        var input = TextInput()
        _ = type("q", "j", "/", " ", into: &input)
        _ = input.handle(ScreenInput(.paste("q\nx"), layout(1, 1, .empty)))
        #expect(input.text == "qj/ q x")
    }

    @Test("hides a secret: no word is told from another, nothing is shown but dots")
    func secret() {
        var input = TextInput("one two", isSecret: true)
        #expect(text(10, 1, input.view) == "•••••••")
        _ = type(.alt("b"), into: &input)
        #expect(layout(10, 1, input.view).canvas.cursor == .init(row: 0, column: 0))
        _ = type(.end, .control("w"), into: &input)
        #expect(input.text.isEmpty)
        input = TextInput("👨‍👩‍👧e\u{301}", isSecret: true)
        #expect(text(10, 1, input.view) == "••")
    }

    @Test("goes through what was entered before, and comes back to what was being written")
    func history() {
        var input = TextInput()
        for word in ["one", "two"] {
            input.text = word
            input.commit()
        }
        _ = type("x", .up, into: &input)
        #expect(input.text == "two")
        _ = type(.control("p"), .up, into: &input)
        #expect(input.text == "one")
        _ = type(.down, .control("n"), .down, into: &input)
        #expect(input.text == "x")
    }

    @Test("offers the rest of what may be meant, and takes it with Right or Tab")
    func suggestions() {
        var input = TextInput()
        input.suggestions = ["Berlin", "Bern"]
        _ = type("b", into: &input)
        #expect(input.suggestedEnd == "erlin")
        #expect(layout(10, 1, input.view).canvas.description == "berlin\n.aaaaa\na: italic foreground=241/248")
        #expect(type(.tab, into: &input) == [.changed])
        #expect(input.text == "berlin")
        #expect(input.suggestedEnd == nil)
        _ = type(.home, .right, into: &input)
        #expect(input.text == "berlin")
    }

    @Test("the mouse places the cursor, and selects by dragging, also beyond the edge")
    func mouse() {
        var input = TextInput("one two")
        func mouse(_ action: ConsoleDriver.Mouse.Action, _ column: Int) {
            let view = View.row {
                "> "; input.view.region(0)
            }
            let event = ConsoleDriver.Event.mouse(.init(action, at: .init(row: 0, column: column)))
            _ = input.handle(ScreenInput(event, layout(20, 1, view)).at(0))
        }
        mouse(.pressed(.left), 6)
        #expect(input.edited.cursor == 4)
        mouse(.dragged(.left), 19)
        #expect(input.edited.selectedText == "two")
        mouse(.dragged(.left), 0)
        #expect(input.edited.selectedText == "one ")
        #expect(layout(10, 1, input.view).canvas.styles == "aaaa\na: reverse")
    }

    @Test("rules say what is wrong in words")
    func rules() {
        #expect(TextRule.notEmpty.problem(in: " ") == "must be filled in")
        #expect(TextRule.length(2...3).problem(in: "abcd") == "must have 3 characters or fewer")
        #expect(TextRule.number.problem(in: "1.5") == nil)
        #expect(TextRule.oneOf(["a", "b"]).problem(in: "c") == "must be a or b")
    }

    @Test("is written as JSON and read again")
    func coding() throws {
        var input = TextInput("abc", placeholder: "x", isSecret: true, limit: 5, rules: [.length(1...5)])
        _ = type(.left, "x", into: &input)
        #expect(try copy(input) == input)
    }
}

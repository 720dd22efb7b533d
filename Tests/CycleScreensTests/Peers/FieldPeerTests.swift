import CycleDrivers
import CycleScreens
import Testing

/// Faults of fields that users of other kits have reported, each tested as it should be.
@Suite("Faults of other libraries in fields")
struct FieldPeerTests {
    private func after(_ field: TextInput, _ keys: Key...) -> TextInput {
        var field = field
        for key in keys { _ = field.handle(ScreenInput(key)) }
        return field
    }

    private func pasted(_ text: String, into field: TextInput) -> TextInput {
        var field = field
        _ = field.handle(ScreenInput(.paste(text), layout(20, 1, field.view)))
        return field
    }

    @Test("a change of the whole selection is one step of undo, and one cut")
    func selectingAll() {
        #expect(after(TextInput(), "a", "b", .alt("a"), "x", .control("z")).text == "ab")
        let cut = after(TextInput("one two"), .control("w"), .alt("a"), .control("x"), .control("y"))
        #expect(cut.text == "one ")
    }

    @Test("undo takes back a word, and not all that was typed; Ctrl-Shift-Z makes it again")
    func words() {
        let typed = after(TextInput(), "a", "b", " ", " ", "c", "d")
        #expect(after(typed, .control("z")).text == "ab  ")
        #expect(after(typed, .control("z"), .control("z")).text.isEmpty)
        #expect(after(typed, .control("z"), .control("z"), .shift(.control("z"))).text == "ab  ")
    }

    @Test("Left and Right without Shift lead to the ends of what is selected")
    func leavingASelection() {
        let selected = after(TextInput("abcdef"), .left, .shift(.left), .shift(.left))
        #expect(after(selected, .right).edited.cursor == 5 && after(selected, .left).edited.cursor == 3)
        #expect(after(selected, .right).edited.selection == nil)
        #expect(after(selected, .right, .left).edited.cursor == 4)
    }

    @Test("there are never more characters than the limit, whatever puts them there; a mark joins the last one")
    func limits() {
        let typed = after(TextInput(limit: 3), "a", "b", "c", .control("u"))
        #expect(after(typed, .control("y"), .control("y")).text == "abc")
        #expect(after(TextInput("abß", limit: 3), .home, .alt("u")).text == "ABS")
        #expect(TextInput("abcd", limit: 3).text == "abc")
        var field = TextInput(limit: 3)
        field.history = ["too long"]
        #expect(after(field, .up).text == "too")
        #expect(after(field, "a", "b", "e", "\u{301}", "x").text == "abe\u{301}")
    }

    @Test("a secret is one word to who looks on, also for Alt-U")
    func secrets() {
        let field = after(TextInput("abc def", isSecret: true), .home, .alt("u"), .alt("c"), .alt("l"))
        #expect(field.edited.cursor == 0 && field.text == "abc def")
    }

    @Test("a line that was copied with its end is pasted without a blank behind it, other line ends are blanks")
    func pastedLines() {
        #expect(pasted("token\r\n", into: TextInput(isSecret: true)).text == "token")
        #expect(pasted("a\nb\n\n", into: TextInput()).text == "a b")
        var area = EditedText(isSingleLine: false)
        area.insert("a\n")
        #expect(area.text == "a\n")
    }

    @Test("a paste during a search of the history joins the search")
    func pastedSearch() {
        var field = TextInput()
        field.history = ["make test", "make"]
        field = pasted("te\nst", into: after(field, .control("r")))
        #expect(text(30, 1, field.view) == "search te st:" && field.text.isEmpty)
        field = pasted("test\n", into: after(field, .escape, .control("r")))
        #expect(after(field, .enter).text == "make test")
    }

    @Test("a cut text can be put back in the next question, unless it is secret")
    func cutsAfterCommit() {
        for isSecret in [false, true] {
            var field = after(TextInput("cut", isSecret: isSecret), .control("u"), "x")
            field.commit()
            #expect(after(field, .control("y")).text == (isSecret ? "" : "cut"))
        }
    }

    @Test("a wheel turns the area that it is over")
    func wheels() {
        var area = TextArea("a\nb\nc\nd")
        let view = View.column {
            area.view.height(2).region(0)
            "below"
        }
        let outcomes = [2, 0].map { row in
            let wheel = ConsoleDriver.Event.mouse(.init(.scrolled(.up), at: .init(row: row, column: 0)))
            return area.handle(ScreenInput(wheel, layout(9, 3, view)).at(0))
        }
        #expect(outcomes == [.ignored, .changed])
    }
}

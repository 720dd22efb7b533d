import CycleDrivers
import CycleScreens
import Testing

/// Faults of tabs, menus and forms that users of other kits have reported, each tested as it should be.
@Suite("Faults of other libraries in dialogs")
struct DialogPeerTests {
    private func press(_ row: Int, _ column: Int, _ shown: ScreenLayout) -> ScreenInput {
        ScreenInput(.mouse(.init(.pressed(.left), at: .init(row: row, column: column))), shown)
    }

    @Test("of tabs that do not fit the chosen one is seen and can be pressed; without it the last one is chosen")
    func tabs() {
        var tabs = Tabs((1...9).map { "title \($0)" }, position: 8)
        #expect(text(24, 1, tabs.view) == "e 7   title 8  ▐title 9▌")
        #expect(text(9, 1, tabs.view) == "▐title 9▌")
        let outcome = tabs.handle(press(0, 12, layout(24, 1, tabs.view)))
        #expect(outcome == .changed && tabs.position == 7)
        tabs.titles = ["one", "two"]
        #expect(tabs.position == 1)
        #expect(
            text(
                20, 1,
                View.row {
                    tabs; "x"
                }) == " one  ▐two▌        x")
        tabs.titles = []
        #expect(tabs.position == 0 && text(9, 1, tabs.view).isEmpty)
    }

    @Test("of a menu that is higher than its room what is selected is seen, and can be pressed")
    func menus() {
        var menu = ActionMenu((0..<20).map { .init("item \($0)", $0) })
        for _ in 0..<15 { _ = menu.handle(ScreenInput(.down)) }
        #expect(text(12, 3, menu.view) == "  item 14\n▌ item 15\n  item 16")
        let outcome = menu.handle(press(2, 4, layout(12, 3, menu.view)))
        #expect(outcome == .submitted && menu.chosen == 16)
        menu.items = [.init("one", 1), .divider, .init("two", 2)]
        #expect(
            text(
                9, 9,
                View.column {
                    menu; "x"
                }) == "  one\n─────────\n  two\nx")
    }

    @Test(
        "a press on a field of a form is taken, also where it only gets the focus; on one of a few it goes to the next")
    func forms() {
        var form = FormState<Int>([
            .text(1, "one"), .boxes(2, "two", CheckBoxes(from: ["x"])), .choice(3, "three", from: ["a", "b"]),
        ])
        let shown = layout(20, 3, form.view)
        let outcomes = [1, 2, 2, 2].map { form.handle(press($0, $0 == 1 ? 18 : 13, shown)) }
        #expect(outcomes == [.changed, .changed, .changed, .changed])
        #expect(form.current == 3 && form.text(3) == "b")
    }

    @Test("of all keys in a help as many columns are seen as fit, none of them cut")
    func helps() {
        let keys = ["a", "b", "c", "d", "e"].map { KeyHelp([$0], "does it") }
        #expect(text(22, 2, View.fullHelp(keys)) == "a does it   c does it\nb does it   d does it")
        #expect(text(20, 2, View.fullHelp(keys)) == "a does it\nb does it")
        #expect(text(5, 1, View.fullHelp(keys)) == "a doe")
    }

    @Test("Enter in a field of a form takes what was found in its history")
    func formHistory() {
        var field = TextInput()
        field.history = ["found"]
        var form = FormState<Int>([.text(1, "one", field), .text(2, "two")])
        for key in [Key.control("r"), "f", .enter] { _ = form.handle(ScreenInput(key)) }
        #expect(form.text(1) == "found" && form.current == 2)
        #expect(text(20, 2, form.view) == "one found\ntwo")
    }

    @Test("while a drop-down is open no letter is for what is around it")
    func dropDowns() {
        var color = DropDown(from: ["red", "green"])
        let outcomes = ["q", .enter, "q", .escape, "q"].map { color.handle(ScreenInput($0)) }
        #expect(outcomes == [.ignored, .changed, .changed, .changed, .ignored])
    }

    @Test("of messages that have not room the newest is seen")
    func toasts() {
        var toasts = Toasts()
        for word in ["one", "two", "three"] { toasts.show(word) }
        let shown = text(16, 5, View.text("below").growing().toasts(toasts))
        #expect(shown.split(separator: "\n").suffix(2) == ["     │ ℹ three │", "     ╰─────────╯"])
    }

    @Test("in a small terminal a dialog has its answers, rather than room around them")
    func smallDialogs() {
        let question = YesNoQuestion("Delete all of the files?")
        let small = text(20, 5, View.text("x").growing().dialog(question, title: "Sure"))
        #expect(
            small
                == "╭─ Sure ───────────╮\n│  Delete all of   │\n│  the files?      │\n│    ▐Yes▌ ▐No▌    │\n╰──────────────────╯"
        )
        #expect(text(30, 3, question.view) == "Delete all of the files?\n\n     ▐  Yes  ▌  ▐  No  ▌")
        for columns in 0..<4 {
            for rows in 0..<4 { _ = text(columns, rows, View.text("x").dialog(question)) }
        }
    }

    @Test("a choice may have been made before")
    func choices() {
        #expect(Choice(from: ["a", "b", "c"], chosen: ["b"]).chosen == ["b"])
        let several = Choice(from: ["a", "b", "c"], chosen: ["a", "c", "b"], limit: 2)
        #expect(several.chosen == ["a", "b"] && text(9, 3, several.view) == "▌ ◉ a\n  ◉ b\n  ○ c")
        #expect(Choice(from: ["a"], chosen: ["x"]).chosen == ["a"] && Choice<String>(from: []).chosen.isEmpty)
    }
}

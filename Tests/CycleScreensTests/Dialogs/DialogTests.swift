import CycleDrivers
import CycleScreens
import Foundation
import Testing

@Suite("Dialogs")
struct DialogTests {
    @Test("a confirmation is answered by y and n, or by arrows and Enter, or not at all")
    func confirmation() {
        func answer(_ keys: Key...) -> (Outcome, Bool) {
            var question = YesNoQuestion("Sure?")
            var outcome = Outcome.ignored
            for key in keys { outcome = question.handle(ScreenInput(key)) }
            return (outcome, question.isYes)
        }
        #expect(answer("y") == (.submitted, true) && answer("n") == (.submitted, false))
        #expect(answer(.enter) == (.submitted, false) && answer(.left, .enter) == (.submitted, true))
        #expect(answer(.tab, .tab, .enter) == (.submitted, false) && answer(.escape).0 == .cancelled)
        #expect(answer("x").0 == .ignored)
        #expect(text(20, 3, YesNoQuestion("Sure?").view) == "Sure?\n\n▐  Yes  ▌  ▐  No  ▌")
    }

    @Test("a dialog has the input of its screen until it is over, and is taken away then, with its answer")
    func answered() {
        func answer(_ keys: Key...) -> (DialogAnswer<YesNoQuestion>?, YesNoQuestion?) {
            var question: YesNoQuestion? = YesNoQuestion("Sure?")
            var answer: DialogAnswer<YesNoQuestion>?
            for key in keys { answer = ScreenInput(key).answer(of: &question) }
            return (answer, question)
        }
        #expect(answer("x") == (.open, YesNoQuestion("Sure?")) && answer(.left) == (.open, .init("Sure?", isYes: true)))
        #expect(answer(.escape) == (.cancelled, nil))
        #expect(answer("y") == (.submitted(.init("Sure?", isYes: true)), nil))
        #expect(answer("n", "n").0 == nil)
    }

    @Test("a long question is cut, and its answers are not")
    func answers() {
        let question = YesNoQuestion("Delete all files of the folder for ever?")
        #expect(text(14, 3, question.view) == "Delete all\nfiles of the\n  ▐Yes▌ ▐No▌")
        #expect(text(14, 1, question.view) == "  ▐Yes▌ ▐No▌")
        #expect(text(14, 7, question.view) == "Delete all\nfiles of the\nfolder for\never?\n\n  ▐Yes▌ ▐No▌")
        #expect(text(20, 5, ScreenView.empty.growing().dialog(question)).contains("▐Yes▌ ▐No▌"))
    }

    @Test("on a screen of eight columns a dialog has all of its answers, one below the other where there is no room")
    func narrow() {
        let dialog = View.empty.growing().dialog(YesNoQuestion("Delete it?"), title: "Sure")
        for columns in 8...40 {
            let shown = layout(columns, 12, dialog).canvas.text
            #expect(shown.contains("Yes") && shown.contains("No") && !shown.contains("…Yes"), "\(columns): \(shown)")
            #expect(shown.contains("Delete"), "\(columns): \(shown)")
        }
        #expect(text(9, 3, YesNoQuestion("Sure?").view) == "Sure?\n  ▐Yes▌\n  ▐No▌")
        #expect(text(10, 3, YesNoQuestion("Sure?").view) == "Sure?\n\n▐Yes▌ ▐No▌")
    }

    @Test("a dialog stands over the dimmed screen and takes presses; what is below has its focus again when it is gone")
    func dialog() {
        let field = TextInput("below")
        func screen(_ question: YesNoQuestion?) -> ScreenLayout {
            layout(40, 9, field.view.growing().dialog(question, title: "Leave", width: 20))
        }
        #expect(screen(nil).canvas.cursor != nil)
        let open = screen(YesNoQuestion("Really?"))
        #expect(open.canvas.cursor == Position(row: 5, column: 24))
        #expect(open.canvas.text.contains("╭─ Leave ─"))
        let row = open.canvas.text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
            $0.contains("Yes")
        }
        var question = YesNoQuestion("Really?")
        let press = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: row ?? 0, column: 12)))
        #expect(question.handle(ScreenInput(press, open).inDialog) == .submitted)
        #expect(question.isYes)
    }

    @Test("a dialog takes the colours of the screen below, and makes none of its lines and grounds brighter")
    func dimmed() {
        let below = View.column {
            View.text("word", .accent)
            View.divider
            Button("Go").view
        }
        func style(_ row: Int, _ column: Int) -> ConsoleDriver.Style? {
            ScreenLayout(below.dimmed, Size(columns: 12, rows: 3), theme: .night).canvas
                .style(at: Position(row: row, column: column))
        }
        let night = ScreenTheme.night
        #expect(style(0, 0)?.foreground == night.color(of: .muted))
        #expect(style(1, 0)?.foreground == night.color(of: .border))
        // The half cells at the ends of a button are of its ground.
        #expect(style(2, 0)?.foreground == night.color(of: .field))
        #expect(style(2, 3)?.foreground == night.color(of: .muted))
    }

    @Test("nothing of a table shows through a dialog, at any size")
    func opaque() {
        let below = View.stack(.column, (0..<30).map { _ in View.text(String(repeating: "日", count: 40)) })
        for columns in 10..<50 {
            let canvas = layout(columns, 12, below.dialog(YesNoQuestion("ok?"), width: 10)).canvas
            let shown = canvas.text.split(separator: "\n").first { $0.contains("ok?") }
            guard columns >= 16 else { continue }
            #expect(shown?.contains("│  ok?       ") == true, "\(columns): \(shown ?? "")")
        }
    }

    enum Action: Hashable, Codable { case open, save, quit }

    @Test("a menu passes over what cannot be chosen, goes round, and has keys of its own")
    func menu() {
        var menu = ActionMenu<Action>([
            .init("Open", .open, key: "o"), .init("Save", .save, key: "s", isEnabled: false), .divider,
            .init("Quit", .quit, key: "q"),
        ])
        #expect(text(14, 4, menu.view) == "▌ Open      o\n  Save      s\n──────────────\n  Quit      q")
        #expect(menu.handle(ScreenInput(.down)) == .changed)
        #expect(menu.chosen == .quit)
        _ = menu.handle(ScreenInput(.down))
        #expect(menu.chosen == .open)
        #expect(menu.handle(ScreenInput("s")) == .ignored)
        #expect(menu.handle(ScreenInput("q")) == .submitted && menu.chosen == .quit)
        var none = ActionMenu<Action>([])
        #expect(none.handle(ScreenInput(.down)) == .changed && none.handle(ScreenInput(.enter)) == .changed)
    }

    @Test("one is chosen by arrows, or by typing what is meant")
    func choice() {
        var choice = Choice("Colour", from: ["red", "green", "blue"])
        #expect(text(20, 4, choice.view) == "Colour\n▌ red\n  green\n  blue")
        _ = choice.handle(ScreenInput(.down))
        #expect(choice.chosen == ["green"])
        _ = choice.handle(ScreenInput("b"))
        #expect(choice.chosen == ["blue"])
        #expect(choice.handle(ScreenInput(.enter)) == .submitted)
        _ = choice.handle(ScreenInput("x"))
        #expect(text(20, 4, choice.view).contains("nothing matches"))
        #expect(choice.handle(ScreenInput(.enter)) != .submitted)
        #expect(choice.handle(ScreenInput(.escape)) == .changed)
        #expect(choice.handle(ScreenInput(.escape)) == .cancelled)
        var empty = Choice("x", from: [String]())
        #expect(empty.handle(ScreenInput(.enter)) != .submitted && empty.chosen.isEmpty)
    }

    @Test("several are marked with a blank, no more than the limit, and told in their order")
    func several() {
        var choice = Choice("", from: ["a", "b", "c"], limit: 2)
        for key in [Key.down, .down, " ", .up, .up, " ", .down, " "] { _ = choice.handle(ScreenInput(key)) }
        #expect(choice.chosen == ["a", "c"])
        #expect(text(9, 3, choice.view) == "  ◉ a\n▌ ○ b\n  ◉ c")
    }

    @Test("messages go away by themselves, each after its time, and there are never too many")
    func toasts() {
        var toasts = Toasts()
        toasts.show("saved", .success, ticks: 2)
        toasts.step += 1
        toasts.show("lost", .failure, ticks: 5)
        #expect(text(20, 6, View.spacer.toasts(toasts)).contains("✓ saved"))
        toasts.step += 1
        #expect(!text(20, 6, View.spacer.toasts(toasts)).contains("saved"))
        toasts.step += 4
        #expect(toasts.isEmpty)
        toasts.show("for ever", ticks: .max)
        toasts.step += 1_000_000
        #expect(!toasts.isEmpty)
        toasts.show("saved")
        toasts.dismiss()
        #expect(text(20, 6, View.spacer.toasts(toasts)).contains("for ever"))
        toasts.dismiss()
        toasts.dismiss()
        #expect(toasts.isEmpty)
        for number in 0..<20 { toasts.show("\(number)") }
        #expect(text(20, 60, View.spacer.toasts(toasts)).split(separator: "\n").count { $0.contains("ℹ") } == 5)
    }

    @Test("messages in rows of their own cover nothing, and go by a press")
    func rowsOfToasts() {
        var toasts = Toasts()
        func view() -> View {
            View.column {
                View.text("table").height(.growing())
                toasts.rows
                View.text("keys")
            }
        }
        #expect(text(16, 4, view()) == "table\n\n\nkeys")
        toasts.show("saved", .success)
        toasts.show("a message that is long", .failure)
        #expect(text(16, 4, view()) == "table\n✓ saved\n✗ a message tha…\nkeys")
        let press = ConsoleDriver.Mouse(.pressed(.left), at: .init(row: 1, column: 3))
        #expect(toasts.handle(ScreenInput(.mouse(press), layout(16, 4, view()))) == .changed)
        #expect(text(16, 4, view()) == "table\n\n✗ a message tha…\nkeys")
    }

    @Test("a press takes a message away, and nothing else")
    func pressedToast() {
        var toasts = Toasts()
        for word in ["one", "two", "three"] { toasts.show(word) }
        func press(_ row: Int, _ column: Int) -> Outcome {
            let event = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: row, column: column)))
            return toasts.handle(ScreenInput(event, layout(20, 12, View.spacer.toasts(toasts))))
        }
        #expect(press(7, 18) == .changed && press(0, 0) == .ignored)
        let shown = text(20, 12, View.spacer.toasts(toasts))
        #expect(shown.contains("one") && !shown.contains("two") && shown.contains("three"))
        #expect(press(10, 1) == .ignored && toasts.handle(ScreenInput(.enter)) == .ignored)
    }

    @Test("tabs are chosen by arrows, digits and presses; which one it is, is not told by colour alone")
    func tabs() {
        var tabs = Tabs(["One", "Two", "Three"])
        #expect(text(30, 1, tabs.view) == "▐One▌  Two   Three")
        _ = tabs.handle(ScreenInput(.left))
        #expect(tabs.position == 2)
        _ = tabs.handle(ScreenInput("2"))
        #expect(tabs.position == 1)
        let press = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 0, column: 1)))
        _ = tabs.handle(ScreenInput(press, layout(30, 1, tabs.view)))
        #expect(tabs.position == 0)
        #expect(tabs.handle(ScreenInput("4")) == .ignored)
        var none = Tabs([])
        #expect(none.handle(ScreenInput(.right)) == .ignored)
    }
}

@Suite("A form")
struct FormTests {
    enum Field: Hashable, Codable { case name, port, isPublic, level }

    var form = FormState<Field>([
        .text(.name, "Name", TextInput(rules: [.notEmpty])),
        .text(.port, "Port", TextInput("80", rules: [.integer(1...99)])),
        .toggle(.isPublic, "Public"),
        .choice(.level, "Level", from: ["low", "high"]),
    ])

    private mutating func press(_ keys: Key...) -> Outcome {
        var outcome = Outcome.ignored
        for key in keys { outcome = form.handle(ScreenInput(key)) }
        return outcome
    }

    @Test("goes from field to field, also back from one that is wrong")
    mutating func motion() {
        #expect(press(.tab) == .changed && form.current == .port)
        #expect(press(.control("u"), .shift(.tab)) == .changed && form.current == .name)
        #expect(press(.down, .down, .down) == .changed && form.current == .level)
        #expect(press(.tab) == .ignored)
        #expect(press(.up) == .changed && form.current == .isPublic)
    }

    @Test("submits when all is right; otherwise it says what is wrong and goes there")
    mutating func submit() {
        #expect(!text(40, 4, form.view).contains("✗"))
        #expect(press(.enter, .enter, " ", .enter, .right, .enter) == .changed)
        #expect(form.current == .name)
        #expect(text(40, 4, form.view).contains("✗ must be filled in"))
        #expect(form.isChecked)
        #expect(press("x") == .changed && form.isValid)
        #expect(press(.down, .down, .down, .enter) == .submitted)
        #expect(form.text(.name) == "x" && form.isOn(.isPublic) && form.text(.level) == "high")
    }

    @Test("a field that is hidden is passed over, and nothing is wrong with it")
    mutating func hidden() {
        form.hide(.name, if: true)
        #expect(form.isValid)
        #expect(text(30, 4, form.view).hasPrefix("Port"))
        #expect(press(.tab) == .changed && form.current == .isPublic)
        form.hide(.isPublic, if: true)
        #expect(press(.tab) == .changed)
        #expect(form.fields.filter(\.isHidden).map(\.name) == [.name, .isPublic])
    }

    @Test("shows its fields, and the cursor in the one that has the focus")
    mutating func shows() {
        #expect(text(30, 4, form.view) == "Name\nPort   80\nPublic ▐●  ▌\nLevel  ▐ low ▌   high")
        _ = press(.tab)
        #expect(layout(30, 4, form.view).canvas.cursor == Position(row: 2, column: 9))
    }

    @Test("a form that is higher than its room shows the field in use")
    mutating func scrolls() {
        for rows in 1..<4 {
            _ = press(.up, .up, .up, .up)
            for _ in 0..<4 {
                let label = form.fields.first { $0.name == form.current }?.label ?? "none"
                #expect(text(30, rows, form.view).contains(label), "\(rows)")
                _ = press(.down)
            }
        }
    }

    @Test("a mistake stands below a field that it would leave no room, and near to it on a wide screen")
    mutating func problems() {
        _ = press("a", .up)
        form.reject(.name, "must be the name of a host")
        #expect(
            text(30, 6, form.view)
                == "Name   a\n  ✗ must be the name of a host\nPort   80\nPublic ▐●  ▌\nLevel  ▐ low ▌   high")
        #expect(layout(30, 6, form.view).canvas.cursor == Position(row: 0, column: 8))
        #expect(text(20, 2, form.view) == "Name   a\n  ✗ must be the name")
        #expect(text(20, 1, form.view) == "Name   a")
        #expect(layout(20, 3, form.view.height(.fit)).canvas.text == "Name   a\n  ✗ must be the name\n  of a host")
        let wide = text(200, 1, form.view)
        #expect(wide.hasSuffix("✗ must be the name of a host") && wide.count < 120)
    }

    @Test("of a field that is higher than its room the box, or the line, is seen that has the focus")
    func high() {
        var form = FormState<Field>([
            .boxes(.level, "Level", CheckBoxes(from: ["a", "b", "c", "d"])),
            .area(.name, "Name", TextArea(), height: 4),
        ])
        #expect(text(20, 1, form.view) == "Level ▐ ▌ a")
        for key in [Key.down, .down, .down] { _ = form.handle(ScreenInput(key)) }
        #expect(text(20, 2, form.view).hasSuffix("▐ ▌ d"))
        for key in [.tab, "x", .enter, "y"] as [Key] { _ = form.handle(ScreenInput(key)) }
        #expect(text(20, 1, form.view).contains("y"))
        #expect(layout(20, 2, form.view).canvas.cursor?.row == 1)
    }

    @Test("a press goes to a field, and places the cursor in its text")
    mutating func mouse() {
        let press = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 1, column: 10)))
        _ = form.handle(ScreenInput(press, layout(30, 4, form.view)))
        #expect(form.current == .port)
        #expect(layout(30, 4, form.view).canvas.cursor == Position(row: 2, column: 9))
    }
}

import CycleDrivers
import CycleScreens
import TestSupport
import Testing

@Suite("Rules of forms")
struct FormRuleTests {
    enum Name: Hashable, Codable { case name, password, again, save }

    static let address = TextRule("is no address") { $0.contains("@") }

    private func makeForm() -> FormState<Name> {
        FormState<Name>(
            [
                .text(.name, "Name", TextInput(rules: [.notEmpty, Self.address])).asked(),
                .text(.password, "Password", TextInput(isSecret: true, rules: [.length(1...8)])),
                .text(.again, "Again", TextInput(isSecret: true)), .button(.save, "Save"),
            ], rules: [FormRule("is not the same", at: .again) { $0.text(.again) == $0.text(.password) }])
    }

    @discardableResult
    private func press(_ form: inout FormState<Name>, _ keys: Key...) -> Outcome {
        keys.reduce(.ignored) { _, key in form.handle(ScreenInput(.key(key), layout(60, 12, form.view))) }
    }

    @Test("a field that is left tells its mistake, and not before")
    func leaving() {
        var form = makeForm()
        press(&form, "x")
        #expect(!text(60, 12, form.view).contains("✗"))
        press(&form, .tab)
        #expect(text(60, 12, form.view).contains("✗ is no address"))
        press(&form, .shift(.tab), "@")
        #expect(!text(60, 12, form.view).contains("✗ is no address"))
    }

    @Test("a rule across fields is told at its field, and stops submitting, which Ctrl-S and a button ask for")
    func across() {
        var form = makeForm()
        form.set(.name, to: "a@b")
        _ = form.answer(.name, "a@b", problem: nil)
        press(&form, .tab, "p")
        #expect(press(&form, .control("s")) == .changed)
        #expect(form.current == .again && text(60, 12, form.view).contains("✗ is not the same"))
        press(&form, "p")
        #expect(press(&form, .tab, .enter) == .submitted)
        #expect(press(&form, .shift(.tab), .control("s")) == .submitted)
    }

    @Test("a rule that only others can judge is asked once the field is left, and submitting waits for the answer")
    func asking() {
        var form = makeForm()
        form.set(.name, to: "a@b")
        #expect(form.questions.isEmpty)
        press(&form, .tab)
        #expect(form.questions.map(\.text) == ["a@b"] && text(60, 12, form.view).contains("checking…"))
        form.set(.password, to: "p")
        form.set(.again, to: "p")
        #expect(press(&form, .control("s")) == .changed && form.isWaiting)
        #expect(form.answer(.name, "another", problem: "is taken") == .changed && form.isWaiting)
        var edited = form
        press(&edited, .backspace, "p")
        #expect(!edited.isWaiting)
        let answered = edited.answer(.name, "a@b", problem: nil)
        #expect(answered == .changed)
        var taken = form
        #expect(taken.answer(.name, "a@b", problem: "is taken") == .changed)
        #expect(taken.current == .name && text(60, 12, taken.view).contains("✗ is taken"))
        #expect(form.answer(.name, "a@b", problem: nil) == .submitted && form.questions.isEmpty)
    }

    @Test("rules are equal by their messages, and are written down as these; the program gives them back")
    func coding() throws {
        var form = makeForm()
        form.set(.name, to: "nobody")
        let read = try copy(form)
        #expect(read == form && read.problem(.name) == nil && form.problem(.name) == "is no address")
        var restored = read
        restored.restoreRules(from: makeForm())
        #expect(restored.problem(.name) == "is no address")
        #expect(TextRule("a") { _ in true } == TextRule("a") { _ in false })
        #expect(TextRule("a") { _ in true } != TextRule("b") { _ in true })
    }

    @Test("mistakes stand beside all fields, or below all of them where one has no room")
    func places() {
        var form = FormState<Int>([
            .text(1, "To", TextInput("ada", rules: [TextRule("is no address") { $0.contains("@") }])),
            .text(2, "As", TextInput(rules: [.notEmpty])), .button(3, "Send"),
        ])
        _ = form.handle(ScreenInput(.control("s")))
        let first = text(60, 8, form.view).split(separator: "\n").first
        #expect(first?.hasPrefix("To ada ") == true && first?.hasSuffix(" ✗ is no address") == true)
        let narrow = text(50, 8, form.view)
        #expect(narrow.hasPrefix("To ada\n   ✗ is no address\n"))
        #expect(narrow.contains("As\n   ✗ must be filled in\n"))
    }

    @Test("messages are written for people")
    func messages() {
        let messages: [(TextRule, String, String?)] = [
            (.notEmpty, " ", "must be filled in"), (.length(1...9), "", "must be filled in"),
            (.length(2...9), "a", "must have 2 characters or more"),
            (.length(0...1), "ab", "must have 1 character or fewer"),
            (.length(4...4), "abc", "must have 4 characters"), (.integer(1...9), "x", "must be a number from 1 to 9"),
            (.integer(0...Int.max), "-1", "must be a number, 0 or more"),
            (.integer(.min...9), "10", "must be a number, 9 or less"),
            (.integer(.min ... .max), "x", "must be a whole number"),
            (.oneOf(["a", "b", "c"]), "d", "must be a, b or c"), (.oneOf(["a"]), "a", nil),
        ]
        for (rule, text, problem) in messages { #expect(rule.problem(in: text) == problem) }
    }

    @Test("a page of a form shows its fields alone, and Tab goes on to the next page")
    func pages() {
        var form = FormState<Int>(
            groups: [
                .init("First", [.text(1, "One"), .toggle(2, "Two")]), .init("Second", [.text(3, "Three")]),
            ], isPaged: true)
        #expect(text(30, 5, form.view) == "First  1 of 2\nOne\nTwo ▐●  ▌")
        for _ in 0..<2 { _ = form.handle(ScreenInput(.key(.tab), layout(30, 5, form.view))) }
        #expect(text(30, 5, form.view) == "Second  2 of 2\nThree")
        let all = FormState<Int>(
            groups: [.init("First", [.text(1, "One")]), .init("Second", [.text(3, "Three")])])
        #expect(text(16, 5, all.view) == "First ──────────\nOne\n\nSecond ─────────\nThree")
    }
}

import CycleDrivers
import CycleScreens
import Testing

@Suite("A field with a pattern")
struct PatternTests {
    private func typed(_ text: String, _ pattern: String) -> TextInput {
        var field = TextInput(rules: [.pattern(pattern)])
        for character in text { _ = field.handle(ScreenInput(.init(.character(character)))) }
        return field
    }

    @Test("takes what fits, and puts in what stands for itself")
    func shapes() {
        #expect(typed("24122026", "99.99.9999").text == "24.12.2026")
        #expect(typed("24.12.2026", "99.99.9999").text == "24.12.2026")
        #expect(typed("x2!41 2", "99.99.9999").text == "24.12")
        #expect(typed("ab12", "aa-9999").text == "ab-12")
        #expect(typed("5", "+1 (999) 999").text == "+1 (5")
        #expect(typed("x9", "\\a9\\9").text == "a9" && typed("79", "\\a9\\9").text == "a79")
        #expect(typed("é日7", "***").text == "é日7")
        #expect(typed("123456", "999").text == "123")
    }

    @Test("is right when all is there, but for what stands for itself at the end")
    func rule() {
        #expect(typed("24.12", "99.99.9999").problem == "must look like 99.99.9999")
        #expect(typed("24122026", "99.99.9999").problem == nil)
        #expect(typed("12", "(99)").problem == nil && typed("12)", "(99)").text == "(12)")
        #expect(TextRule.pattern("99").problem(in: "1x") != nil && TextRule.pattern("99").problem(in: "123") != nil)
    }

    @Test("shows what is yet to be typed")
    func rest() {
        #expect(text(12, 1, TextInput(rules: [.pattern("99.99")]).view) == "__.__")
        #expect(text(12, 1, TextInput(placeholder: "day", rules: [.pattern("99.99")]).view) == "day")
        #expect(text(12, 1, typed("241", "99.99").view) == "24.1_")
    }

    @Test("can be edited in the middle, removed one by one, pasted into and undone")
    func editing() {
        var field = typed("241220", "99.99.99")
        for _ in 0..<8 { _ = field.handle(ScreenInput(.backspace)) }
        #expect(field.text.isEmpty)
        field = typed("2412", "99.99.99")
        _ = field.handle(ScreenInput(.home))
        _ = field.handle(ScreenInput(.delete))
        #expect(field.text == "41.2" && field.edited.cursor == 0)
        _ = field.handle(ScreenInput("3"))
        #expect(field.text == "34.12" && field.edited.cursor == 1)
        _ = field.handle(ScreenInput(.control("z")))
        #expect(field.text == "41.2")
        _ = field.handle(ScreenInput(.control("k")))
        _ = field.handle(ScreenInput(.paste("on 24/12"), layout(20, 1, field.view)))
        #expect(field.text == "24.12" && field.edited.cursor == 5)
    }
}

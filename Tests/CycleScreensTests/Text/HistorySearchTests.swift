import CycleDrivers
import CycleScreens
import Testing

@Suite("Looking for a text in the history of a field")
struct HistorySearchTests {
    private func field(_ keys: Key...) -> TextInput {
        var input = TextInput("draft")
        input.history = ["make test", "git push", "make", "ls"]
        for key in keys { _ = input.handle(ScreenInput(key)) }
        return input
    }

    private let search = Key.control("r")

    @Test("finds the newest text that has what was typed, and shows where the cursor is")
    func finds() {
        let shown = layout(30, 1, field(search, "m", "a").view).canvas
        #expect(shown.text == "search ma: make")
        #expect(shown.cursor == Position(row: 0, column: 9))
        #expect(text(30, 1, field(search).view) == "search : ls")
        var other = TextInput()
        other.history = ["Make all", "make test"]
        for key in [search, "M", "a"] { _ = other.handle(ScreenInput(key)) }
        #expect(text(30, 1, other.view) == "search Ma: Make all")
    }

    @Test("again finds an older one, and stays at the oldest")
    func older() {
        #expect(text(30, 1, field(search, "m", search).view) == "search m: make test")
        #expect(text(30, 1, field(search, "m", search, search).view) == "search m: make test")
    }

    @Test("further letters narrow the search from where it stands; Backspace looks from the newest again")
    func narrows() {
        #expect(text(30, 1, field(search, "m", search, "a").view) == "search ma: make test")
        #expect(text(30, 1, field(search, "m", search, .backspace).view) == "search : ls")
        #expect(text(30, 1, field(search, "x").view) == "search x:")
    }

    @Test("Enter submits what was found, another key takes it and does what it does, Escape leaves the field as it was")
    func ends() {
        var input = field(search, "g")
        #expect(input.handle(ScreenInput(.enter)) == .submitted)
        #expect(input.text == "git push")
        #expect(field(search, "g", .home, "!").text == "!git push")
        #expect(field(search, "g", .escape).text == "draft")
        #expect(text(30, 1, field(search, "g", .control("g")).view) == "draft")
    }

    @Test("is ignored without a history, and in a secret")
    func ignored() {
        var empty = TextInput()
        #expect(empty.handle(ScreenInput(search)) == .ignored)
        var secret = TextInput("x", isSecret: true)
        secret.history = ["one"]
        #expect(secret.handle(ScreenInput(search)) == .ignored)
    }
}

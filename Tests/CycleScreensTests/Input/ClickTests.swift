import CycleDrivers
import CycleScreens
import Testing

@Suite("Clicks in a row")
struct ClickTests {
    /// A press at a cell of a view that is a region of its own.
    private func press(_ column: Int, _ row: Int = 0, at milliseconds: Int, on view: ScreenView) -> ScreenInput {
        let mouse = ConsoleDriver.Mouse(.pressed(.left), at: Position(row: row, column: column))
        return ScreenInput(.mouse(mouse), layout(20, 4, view.region(0)), time: .milliseconds(milliseconds)).at(0)
    }

    @Test("count while they are quick and at one place, and from one on otherwise")
    func counts() {
        var clicks = ClickCounter()
        let view = View.text("text").growing()
        #expect([0, 300, 600, 1_100].map { clicks.count(press(1, at: $0, on: view)) } == [1, 2, 3, 1])
        #expect(clicks.count(press(2, at: 1_200, on: view)) == 1)
        #expect(clicks.count(ScreenInput("a")) == 0)
        // The time of a frame that an earlier run has left.
        #expect(clicks.count(press(2, at: 100, on: view)) == 1)
    }

    @Test("a double click on a row of a list submits it; two on two rows do not")
    func list() {
        var list = ListState<Int>()
        let rows = Array(1...4)
        let view = { (list: ListState<Int>) in list.view(of: rows, id: \.self) { number, _ in "\(number)" } }
        #expect(list.handle(press(0, 2, at: 0, on: view(list)), rows: rows, id: \.self) == .changed)
        #expect(list.selected == 3)
        #expect(list.handle(press(0, 1, at: 100, on: view(list)), rows: rows, id: \.self) == .changed)
        #expect(list.handle(press(0, 1, at: 200, on: view(list)), rows: rows, id: \.self) == .submitted)
        #expect(list.selected == 2)
    }

    @Test("a double click in a field selects a word, a third one all; of a secret always all")
    func field() {
        var input = TextInput("one two_3, four")
        _ = input.handle(press(6, at: 0, on: input.view))
        #expect(input.edited.selectedText == nil)
        _ = input.handle(press(6, at: 100, on: input.view))
        #expect(input.edited.selectedText == "two_3")
        _ = input.handle(press(6, at: 200, on: input.view))
        #expect(input.edited.selectedText == "one two_3, four")
        var secret = TextInput("one two", isSecret: true)
        for time in [0, 100] { _ = secret.handle(press(1, at: time, on: secret.view)) }
        #expect(secret.edited.selectedText == "one two")
    }

    @Test("a double click in an area selects a word, a third one the line")
    func area() {
        var area = TextArea("one two\nthree four")
        for time in [0, 100] { _ = area.handle(press(7, 1, at: time, on: area.view)) }
        #expect(area.edited.selectedText == "four")
        _ = area.handle(press(7, 1, at: 200, on: area.view))
        #expect(area.edited.selectedText == "three four")
    }
}

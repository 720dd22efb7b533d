import CycleDrivers
import CycleScreens
import Testing

@Suite("A split pane")
struct SplitPaneTests {
    private func view(_ split: SplitPane) -> ScreenView {
        split.view(View.text("one").growing(), View.text("two").growing()).region(0)
    }

    private func send(_ event: ConsoleDriver.Event, to split: inout SplitPane) -> Outcome {
        split.handle(ScreenInput(event, layout(11, 3, view(split))).at(0))
    }

    private func mouse(_ action: ConsoleDriver.Mouse.Action, _ column: Int) -> ConsoleDriver.Event {
        .mouse(.init(action, at: Position(row: 1, column: column)))
    }

    @Test("shows two views with a line between them, beside each other or one above the other")
    func shows() {
        #expect(text(11, 2, view(SplitPane())) == "one  │two\n     │")
        #expect(text(11, 3, view(SplitPane(.column))) == "one\n───────────\ntwo")
    }

    @Test("its line is dragged, as far as the least of each view, and let go")
    func dragged() {
        var split = SplitPane()
        #expect(send(mouse(.pressed(.left), 2), to: &split) == .ignored)
        #expect(send(mouse(.dragged(.left), 3), to: &split) == .ignored)
        #expect(send(mouse(.pressed(.left), 5), to: &split) == .changed)
        #expect(send(mouse(.dragged(.left), 7), to: &split) == .changed)
        #expect(text(11, 1, view(split)) == "one    │two")
        #expect(send(mouse(.dragged(.left), 0), to: &split) == .changed)
        #expect(text(11, 1, view(split)) == "one│two")
        #expect(send(mouse(.released(.left), 3), to: &split) == .changed)
        #expect(send(mouse(.dragged(.left), 7), to: &split) == .ignored)
    }

    @Test("arrows along its axis move the line by a cell, the others are ignored")
    func keys() {
        var split = SplitPane()
        #expect(send(.key(.right), to: &split) == .changed)
        #expect(text(11, 1, view(split)) == "one   │two")
        for _ in 0..<9 { _ = send(.key(.left), to: &split) }
        #expect(text(11, 1, view(split)) == "one│two")
        #expect(send(.key(.up), to: &split) == .ignored)
        #expect(send(.key(.alt(.right)), to: &split) == .changed)
        #expect(text(11, 1, view(split)) == "one │two")
        #expect(send(.key(.alt(.down)), to: &split) == .ignored)
    }

    /// Three panes of a list each, with both lines.
    private struct Nested {
        var outer = SplitPane(share: 0.3)
        var inner = SplitPane(.column)
        var view: View {
            let pane = View.text("").growing().border()
            return outer.view(pane, inner.view(pane, pane).region("inner")).region("outer")
        }
        mutating func press(_ action: ConsoleDriver.Mouse.Action, _ row: Int, _ column: Int) -> Outcome {
            let mouse = ConsoleDriver.Mouse(action, at: Position(row: row, column: column))
            let input = ScreenInput(.mouse(mouse), layout(21, 9, view)).at("outer")
            return inner.handle(input.at("inner")).otherwise { outer.handle(input) }
        }
    }

    @Test("of two, one in the other, the line that was pressed is dragged; where both meet it is the outer one")
    func nested() {
        var panes = Nested()
        #expect(panes.press(.pressed(.left), 4, 12) == .changed)
        #expect(panes.press(.dragged(.left), 2, 0) == .changed)
        #expect(panes.press(.released(.left), 2, 0) == .changed)
        #expect(panes.outer.share == 0.3 && panes.inner.share == 0.25)
        #expect(panes.press(.pressed(.left), 2, 6) == .changed)
        #expect(panes.press(.dragged(.left), 8, 10) == .changed)
        #expect(panes.outer.share == 0.5 && panes.inner.share == 0.25)
    }

    @Test("gives each view half where there is no room for the least, and one below the other in plain text")
    func small() {
        #expect(text(3, 1, view(SplitPane())) == "o│t")
        #expect(text(0, 0, view(SplitPane())) == "")
        #expect(ScreenLayout(plain: view(SplitPane())).canvas.text == "one\ntwo")
    }
}

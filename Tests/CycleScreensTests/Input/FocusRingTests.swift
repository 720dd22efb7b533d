import CycleDrivers
import CycleScreens
import TestSupport
import Testing

@Suite("A ring of focus")
struct FocusRingTests {
    enum Place: CaseIterable { case first, second }

    /// A pane with a ring of its own.
    struct Pane: Component {
        var focus = FocusRing(Place.first)
        var view: View {
            .column {
                View.text("1").cursor(.init(row: 0, column: 0)).region(.first, in: focus)
                View.text("2").cursor(.init(row: 0, column: 0)).region(.second, in: focus)
            }
        }
        mutating func handle(_ input: Input) -> Outcome {
            _ = focus.target(of: input)
            return focus.handle(input)
        }
    }

    enum Side: CaseIterable { case left, right }

    struct Panes: Component {
        var focus = FocusRing(Side.left, wraps: true)
        var left = Pane()
        var right = Pane()
        var view: View {
            .row {
                left.view.region(.left, in: focus).growing()
                right.view.region(.right, in: focus).growing()
            }
        }
        mutating func handle(_ input: Input) -> Outcome {
            let (place, inner) = focus.target(of: input)
            let outcome = place == .left ? left.handle(inner) : right.handle(inner)
            return outcome.otherwise {
                let outcome = focus.handle(input)
                if outcome == .changed {
                    focus.current == .left ? left.focus.enter(by: input) : right.focus.enter(by: input)
                }
                return outcome
            }
        }
        var cursor: Position? { layout(10, 2, view).canvas.cursor }
    }

    /// Two panes whose splitter has a name of its own.
    struct Split: Component {
        enum Part { case split }
        var focus = FocusRing(Side.left, wraps: true, skipsHidden: true)
        var left = Pane()
        var right = Pane()
        var pane = SplitPane()
        var view: View {
            pane.view(left.view.region(.left, in: focus), right.view.region(.right, in: focus)).region(Part.split)
        }
        mutating func handle(_ input: Input) -> Outcome {
            let (place, inner) = focus.target(of: input)
            return (place == .left ? left.handle(inner) : right.handle(inner)).otherwise { focus.handle(input) }
        }
    }

    @Test("finds its places in other regions, however deep, for the mouse and for keys")
    func deep() {
        var split = Split()
        func click(_ row: Int, _ column: Int) {
            let mouse = ConsoleDriver.Mouse(.pressed(.left), at: .init(row: row, column: column))
            _ = split.handle(ScreenInput(.mouse(mouse), layout(11, 2, split.view)))
        }
        click(1, 6)
        #expect(
            split.focus.current == .right && split.right.focus.current == .second && split.left.focus.current == .first)
        click(1, 0)
        #expect(split.focus.current == .left && split.left.focus.current == .second)
        let input = ScreenInput(.key(.tab), layout(11, 2, split.view))
        #expect(split.focus.target(of: input).input.area == .init(row: 0, column: 0, rows: 2, columns: 5))
        // A press that no part takes moves the focus, too.
        let mouse = ConsoleDriver.Mouse(.pressed(.left), at: .init(row: 0, column: 10))
        #expect(split.focus.handle(ScreenInput(.mouse(mouse), layout(11, 2, split.view))) == .changed)
        #expect(split.focus.current == .right)
    }

    #if DEBUG
        @Test("ends a debug build at a press when none of its places is on the screen", .waiting)
        func nowhere() async {
            await #expect(processExitsWith: .failure) {
                var ring = FocusRing(Side.left)
                let mouse = ConsoleDriver.Mouse(.pressed(.left), at: .init(row: 0, column: 0))
                _ = ring.target(of: ScreenInput(.mouse(mouse), layout(4, 1, View.text("text").region("other"))))
            }
        }
    #endif

    @Test("Tab at the end of a child's ring is the parent's, and comes in where it goes on")
    func nested() {
        var panes = Panes()
        var seen: [Position?] = [panes.cursor]
        for key in [Key.tab, .tab, .tab, .tab, .shift(.tab), .shift(.tab)] {
            #expect(panes.handle(ScreenInput(key)) == .changed)
            seen.append(panes.cursor)
        }
        let expected = [(0, 0), (1, 0), (0, 5), (1, 5), (0, 0), (1, 5), (0, 5)].map {
            Position(row: $0.0, column: $0.1)
        }
        #expect(seen == expected)
    }

    @Test("a press brings the focus to where it was, through all rings")
    func press() {
        var panes = Panes()
        let mouse = ConsoleDriver.Mouse(.pressed(.left), at: .init(row: 1, column: 7))
        _ = panes.handle(ScreenInput(.mouse(mouse), layout(10, 2, panes.view)))
        #expect(panes.cursor == .init(row: 1, column: 5))
    }

    @Test("a wheel turns what it points at, and leaves the focus")
    func wheel() {
        var ring = FocusRing(Place.first)
        let view = Pane().view
        let mouse = ConsoleDriver.Mouse(.scrolled(.down), at: .init(row: 1, column: 0))
        let target = ring.target(of: ScreenInput(.mouse(mouse), layout(10, 2, view)))
        #expect(target.place == .second)
        #expect(ring.current == .first)
    }

    @Test("a press that is dragged to another place ends where it began", arguments: [true, false])
    func dragged(isReleased: Bool) {
        var ring = FocusRing(Place.first)
        let action: ConsoleDriver.Mouse.Action = isReleased ? .released(.left) : .dragged(.left)
        let mouse = ConsoleDriver.Mouse(action, at: .init(row: 1, column: 0))
        let target = ring.target(of: ScreenInput(.mouse(mouse), layout(10, 2, Pane().view)))
        #expect(target.place == .first)
        #expect(ring.current == .first)
    }

    @Test("keys go down the chain of focus, and what is ignored comes up again")
    func bubbling() {
        var panes = Panes()
        #expect(panes.handle(ScreenInput("x")) == .ignored)
        #expect(Outcome.ignored.otherwise { .submitted } == .submitted)
        #expect(Outcome.changed.otherwise { .submitted } == .changed)
    }

    @Test("passes over places that are not seen, and leaves one that has gone, where it is told to")
    func hidden() {
        struct Screen: Component {
            enum Place: CaseIterable { case list, filter, source }
            var focus = FocusRing(Place.list, wraps: true, skipsHidden: true)
            var hasFilter = false
            var view: View {
                .sized { space in
                    .row {
                        View.text("list").region(.list, in: focus)
                        if hasFilter { View.text("filter").region(.filter, in: focus) }
                        if space.columns > 20 { View.text("source").region(.source, in: focus) }
                    }
                }
            }
            mutating func handle(_ input: Input) -> Outcome {
                _ = focus.target(of: input)
                return focus.handle(input)
            }
        }
        var screen = Screen()
        func press(_ key: Key, _ columns: Int) -> Screen.Place {
            _ = screen.handle(ScreenInput(.key(key), layout(columns, 1, screen.view)))
            return screen.focus.current
        }
        #expect(press(.tab, 30) == .source && press(.tab, 30) == .list && press(.shift(.tab), 30) == .source)
        // The terminal has become narrower: what was typed is for what is seen.
        #expect(press("x", 10) == .list && press(.tab, 10) == .list)
        screen.hasFilter = true
        #expect(press(.tab, 10) == .filter && press(.tab, 10) == .list)
        #expect(screen.focus.move(-1) == .changed && screen.focus.current == .source)
        screen.focus.current = .list
        #expect(screen.handle(ScreenInput(.tab)) == .changed && screen.focus.current == .filter)
    }

    @Test("a pane has a border in the accent where the ring is, and its place inside")
    func panes() {
        enum Place: CaseIterable { case left, right }
        var focus = FocusRing(Place.left)
        func shown() -> ScreenLayout {
            layout(
                20, 4,
                View.row {
                    View.text("left").growing().pane(.left, in: focus, title: "A", footer: "1")
                    View.text("right").growing().pane(.right, in: focus, title: "B")
                })
        }
        #expect(
            shown().canvas.text == """
                ╭─ A ────╮╭─ B ────╮
                │left    ││right   │
                │        ││        │
                ╰──── 1 ─╯╰────────╯
                """)
        let press = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 1, column: 12)))
        let (before, input) = (shown().canvas, ScreenInput(press, shown()))
        #expect(focus.target(of: input).0 == .right && shown().canvas != before)
    }
}

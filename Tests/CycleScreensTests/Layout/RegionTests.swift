import CycleDrivers
import CycleScreens
import Testing

@Suite("Regions")
struct RegionTests {
    enum Side: Hashable { case left, right }
    enum Part: Hashable { case top, bottom }

    private func pane(_ side: Side) -> View {
        View.column {
            View.text("top").region(Part.top).height(1)
            View.text("bottom").cursor(.init(row: 0, column: 0)).region(Part.bottom)
        }.region(side).growing()
    }

    private var screen: ScreenLayout {
        layout(
            20, 4,
            View.row {
                pane(.left); pane(.right)
            })
    }

    private func press(_ row: Int, _ column: Int) -> ScreenInput {
        ScreenInput(.mouse(.init(.pressed(.left), at: .init(row: row, column: column))), screen)
    }

    @Test("a press is told by the names on the way to where it was, two that are alike are two")
    func press() {
        #expect(press(0, 3).pressed(Side.self) == .left)
        #expect(press(1, 13).pressed(Side.self) == .right)
        #expect(press(1, 13).at(Side.right).pressed(Part.self) == .bottom)
        #expect(press(1, 13).at(Side.left).pressed(Part.self) == nil)
        #expect(press(1, 13).pressed(Part.self) == nil)
    }

    @Test("a region is found however deep it lies in others, and the nearest one of that name is meant")
    func within() {
        let input = press(1, 13)
        #expect(
            input.at(Part.bottom).area.isEmpty
                && input.within(Part.bottom).area == input.at(Side.left).at(Part.bottom).area)
        #expect(input.at(Side.right).within(Part.bottom).position == input.at(Side.right).at(Part.bottom).position)
        #expect(input.within("nowhere").area.isEmpty)
    }

    @Test("positions are counted from the component's own corner, and the area is what it takes")
    func local() {
        let input = press(1, 13).at(Side.right).at(Part.bottom)
        #expect(input.position == .init(row: 0, column: 3))
        #expect(input.area == .init(row: 1, column: 10, rows: 1, columns: 10))
        #expect(press(0, 13).at(Side.left).position == nil)
        #expect(press(0, 13).at(Side.left).nearestPosition == .init(row: 0, column: 9))
    }

    @Test("a component that is not seen has an empty area")
    func unseen() {
        #expect(press(0, 0).at(7).area.isEmpty)
        #expect(press(0, 0).at(7).position == nil)
    }

    @Test("the last drawn wins")
    func layers() {
        let view = View.layers {
            View.text("below").region(1)
            View.text("above").region(2).width(3)
        }
        let layout = layout(5, 1, view)
        func hit(_ column: Int) -> Int? {
            ScreenInput(.mouse(.init(.pressed(.left), at: .init(row: 0, column: column))), layout).pressed()
        }
        #expect(hit(1) == 2)
        #expect(hit(4) == 1)
    }

    @Test("of two panes that both place the cursor, the one with the focus has it")
    func cursor() {
        let view = View.row {
            pane(.left).focused(false)
            pane(.right).focused(true)
        }
        #expect(layout(20, 4, view).canvas.cursor == .init(row: 1, column: 10))
        let none = View.row {
            pane(.left); pane(.right)
        }.focused(false)
        #expect(layout(20, 4, none).canvas.cursor == nil)
    }

    @Test("a cursor outside of what is seen is not shown")
    func clippedCursor() {
        let view = View.text("abc").cursor(.init(row: 0, column: 2)).width(2)
        #expect(layout(5, 1, view).canvas.cursor == nil)
    }

    @Test("a remembered view is made once for a key, a size and a style, and keeps its regions where it stands")
    func memo() {
        var count = 0
        func view(_ key: Int, _ before: Int) -> View {
            View.column {
                for _ in 0..<before { "line" }
                View.memo(key) {
                    count += 1
                    return View.text("memo \(key)").cursor(.init(row: 0, column: 1)).region(Part.top)
                }
            }
        }
        let size = Size(columns: 10, rows: 4)
        let first = ScreenLayout(view(1, 0).height(3), size)
        let second = ScreenLayout(view(1, 1), size, after: first)
        #expect(count == 1)
        #expect(second.canvas.text == "line\nmemo 1")
        #expect(second.canvas.cursor == .init(row: 1, column: 1))
        let input = ScreenInput(.mouse(.init(.pressed(.left), at: .init(row: 1, column: 0))), second)
        #expect(input.pressed() == Part.top)
        _ = ScreenLayout(view(2, 1), size, after: second)
        #expect(count == 2)
        _ = ScreenLayout(view(2, 2), size, after: second)
        #expect(count == 3)
    }
}

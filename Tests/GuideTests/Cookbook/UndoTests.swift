import Testing

@Suite("Cookbook: take changes back")
struct UndoTests {
    struct Drawing: Equatable {
        var dots: [Int] = [] {
            didSet { if dots != oldValue, !isStepping { (past, future) = (past + [oldValue], []) } }
        }
        private var past: [[Int]] = []
        private var future: [[Int]] = []
        private var isStepping = false

        mutating func undo() {
            guard let before = past.popLast() else { return }
            future.append(dots)
            step(to: before)
        }

        mutating func redo() {
            guard let after = future.popLast() else { return }
            past.append(dots)
            step(to: after)
        }

        private mutating func step(to value: [Int]) {
            isStepping = true
            dots = value
            isStepping = false
        }
    }

    @Test("a change after an undo forgets what was undone")
    func undone() {
        var drawing = Drawing()
        drawing.dots.append(1)
        drawing.dots.append(2)
        drawing.undo()
        #expect(drawing.dots == [1])
        drawing.redo()
        #expect(drawing.dots == [1, 2])
        drawing.undo()
        drawing.dots.append(3)
        drawing.redo()
        #expect(drawing.dots == [1, 3])
    }
}

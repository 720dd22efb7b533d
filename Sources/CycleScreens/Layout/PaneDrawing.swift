import CycleDrivers

/// How two views share their room, with a line between them.
struct PaneSplit {
    let axis: ScreenAxis
    /// The part of the first one, from 0 to 1.
    let share: Double
    /// The least cells of each, as long as there is room for both.
    let least: Int
    /// The style of a line that is no border; `nil` for that of the theme.
    let style: ScreenView.Style?
    /// Whether the line is moved: it has the style of a border with the focus then.
    let isMoving: Bool
    /// Where the panes end at the line of other panes.
    var met: ScreenBorder.Sides = []

    /// How many cells the first view has.
    static func cells(_ available: Int, share: Double, least: Int) -> Int {
        let least = min(max(0, least), available / 2)
        return min(max(Int((ScreenView.clamped(share) * Double(available)).rounded()), least), available - least)
    }
}

/// The line between two panes.
struct PaneLine: Hashable {}

extension ScreenLayout {
    /// Draws two panes. Borders that stand beside the line between them are drawn on it, one over the other, and the line itself
    /// where there is none.
    mutating func drawSplit(_ split: PaneSplit, _ first: ScreenView, _ second: ScreenView, _ place: ScreenPlace) {
        let outer = joinsBorders
        let known = drawn.lines.count
        joinsBorders = true
        let area = place.area
        var (one, line, other) = (area, area, area)
        let length = area.size[split.axis]
        let cells = PaneSplit.cells(max(0, length - 1), share: split.share, least: split.least)
        if split.axis == .row {
            one.columns = min(cells + 1, length)
            (line.column, line.columns) = (area.column + cells, min(1, length))
            (other.column, other.columns) = (line.column, length - cells)
        } else {
            one.rows = min(cells + 1, length)
            (line.row, line.rows) = (area.row + cells, min(1, length))
            (other.row, other.rows) = (line.row, length - cells)
        }
        draw(first.meeting(split.axis == .row ? .right : .bottom, look), place.with(one))
        draw(second.meeting(split.axis == .row ? .left : .top, look), place.with(other))
        joinsBorders = outer
        drawLine(line, split, after: known, place)
        name(PaneLine(), place.with(line))
    }

    private mutating func drawLine(_ area: Rectangle, _ split: PaneSplit, after known: Int, _ place: ScreenPlace) {
        guard !area.isEmpty else { return }
        let axis = split.axis.crossed
        let inside = drawn.lines[min(known, drawn.lines.count)...]
        let borders = inside.filter { !$0.area.intersection(area).isEmpty }
        let cells = (0..<area.size[axis]).map { area.cell($0, along: axis) }
        let isFree = cells.map { cell in !borders.contains { $0.area.contains(cell) } }
        // A line of a pane that was drawn first could not meet the border of the second one yet.
        for line in inside where line.axis != axis { joinEnds(of: line, to: DrawnLine(axis: axis, area: area)) }
        // Cells of another line around belong to that one.
        let isMetAtStart = split.met.contains(axis == .row ? .left : .top)
        let isMetAtEnd = split.met.contains(axis == .row ? .right : .bottom)
        let own = min(isMetAtStart ? 1 : 0, cells.count)..<max(cells.count - (isMetAtEnd ? 1 : 0), min(1, cells.count))
        var start = own.lowerBound
        while start < own.upperBound {
            let end = isFree[start..<own.upperBound].firstIndex { $0 != isFree[start] } ?? own.upperBound
            if isFree[start] { drawDivider(axis, split.style, place.with(area.part(start..<end, along: axis))) }
            start = end
        }
        for (cell, next) in zip(cells, cells.dropFirst()) { join(cell, next, along: axis) }
        guard split.isMoving else { return }
        let style = shown(look.theme.borders.focused, place)
        for cell in cells {
            guard let scalar = canvas.scalar(at: cell), LineArms(scalar) != nil else { continue }
            canvas.fill(Rectangle(at: cell), with: scalar, style: style, clip: place.clip)
        }
    }
}

extension ScreenLayout {
    /// Two neighbours on one line meet.
    private mutating func join(_ cell: Position, _ next: Position, along axis: ScreenAxis) {
        func isLine(_ cell: Position) -> Bool {
            canvas.scalar(at: cell).map { LineArms($0) != nil } ?? false
        }
        guard isLine(cell), isLine(next) else { return }
        replace(cell) { LineArms.joint($0, axis == .row ? "╶" : "╷") }
        replace(next) { LineArms.joint($0, axis == .row ? "╴" : "╵") }
    }
}

extension ConsoleDriver.Rectangle {
    init(at cell: ConsoleDriver.Position) {
        self.init(row: cell.row, column: cell.column, rows: 1, columns: 1)
    }

    fileprivate func cell(_ index: Int, along axis: ScreenAxis) -> ConsoleDriver.Position {
        .init(row: axis == .row ? row : row + index, column: axis == .row ? column + index : column)
    }

    fileprivate func part(_ range: Range<Int>, along axis: ScreenAxis) -> Self {
        var part = self
        if axis == .row {
            (part.column, part.columns) = (column + range.lowerBound, range.count)
        } else {
            (part.row, part.rows) = (row + range.lowerBound, range.count)
        }
        return part
    }
}

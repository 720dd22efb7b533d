import CycleDrivers

extension ScreenLayout {
    mutating func drawBorder(_ border: BorderLook, _ child: ScreenView, _ place: ScreenPlace) {
        var inside = place.with(place.area.inset(by: border.insets))
        if joinsBorders {
            // The lines around stay, to be joined.
            inside.clip = place.clip.intersection(inside.area)
            clear(inside)
            inside.clip = place.clip
        } else {
            clear(place)
        }
        let styles = look.theme.borders
        let isQuiet = border.style == nil || border.style == styles.style || border.style == .border
        let covered = joinsBorders ? linesBelow(place) : []
        let hasFooter = joinsBorders && drawn.footers.contains { $0.area.row == place.area.row }
        let before = hasFooter ? canvas : nil
        drawSides(border, border.border ?? styles.border, shown(border.style ?? styles.style, place), place)
        for line in covered { join(line, isQuiet: isQuiet, place) }
        // Lines need less contrast than words: those of a quiet border are not in its colour.
        let own = isQuiet ? .plain : border.style ?? .plain
        if border.sides.contains(.top) {
            let isNamed = border.style != nil && isQuiet
            let title = border.title.style(isNamed ? .foreground(.text) : styles.title.with(own))
            let words = drawTitle(title, border.titleAlignment, row: place.area.row, place)
            if let before { keepFooter(of: before, beside: words, border.border ?? styles.border, place) }
        }
        if border.sides.contains(.bottom) {
            let footer = border.footer.style(styles.footer.with(own))
            let words = drawTitle(footer, .end, row: place.area.endRow - 1, place)
            if joinsBorders, let words { drawn.footers.append(DrawnFooter(area: words)) }
        }
        let outer = joinsBorders
        joinsBorders = false
        draw(child, inside)
        joinsBorders = outer
    }

    private mutating func drawSides(_ look: BorderLook, _ border: ScreenBorder, _ style: Style, _ place: ScreenPlace) {
        let (area, sides) = (place.area, look.sides)
        let (bottom, right) = (area.endRow - 1, area.endColumn - 1)
        func draw(_ row: Int, _ column: Int, _ rows: Int, _ columns: Int, _ scalar: Unicode.Scalar) {
            let line = Rectangle(row: row, column: column, rows: rows, columns: columns)
            canvas.fill(line, with: scalar, style: style, clip: place.clip)
            if rows != columns { drawn.lines.append(DrawnLine(axis: rows > columns ? .column : .row, area: line)) }
        }
        if sides.contains(.left) { draw(area.row, area.column, area.rows, 1, border.vertical) }
        if sides.contains(.right) { draw(area.row, right, area.rows, 1, border.right) }
        if sides.contains(.bottom) { draw(bottom, area.column, 1, area.columns, border.bottom) }
        if sides.contains(.top) { draw(area.row, area.column, 1, area.columns, border.horizontal) }
        let corners: [(ScreenBorder.Sides, Int, Int, Unicode.Scalar)] = [
            ([.bottom, .left], bottom, area.column, border.bottomLeft),
            ([.bottom, .right], bottom, right, border.bottomRight),
            ([.top, .left], area.row, area.column, border.topLeft), ([.top, .right], area.row, right, border.topRight),
        ]
        for (needed, row, column, scalar) in corners where needed.isSubset(of: sides) {
            draw(row, column, 1, 1, scalar)
        }
    }

    /// The cells with something in them that a border will be drawn over.
    private func linesBelow(_ place: ScreenPlace) -> [CoveredCell] {
        let area = place.area
        let seen = area.intersection(place.clip).intersection(canvas.bounds)
        guard !seen.isEmpty else { return [] }
        var cells: [CoveredCell] = []
        for row in seen.row..<seen.endRow {
            let isEdge = row == area.row || row == area.endRow - 1
            for column in isEdge ? Array(seen.column..<seen.endColumn) : [area.column, area.endColumn - 1] {
                let position = Position(row: row, column: column)
                guard !canvas.isBlank(at: position), seen.contains(position), let scalar = canvas.scalar(at: position),
                    let style = canvas.style(at: position)
                else { continue }
                cells.append(CoveredCell(position: position, scalar: scalar, style: style))
            }
        }
        return cells
    }

    /// Puts what has the arms of both in the place of a line that was drawn over another. A quiet border leaves the
    /// colour of the other, so that the border of the focused pane is closed, whichever pane was drawn last.
    private mutating func join(_ covered: CoveredCell, isQuiet: Bool, _ place: ScreenPlace) {
        guard let other = canvas.scalar(at: covered.position), let joint = LineArms.joint(covered.scalar, other),
            let style = isQuiet ? covered.style : canvas.style(at: covered.position)
        else { return }
        canvas.fill(Rectangle(at: covered.position), with: joint, style: style, clip: place.clip)
    }

    /// The footer of the border above stays in the line that both share, where the title leaves room for it: between the ends of that
    /// border, `┘ 3 files └`, as it would be read as a second title otherwise.
    private mutating func keepFooter(
        of before: Canvas, beside title: Rectangle?, _ border: ScreenBorder, _ place: ScreenPlace
    ) {
        for index in drawn.footers.indices {
            let footer = drawn.footers[index]
            guard footer.area.row == place.area.row, !footer.area.intersection(place.area).isEmpty else { continue }
            if let title, !title.intersection(footer.area).isEmpty { continue }
            canvas.draw(before, at: .init(row: 0, column: 0), clip: footer.area.intersection(place.clip))
            guard !footer.isMarked else { continue }
            var marked = footer.area
            (marked.column, marked.columns) = (marked.column - 1, marked.columns + 2)
            drawn.footers[index] = DrawnFooter(area: marked, isMarked: true)
            end(Position(row: marked.row, column: marked.column), by: border.bottomRight)
            end(Position(row: marked.row, column: marked.endColumn - 1), by: border.bottomLeft)
        }
    }

    /// The line to the left or right of a footer ends there.
    private mutating func end(_ cell: Position, by corner: Unicode.Scalar) {
        replace(cell) { LineArms($0)?.isHorizontal == true ? corner : nil }
    }

    /// - Returns: The cells of the title; `nil` where there is none.
    private mutating func drawTitle(
        _ title: StyledText, _ alignment: ScreenAlignment, row: Int, _ place: ScreenPlace
    ) -> Rectangle? {
        let available = place.area.columns - 6
        guard !title.isEmpty, available > 0 else { return nil }
        let shown = StyledText(" ") + title.cut(to: available, .ellipsis) + StyledText(" ")
        let column = place.area.column + 2 + alignment.offset(place.area.columns - 4 - shown.width)
        draw(shown, Position(row: row, column: column), place)
        return Rectangle(row: row, column: column, rows: 1, columns: shown.width)
    }

    // MARK: Dividers

    mutating func drawDivider(_ axis: ScreenAxis, _ style: Style?, _ place: ScreenPlace) {
        var area = place.area
        if axis == .row { area.rows = min(1, area.rows) } else { area.columns = min(1, area.columns) }
        canvas.fill(
            area, with: axis == .row ? "─" : "│", style: shown(style ?? look.theme.borders.style, place),
            clip: place.clip)
        let line = DrawnLine(axis: axis, area: area)
        for other in drawn.lines where other.axis != axis {
            joinEnds(of: line, to: other)
            joinEnds(of: other, to: line)
        }
        for end in line.ends where !drawn.lines.contains(where: { $0.area.contains(end.behind) }) { turn(end) }
        drawn.lines.append(line)
    }

    /// Where a line ends beside another one, the other gets an arm towards it.
    mutating func joinEnds(of line: DrawnLine, to other: DrawnLine) {
        for end in line.ends where other.area.contains(end.behind) {
            replace(end.behind) { LineArms.joint($0, end.arm) }
            // The end may have been turned, as nothing was behind it.
            replace(end.cell) { LineArms.joint($0, end.outward) }
        }
    }

    /// The last cell of a line that ends in nothing and that others meet there is their corner.
    private mutating func turn(_ end: DrawnLine.End) {
        replace(end.cell) { LineArms.corner($0, without: end.outward) }
    }

    /// Draws another line in a cell, in the style that it has.
    mutating func replace(_ cell: Position, _ change: (Unicode.Scalar) -> Unicode.Scalar?) {
        guard let own = canvas.scalar(at: cell), let style = canvas.style(at: cell), let scalar = change(own),
            own != scalar
        else { return }
        canvas.fill(Rectangle(at: cell), with: scalar, style: style)
    }
}

/// The lines that were drawn in this layer, which later ones may join.
struct DrawnLines {
    var lines: [DrawnLine] = []
    var footers: [DrawnFooter] = []
}

/// A cell that a border was drawn over.
struct CoveredCell {
    let position: ConsoleDriver.Position
    let scalar: Unicode.Scalar
    let style: ConsoleDriver.Style
}

/// The footer of a border, in the line that a border below may share.
struct DrawnFooter {
    /// Its cells, with the marks.
    var area: ConsoleDriver.Rectangle
    /// Whether it stands between marks that tell it from a title.
    var isMarked = false
}

/// A line of one cell's thickness.
struct DrawnLine {
    /// Along which it goes.
    let axis: ScreenAxis
    let area: ConsoleDriver.Rectangle

    struct End {
        /// The last cell.
        let cell: ConsoleDriver.Position
        /// The cell behind that.
        let behind: ConsoleDriver.Position
        /// The arm that a line behind it needs to meet it.
        let arm: Unicode.Scalar
        /// The arm of the last cell that leaves the line.
        let outward: Unicode.Scalar
    }

    var ends: [End] {
        let (row, column) = (area.row, area.column)
        return axis == .row
            ? [
                End(
                    cell: .init(row: row, column: column), behind: .init(row: row, column: column - 1), arm: "╶",
                    outward: "╴"),
                End(
                    cell: .init(row: row, column: area.endColumn - 1), behind: .init(row: row, column: area.endColumn),
                    arm: "╴", outward: "╶"),
            ]
            : [
                End(
                    cell: .init(row: row, column: column), behind: .init(row: row - 1, column: column), arm: "╷",
                    outward: "╵"),
                End(
                    cell: .init(row: area.endRow - 1, column: column), behind: .init(row: area.endRow, column: column),
                    arm: "╵", outward: "╷"),
            ]
    }
}

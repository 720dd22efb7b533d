import CycleDrivers

extension ScreenLayout {
    mutating func drawBorder(_ look: BorderLook, _ child: ScreenView, _ place: Place) {
        var inside = place.with(place.area.inset(by: look.insets))
        if joinsBorders {
            // The lines around stay, to be joined.
            inside.clip = place.clip.intersection(inside.area)
            clear(inside)
            inside.clip = place.clip
        } else {
            clear(place)
        }
        drawSides(look, place)
        drawTitle(look.title, look.titleAlignment, row: place.area.row, look, place, .top)
        drawTitle(look.footer, .end, row: place.area.endRow - 1, look, place, .bottom)
        let outer = joinsBorders
        joinsBorders = false
        draw(child, inside)
        joinsBorders = outer
    }

    private mutating func drawSides(_ look: BorderLook, _ place: Place) {
        let (area, border, sides) = (place.area, look.border, look.sides)
        let (bottom, right) = (area.endRow - 1, area.endColumn - 1)
        let style = shown(look.style, place)
        let before = joinsBorders ? canvas : nil
        func draw(_ row: Int, _ column: Int, _ rows: Int, _ columns: Int, _ scalar: Unicode.Scalar) {
            let line = Rectangle(row: row, column: column, rows: rows, columns: columns)
            canvas.fill(line, with: scalar, style: style, clip: place.clip)
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
        if let before { join(before, around: area, style, place.clip) }
    }

    /// Puts what has the arms of both in the place of a line that was drawn over another.
    private mutating func join(_ before: Canvas, around area: Rectangle, _ style: Style, _ clip: Rectangle) {
        let seen = area.intersection(clip).intersection(canvas.bounds)
        guard !seen.isEmpty else { return }
        for row in seen.row..<seen.endRow {
            let isEdge = row == area.row || row == area.endRow - 1
            for column in isEdge ? Array(seen.column..<seen.endColumn) : [area.column, area.endColumn - 1] {
                let position = Position(row: row, column: column)
                guard let one = before.character(at: position), let other = canvas.character(at: position),
                    one != other, seen.contains(position), let joint = LineArms.joint(one, other)
                else { continue }
                canvas.fill(
                    Rectangle(row: row, column: column, rows: 1, columns: 1), with: joint, style: style, clip: clip)
            }
        }
    }

    private mutating func drawTitle(
        _ title: StyledText, _ alignment: ScreenAlignment, row: Int, _ look: BorderLook, _ place: Place,
        _ side: ScreenBorder.Sides
    ) {
        let room = place.area.columns - 6
        guard !title.isEmpty, room > 0, look.sides.contains(side) else { return }
        let shown = StyledText(" ") + title.cut(to: room, .ellipsis) + StyledText(" ")
        let column = place.area.column + 2 + alignment.offset(place.area.columns - 4 - shown.width)
        draw(shown.style(look.style), Position(row: row, column: column), place)
    }
}

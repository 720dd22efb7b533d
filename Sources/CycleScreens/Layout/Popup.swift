import CycleDrivers

/// A view that is drawn over others once they are there.
struct Popup {
    let view: ScreenView
    /// Where the view is that it belongs to.
    let anchor: ConsoleDriver.Rectangle
    let path: [AnyHashable]
    let isFocused: Bool
    let look: Look
}

/// Names where something pops up, inside of the region that it belongs to.
struct PopupRegion: Hashable {}

extension ScreenLayout {
    /// Draws a view, and then what pops up in it: below the next layer.
    mutating func drawLayer(_ view: ScreenView, _ place: ScreenPlace) {
        let (outer, outerDrawn) = (popups, drawn)
        (popups, drawn) = ([], DrawnLines())
        draw(view, place)
        // A popup may contain another popup.
        while !popups.isEmpty {
            drawn = DrawnLines()
            drawPopup(popups.removeFirst())
        }
        (popups, drawn) = (outer, outerDrawn)
    }

    private mutating func drawPopup(_ popup: Popup) {
        let outer = (path, isFocused, look)
        (path, isFocused, look) = (popup.path, popup.isFocused, popup.look)
        let natural = popup.view.grown(popup.view.natural(in: available, look), in: available, look)
        let anchor = popup.anchor
        var area = Rectangle(
            row: anchor.endRow, column: anchor.column, rows: min(natural.rows, canvas.size.rows),
            columns: min(max(natural.columns, anchor.columns), canvas.size.columns))
        let isRoomAbove = anchor.row >= natural.rows
        if !isRoomAbove { wantedRows = max(wantedRows, anchor.endRow + natural.rows) }
        if area.endRow > canvas.size.rows {
            area.row = isRoomAbove ? anchor.row - area.rows : canvas.size.rows - area.rows
        }
        area.column = max(0, min(area.column, canvas.size.columns - area.columns))
        regions.append(Region(path: path + [AnyHashable(PopupRegion())], area: area, shown: area))
        draw(popup.view, ScreenPlace(area: area, clip: canvas.bounds, style: look.ground))
        (path, isFocused, look) = outer
    }
}

import CycleDrivers

/// Draws the views around a view: styles, themes, places, focus.
extension ScreenLayout {
    mutating func drawStyled(_ style: Style, _ child: ScreenView, _ place: ScreenPlace) {
        var place = place
        place.style = shown(style, place)
        let fills = style.background != .standard || style.attributes.contains(.reverse)
        if fills { clearGround(of: child, place) }
        draw(child, place)
    }

    /// Where borders join, those of the view are drawn over the lines that are there.
    private mutating func clearGround(of child: ScreenView, _ place: ScreenPlace) {
        guard joinsBorders else { return clear(place) }
        var inside = place.with(place.area.inset(by: child.edges(look)))
        inside.clip = place.clip.intersection(inside.area)
        clear(inside)
    }

    mutating func drawOverlaid(
        _ style: Style, _ except: [ScreenTheme.Token], _ child: ScreenView, _ place: ScreenPlace
    ) {
        draw(child, place)
        // The standard colour is also that of words.
        let colors = except.map { look.theme.color(of: $0) }.filter { $0 != .standard }
        canvas.restyle(place.area, look.resolved(style), except: colors, clip: place.clip)
    }

    mutating func drawThemed(
        _ child: ScreenView, _ change: (inout ScreenTheme) -> Void, _ place: ScreenPlace
    ) {
        let outer = look
        look = look.changed(by: change)
        var place = place
        if look.ground != outer.ground {
            place.style = look.ground
            clearGround(of: child, place)
        }
        draw(child, place)
        look = outer
    }

    mutating func drawRegion(_ id: AnyHashable, _ child: ScreenView, _ place: ScreenPlace) {
        path.append(id)
        regions.append(Region(path: path, area: place.area, shown: place.clip))
        draw(child, place)
        path.removeLast()
    }

    mutating func drawFocused(_ isFocused: Bool, _ child: ScreenView, _ place: ScreenPlace) {
        let outer = self.isFocused
        self.isFocused = outer && isFocused
        draw(child, place)
        self.isFocused = outer
    }

    mutating func drawCursor(_ position: Position, _ child: ScreenView, _ place: ScreenPlace) {
        draw(child, place)
        let cursor = Position(row: place.area.row + position.row, column: place.area.column + position.column)
        if isFocused, place.clip.contains(cursor) { canvas.cursor = cursor }
    }

    mutating func drawWithPopup(_ child: ScreenView, _ popup: ScreenView, _ place: ScreenPlace) {
        draw(child, place)
        popups.append(Popup(view: popup, anchor: place.area, path: path, isFocused: isFocused, look: look))
    }

    mutating func drawCanvas(_ make: (ScreenView.Space) -> Canvas, _ place: ScreenPlace) {
        let outer = canvas.cursor
        let drawn = look.resolved(make(space(place))).over(place.style)
        canvas.draw(drawn, at: place.area.position, clip: place.clip)
        if !isFocused { canvas.cursor = outer }
    }

    mutating func drawMemo(_ key: AnyHashable, _ make: () -> ScreenView, _ place: ScreenPlace) {
        let memoKey = MemoKey(
            path: path, key: key, size: place.area.size, style: place.style, isFocused: isFocused, look: look)
        let layout =
            remembered[memoKey]
            ?? ScreenLayout(
                make(), place.area.size, place.style, [:], look, path: path, isFocused: isFocused)
        memos[memoKey] = layout
        isCut = isCut || layout.isCut
        if let cursor = canvas.cursor, place.clip.contains(cursor) { canvas.cursor = nil }
        canvas.draw(layout.canvas, at: place.area.position, clip: place.clip)
        for region in layout.regions {
            let shown = region.shown.moved(by: place.area.position).intersection(place.clip)
            regions.append(
                Region(path: region.path, area: region.area.moved(by: place.area.position), shown: shown))
        }
    }

    func space(_ place: ScreenPlace) -> ScreenView.Space {
        ScreenView.Space(
            columns: place.area.columns, rows: place.area.rows, isFocused: isFocused, style: place.style,
            isPlain: false, look: look)
    }
}

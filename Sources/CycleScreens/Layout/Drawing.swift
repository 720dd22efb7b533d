import CycleDrivers

extension ScreenLayout {
    @usableFromInline
    mutating func draw(_ view: ScreenView, _ place: ScreenPlace) {
        var place = place
        place.clip = place.clip.intersection(place.area)
        guard !place.clip.isEmpty else { return leaveOut(view) }
        switch view.node {
        case .empty, .spacer: break
        case .text(let text, let style): draw(text, style, place)
        case .runs(let text, let overflow): draw(text, overflow, .start, place)
        case .wrapped(let text, let alignment): drawWrapped(text, alignment, place)
        case .divider(let axis, let style): drawDivider(axis ?? .row, style, place)
        case .stack(let axis, let spacing, let children): drawStack(axis, spacing, children, place)
        case .layers(let children): for child in children { drawLayer(child, place) }
        case .split(let split, let first, let second): drawSplit(split, first, second, place)
        case .padding(let insets, let child): drawPadded(child, insets, place)
        case .border(let look, let child): drawBorder(look, child, place)
        case .length(let columns, let rows, let child): drawLimited(child, columns, rows, place)
        case .aligned(let horizontal, let vertical, let child): drawAligned(child, horizontal, vertical, place)
        case .scrolled(let offset, let child): drawScrolled(child, offset, place)
        case .styled(let style, let child): drawStyled(style, child, place)
        case .overlaid(let style, let except, let child): drawOverlaid(style, except, child, place)
        case .theme(let change, let child): drawThemed(child, change, place)
        case .themed(let make): draw(make(look.theme), place)
        case .decoration(let child): draw(child, place)
        case .region(let id, let child): drawRegion(id, child, place)
        case .focused(let isFocused, let child): drawFocused(isFocused, child, place)
        case .cursor(let position, let child): drawCursor(position, child, place)
        case .sized(_, let make): draw(make(space(place)), place)
        case .drawn(_, _, let draw): draw(&self, place)
        case .canvas(let make): drawCanvas(make, place)
        case .memo(let key, let make): drawMemo(key, make, place)
        case .popup(let popup, let child): drawWithPopup(child, popup, place)
        }
    }

    /// No region is in a text.
    private mutating func leaveOut(_ view: ScreenView) {
        switch view.node {
        case .empty, .spacer, .text, .runs, .wrapped, .divider: break
        case .stack, .layers, .split, .padding, .border, .length, .aligned, .scrolled, .styled, .overlaid, .theme,
            .themed, .decoration, .region, .focused, .cursor, .sized, .drawn, .canvas, .memo, .popup:
            isCut = true
        }
    }

    private mutating func draw(_ text: String, _ style: Style, _ place: ScreenPlace) {
        canvas.draw(text, at: place.area.position, style: shown(style, place), clip: place.clip)
    }

    /// A style over what lies below, in the colours of the theme.
    @usableFromInline
    func shown(_ style: Style, _ place: ScreenPlace) -> Style { place.style.with(look.resolved(style)) }

    // MARK: Text

    /// Draws one row of text in the room of a place.
    @usableFromInline
    mutating func draw(
        _ text: StyledText, _ overflow: ScreenOverflow, _ alignment: ScreenAlignment, _ place: ScreenPlace
    ) {
        guard overflow != .cut || alignment != .start else { return draw(text, place.area.position, place) }
        let shown = text.cut(to: place.area.columns, overflow)
        var position = place.area.position
        if alignment != .start { position.column += alignment.offset(place.area.columns - shown.width) }
        draw(shown, position, place)
    }

    mutating func draw(_ text: StyledText, _ position: Position, _ place: ScreenPlace) {
        var position = position
        for run in text.runs {
            position.column +=
                run.link == nil
                ? canvas.draw(run.text, at: position, style: shown(run.style, place), clip: place.clip)
                : draw(run.text[...], run, position, place)
        }
    }

    private mutating func draw(_ part: Substring, _ run: StyledText.Run, _ position: Position, _ place: ScreenPlace)
        -> Int
    {
        let width = canvas.draw(part, at: position, style: shown(run.style, place), clip: place.clip)
        if let link = run.link {
            let area = Rectangle(row: position.row, column: position.column, rows: 1, columns: width)
            canvas.link(area, to: link, clip: place.clip)
        }
        return width
    }

    private mutating func drawWrapped(_ text: StyledText, _ alignment: ScreenAlignment, _ place: ScreenPlace) {
        let whole = text.text
        let seen = place.clip.endRow - place.area.row
        let lines = LineBreaks.lines(of: whole, columns: place.area.columns, upTo: seen)
        for (row, line) in lines.enumerated() where place.area.row + row < place.clip.endRow {
            guard place.area.row + row >= place.clip.row else { continue }
            var position = place.area.position
            position.row += row
            if alignment != .start {
                let width = ConsoleDriver.CharacterWidth.of(whole.bytes(LineBreaks.trimmed(line, of: whole)))
                position.column += alignment.offset(place.area.columns - width)
            }
            drawPart(line, of: text, position, place)
        }
    }

    /// Draws some bytes of a text of several runs.
    private mutating func drawPart(_ range: Range<Int>, of text: StyledText, _ position: Position, _ place: ScreenPlace)
    {
        var (position, start) = (position, 0)
        for run in text.runs {
            let end = start + run.text.utf8.count
            let part = range.clamped(to: start..<end)
            if !part.isEmpty {
                let bytes = part.lowerBound - start..<part.upperBound - start
                position.column += draw(run.text.bytes(bytes), run, position, place)
            }
            start = end
        }
    }

    // MARK: Around

    /// Nothing of what is below shows through.
    @usableFromInline
    mutating func clear(_ place: ScreenPlace) {
        canvas.fill(place.area, style: place.style, clip: place.clip)
        if let cursor = canvas.cursor, place.clip.contains(cursor) { canvas.cursor = nil }
    }

    // MARK: Place

    private mutating func drawPadded(_ child: ScreenView, _ insets: Insets, _ place: ScreenPlace) {
        draw(child, place.with(place.area.inset(by: insets.yielding(to: child, in: place.area.size, look))))
    }

    private mutating func drawLimited(
        _ child: ScreenView, _ columns: ScreenLength?, _ rows: ScreenLength?, _ place: ScreenPlace
    ) {
        draw(child, place.with(child.fitted(place.area.limited(to: columns, rows), columns, rows, look)))
    }

    private mutating func drawAligned(
        _ child: ScreenView, _ horizontal: ScreenAlignment, _ vertical: ScreenAlignment, _ place: ScreenPlace
    ) {
        let size = child.grown(child.natural(in: place.area.size, look), in: place.area.size, look)
        var area = place.area
        area.column += horizontal.offset(area.columns - size.columns)
        area.row += vertical.offset(area.rows - size.rows)
        (area.columns, area.rows) = (size.columns, size.rows)
        draw(child, place.with(area))
    }

    private mutating func drawScrolled(_ child: ScreenView, _ offset: Position, _ place: ScreenPlace) {
        let natural = child.natural(
            in: Size(columns: place.area.columns + max(0, offset.column), rows: ScreenView.unlimited), look)
        var area = place.area
        area.row -= offset.row
        area.column -= offset.column
        area.rows = max(natural.rows, place.area.rows + max(0, offset.row))
        area.columns = max(natural.columns, place.area.columns + max(0, offset.column))
        draw(child, place.with(area))
    }

    private mutating func drawStack(_ axis: ScreenAxis, _ spacing: Int, _ children: [ScreenView], _ place: ScreenPlace)
    {
        let outer = joinsBorders
        joinsBorders = outer || spacing < 0
        defer { joinsBorders = outer }
        let shares = ScreenView.shares(of: children, along: axis, spacing: spacing, in: place.area.size, look)
        var area = place.area
        var rest = max(0, area.rows - shares.reduce(0, +))
        let end = axis == .row ? place.clip.endColumn : place.clip.endRow
        for (child, share) in zip(children, shares) {
            if axis == .row {
                guard area.column < end else { return isCut = true }
                area.columns = share
                draw(child, place.with(area))
                area.column += share + spacing
            } else {
                guard area.row < end else { return isCut = true }
                area.rows = share
                if area.row + share > place.clip.row { draw(child, place.with(area)) } else { isCut = true }
                area.row += share + min(spacing, rest)
                rest -= min(spacing, rest)
            }
        }
    }
}

extension ScreenView {
    /// As much of a place as the view needs, along an axis along which it is to fit.
    func fitted(_ area: ConsoleDriver.Rectangle, _ columns: Length?, _ rows: Length?, _ look: Look)
        -> ConsoleDriver.Rectangle
    {
        guard columns == .fit || rows == .fit else { return area }
        var fitted = area
        let own = natural(in: area.size, look)
        if columns == .fit { fitted.columns = own.columns }
        if rows == .fit { fitted.rows = own.rows }
        return fitted
    }
}

extension Insets {
    /// With as many rows as the view leaves.
    fileprivate func yielding(to child: ScreenView, in size: ScreenView.Size, _ look: Look) -> Insets {
        guard rows > 0, yields else { return self }
        let inner = ScreenView.Size(columns: max(0, size.columns - columns), rows: size.rows)
        let rest = size.rows - child.natural(along: .column, in: inner, look)
        let kept = ScreenView.kept(rows, of: rest, isGrowing: child.growth(along: .column, look) != nil)
        guard kept < rows else { return self }
        var insets = self
        insets.bottom = min(bottom, kept / 2)
        insets.top = min(top, kept - insets.bottom)
        return insets
    }
}

extension ConsoleDriver.Rectangle {
    var position: ConsoleDriver.Position { .init(row: row, column: column) }

    func inset(by insets: Insets) -> Self {
        Self(
            row: row + insets.top, column: column + insets.left, rows: rows - insets.rows,
            columns: columns - insets.columns)
    }

    func moved(by position: ConsoleDriver.Position) -> Self {
        Self(row: row + position.row, column: column + position.column, rows: rows, columns: columns)
    }

    func limited(to columnLength: ScreenLength?, _ rowLength: ScreenLength?) -> Self {
        var area = self
        switch columnLength {
        case .fixed(let count): area.columns = max(0, min(columns, count))
        case .growing(_, _, let most): area.columns = max(0, min(columns, most))
        case .fit, nil: break
        }
        switch rowLength {
        case .fixed(let count): area.rows = max(0, min(rows, count))
        case .growing(_, _, let most): area.rows = max(0, min(rows, most))
        case .fit, nil: break
        }
        return area
    }
}

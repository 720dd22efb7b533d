import CycleDrivers

/// The position that a scroll bar shows; it names the region of the bar.
struct ScrollBar: Hashable {
    /// The first row that is seen.
    let first: Int
    /// How many are seen.
    let shown: Int
    /// How many there are.
    let count: Int

    init(first: Int, shown: Int, count: Int) {
        // Bounds that cannot overflow in the products below.
        let most = 1 << 40
        (self.first, self.shown) = (min(max(0, first), most), min(max(0, shown), most))
        self.count = min(max(0, count), most)
    }

    private var last: Int { max(1, count - shown) }

    /// Its part that shows what is seen, of so many cells.
    func thumb(of length: Int) -> Range<Int> {
        let thumb = min(max(1, length * shown / count), length)
        let start = min(max((length - thumb) * first / last, 0), length - thumb)
        return start..<start + thumb
    }

    /// The first row that is seen when the thumb begins there.
    func first(at start: Int, of length: Int) -> Int {
        let available = max(1, length - thumb(of: length).count)
        return (min(max(start, 0), available) * last + available / 2) / available
    }
}

/// A scroll bar under the mouse: its thumb is dragged, a press beside it goes on by a page.
struct ScrollBarDrag: Hashable, Codable, Sendable {
    /// Where in the thumb it was pressed.
    private var grip: Int?

    /// The first row that the mouse wants to see, which may be none; `nil` for what is no matter of the bar.
    ///
    /// - Parameter input: For the region that the bar is right inside of.
    mutating func first(for input: ScreenInput) -> Int? {
        guard let mouse = input.mouse, let (bar, region) = input.regions(of: ScrollBar.self).last else { return nil }
        let (row, length) = (mouse.position.row - region.area.row, region.area.rows)
        switch mouse.action {
        case .pressed(.left):
            guard input.hit() == bar else { return nil }
            let thumb = bar.thumb(of: length)
            grip = thumb.contains(row) ? row - thumb.lowerBound : nil
            return grip != nil ? bar.first : row < thumb.lowerBound ? bar.first - bar.shown : bar.first + bar.shown
        case .dragged(.left): return grip.map { bar.first(at: row - $0, of: length) }
        case .released where grip != nil:
            grip = nil
            return bar.first
        default: return nil
        }
    }
}

extension ScreenLayout {
    /// Draws the bar of a list on its right, and returns how many columns are left of it.
    @usableFromInline
    mutating func drawScrollBar(first: Int, shown: Int, of count: Int, _ place: ScreenPlace) -> Int {
        var bar = place
        bar.area.columns = min(1, place.area.columns)
        bar.area.column = place.area.endColumn - bar.area.columns
        draw(.scrollBar(first: first, shown: shown, of: count), bar)
        return place.area.columns - bar.area.columns
    }

    /// Draws what stands in the place of rows.
    @usableFromInline
    mutating func drawEmpty(_ text: StyledText, _ place: ScreenPlace) { draw(.text(text.style(.muted)), place) }
}

extension ScreenView {
    /// A column that shows which part of something long is seen. That of a list, a ``Viewport`` or a ``LogBuffer`` is dragged with the
    /// mouse; a press above or below its thumb turns a page.
    ///
    /// - Parameters:
    ///   - first: The first row that is seen.
    ///   - shown: How many are seen.
    ///   - count: How many there are.
    public static func scrollBar(first: Int, shown: Int, of count: Int) -> ScreenView {
        .sized { space in
            guard space.rows > 0, count > 0, !space.isPlain else { return .empty }
            let bar = ScrollBar(first: first, shown: shown, count: count)
            let thumb = bar.thumb(of: space.rows)
            return ScreenView.drawn { layout, place in
                var line = place.area
                line.columns = min(1, line.columns)
                layout.canvas.fill(line, with: "│", style: layout.shown(.border, place), clip: place.clip)
                (line.row, line.rows) = (line.row + thumb.lowerBound, thumb.count)
                layout.canvas.fill(line, with: "┃", style: layout.shown(.muted, place), clip: place.clip)
            }.region(bar)
        }.width(1)
    }
}

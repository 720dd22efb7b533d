public import CycleDrivers

/// A view at a size: its cells, where its regions are, where the cursor stands. One pass makes all three.
///
/// A pure function of the view and the size:
///
///     #expect(ScreenLayout(todo.view, .init(columns: 40, rows: 10)).canvas.text == "…")
public struct ScreenLayout {
    /// Cells.
    public typealias Canvas = ConsoleDriver.Canvas
    /// A cell, counted from 0.
    public typealias Position = ConsoleDriver.Position
    /// An area of cells.
    public typealias Rectangle = ConsoleDriver.Rectangle
    /// Columns and rows.
    public typealias Size = ConsoleDriver.Size
    /// Colours and attributes.
    public typealias Style = ConsoleDriver.Style

    /// A named place.
    struct Region {
        let path: [AnyHashable]
        /// All of it, also what was cut off.
        let area: Rectangle
        /// Its visible part.
        let shown: Rectangle
    }

    /// All cells of the screen.
    public internal(set) var canvas: Canvas
    var regions: [Region] = []
    var memos: [MemoKey: ScreenLayout] = [:]
    private(set) var remembered: [MemoKey: ScreenLayout]
    /// Where selected rows of long lists were found, for the next layout.
    var rowHints: [RowHintKey: RowHint] = [:]
    /// The styles of long lines, for the same.
    let styledLines: StyledLines
    /// The same of the layout before.
    private(set) var knownRows: [RowHintKey: RowHint]
    var path: [AnyHashable] = []
    @usableFromInline var isFocused = true
    /// The theme of what is being drawn.
    @usableFromInline var look: Look
    /// The popups to be drawn over the layer that is being drawn.
    var popups: [Popup] = []
    /// How large what pops up may be, where the screen can become larger for it.
    let available: Size
    /// How many rows it wants the screen to have.
    var wantedRows = 0
    /// The lines that were drawn in this layer, for others to join.
    var drawn = DrawnLines()
    /// Whether borders join those that they are drawn over.
    var joinsBorders = false
    /// Whether views had no room, so that regions in them are missing.
    var isCut = false

    /// Lays out a view.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - size: Of the whole screen.
    ///   - theme: How it looks.
    ///   - previous: The layout before, whose remembered views are used again: see ``ScreenView/memo(_:_:)``.
    public init(_ view: ScreenView, _ size: Size, theme: ScreenTheme = .quiet, after previous: ScreenLayout? = nil) {
        let look = (previous?.look ?? .quiet).with(theme)
        self.init(
            view, size, look.ground, previous?.memos ?? [:], look, rows: previous?.rowHints ?? [:],
            lines: previous?.styledLines)
    }

    init(
        _ view: ScreenView, _ size: Size, _ style: Style, _ remembered: [MemoKey: ScreenLayout], _ look: Look,
        path: [AnyHashable] = [], isFocused: Bool = true, height: Int? = nil, available: Size? = nil,
        rows knownRows: [RowHintKey: RowHint] = [:], lines: StyledLines? = nil
    ) {
        styledLines = StyledLines(after: lines)
        canvas = Canvas(size, style: style)
        self.remembered = remembered
        self.knownRows = knownRows
        self.look = look
        self.path = path
        self.isFocused = isFocused
        self.available = available ?? canvas.size
        var area = canvas.bounds
        if let height { area.rows = min(area.rows, height) }
        drawLayer(view, ScreenPlace(area: area, clip: area, style: style))
        (self.remembered, self.knownRows) = ([:], [:])
    }

    /// Lays out a view in as many rows as it and its popups need, and no more than there are.
    ///
    /// - Parameters:
    ///   - view: The view below the printed text.
    ///   - available: The terminal's size.
    ///   - theme: How it looks.
    ///   - previous: As above.
    public init(
        _ view: ScreenView, fitting available: Size, theme: ScreenTheme = .quiet, after previous: ScreenLayout? = nil
    ) {
        let look = (previous?.look ?? .quiet).with(theme)
        let rows = min(view.natural(along: .column, in: available, look), available.rows)
        let (memos, known) = (previous?.memos ?? [:], previous?.rowHints ?? [:])
        var size = Size(columns: available.columns, rows: rows)
        let lines = previous?.styledLines
        self.init(view, size, look.ground, memos, look, available: available, rows: known, lines: lines)
        guard wantedRows > rows, rows < available.rows else { return }
        size.rows = min(wantedRows, available.rows)
        self.init(view, size, look.ground, memos, look, height: rows, available: available, rows: known, lines: lines)
    }

    /// Where a region is, if it is seen.
    func region(_ path: [AnyHashable]) -> Region? { regions.last { $0.path == path } }

    /// Names a place for the component that draws it; what is drawn there is not inside of that name.
    @usableFromInline
    mutating func name(_ id: some Hashable, _ place: ScreenPlace) {
        regions.append(
            Region(path: path + [AnyHashable(id)], area: place.area, shown: place.clip.intersection(place.area)))
    }

    /// The names of the innermost region at a cell, from the outermost on; of several the one that was drawn last.
    func hit(_ position: Position) -> [AnyHashable]? { regions.last { $0.shown.contains(position) }?.path }
}

/// The values that a remembered view depends on.
struct MemoKey: Hashable {
    let path: [AnyHashable]
    let key: AnyHashable
    let size: ConsoleDriver.Size
    let style: ConsoleDriver.Style
    let isFocused: Bool
    let look: Look
}

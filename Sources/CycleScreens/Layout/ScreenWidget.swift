public import CycleDrivers

/// A view that measures and draws itself: for what cannot be put together of the views that ship.
///
///     struct Ruler: ScreenWidget {
///         func measure(_ room: Size, _ theme: ScreenTheme) -> Size { Size(columns: room.columns, rows: 1) }
///         func draw(on layout: inout ScreenLayout, in place: ScreenPlace) {
///             for column in stride(from: 0, to: place.size.columns, by: 10) {
///                 layout.draw("\(column, .muted)", at: .init(row: 0, column: column), in: place)
///             }
///         }
///     }
///
///     View(Ruler()).height(.fit)
///
/// Lists, tables, scroll bars and readers are drawn in the same way. A widget takes all room that it gets, unless its
/// length is `.fit`, and is drawn once for each frame.
public protocol ScreenWidget {
    /// Columns and rows.
    typealias Size = ConsoleDriver.Size

    /// How much of some room it needs where its length is `.fit`. By default nothing, so that it is not seen there.
    func measure(_ available: Size, _ theme: ScreenTheme) -> Size

    /// Draws itself: a function of its own values, of the place and of the theme alone.
    func draw(on layout: inout ScreenLayout, in place: ScreenPlace)

    /// The view that is read aloud or printed in its place. By default nothing.
    var plain: ScreenView { get }
}

extension ScreenWidget {
    /// Nothing.
    public func measure(_ available: Size, _ theme: ScreenTheme) -> Size { Size(columns: 0, rows: 0) }
    /// Nothing.
    public var plain: ScreenView { .empty }
}

extension ScreenView {
    /// The view of a widget.
    public init(_ widget: some ScreenWidget) {
        self = .drawn(
            measuring: { available, look in widget.measure(available, look.theme) }, plain: { widget.plain },
            drawing: { layout, place in widget.draw(on: &layout, in: place) })
    }
}

/// Where a view is drawn, and below which style.
public struct ScreenPlace {
    /// All of it, in cells of the screen. It may reach beyond what is seen.
    @usableFromInline var area: ConsoleDriver.Rectangle
    /// The visible area of the screen.
    @usableFromInline var clip: ConsoleDriver.Rectangle
    /// Lies below the styles of what is drawn.
    @usableFromInline var style: ConsoleDriver.Style

    /// How large it is.
    public var size: ConsoleDriver.Size { area.size }

    func with(_ area: ConsoleDriver.Rectangle) -> ScreenPlace { ScreenPlace(area: area, clip: clip, style: style) }

    /// A part of it, counted from its top left. Drawing outside of the whole place has no effect.
    public func part(_ part: ConsoleDriver.Rectangle) -> ScreenPlace {
        var place = with(part.moved(by: area.position))
        place.clip = clip.intersection(area)
        return place
    }
}

/// The operations that draw a widget. Positions and areas are counted from the top left of the place.
extension ScreenLayout {
    /// The theme here.
    public var theme: ScreenTheme { look.theme }
    /// Whether keys go here.
    public var hasFocus: Bool { isFocused }

    /// Draws a view.
    public mutating func draw(_ view: ScreenView, in place: ScreenPlace) { draw(view, place) }

    /// Draws one row of text.
    public mutating func draw(_ text: StyledText, at position: Position, in place: ScreenPlace) {
        var place = place
        place.clip = place.clip.intersection(place.area)
        draw(text, Position(row: place.area.row + position.row, column: place.area.column + position.column), place)
    }

    /// Fills an area with a character of one cell.
    public mutating func fill(
        _ area: Rectangle, with scalar: Unicode.Scalar = " ", _ style: Style = .plain, in place: ScreenPlace
    ) {
        canvas.fill(
            area.moved(by: place.area.position), with: scalar, style: shown(style, place),
            clip: place.clip.intersection(place.area))
    }

    /// Names a place, as ``ScreenView/region(_:)`` does, for the mouse.
    public mutating func region(_ id: some Hashable, in place: ScreenPlace) { name(id, place) }
}

public import CycleDrivers

/// A tree of views that is laid out for a size. It is made anew for each frame, and not kept.
///
///     View.column {
///         "\("To do", .bold)"
///         View.divider
///         list.view(of: items) { item, _ in "\(item.text)" }
///     }
///
/// Inside a ``Component`` its name is `View`. Along each axis a view has a fixed length, fits what is in it, or grows: see
/// ``ScreenLength``. Content that does not fit is cut at the end, and never an error.
public struct ScreenView {
    /// Colours and attributes of a cell.
    public typealias Style = ConsoleDriver.Style
    /// Columns and rows.
    public typealias Size = ConsoleDriver.Size
    /// A cell, counted from the top left.
    public typealias Position = ConsoleDriver.Position
    /// Cells that are drawn by hand.
    public typealias Canvas = ConsoleDriver.Canvas
    /// Along a row or down a column.
    public typealias Axis = ScreenAxis
    /// Where a view stands in room that is left over.
    public typealias Alignment = ScreenAlignment
    /// How long a view is along an axis.
    public typealias Length = ScreenLength
    /// The characters of a border.
    public typealias Border = ScreenBorder
    /// How a text that is too long is cut.
    public typealias Overflow = ScreenOverflow

    indirect enum Node {
        case empty
        case text(String, Style)
        case runs(StyledText, Overflow)
        case wrapped(StyledText, Alignment)
        case spacer(Growth)
        /// `nil` until it stands in a row or column.
        case divider(Axis?, Style?)
        case stack(Axis, spacing: Int, [ScreenView])
        case layers([ScreenView])
        /// Two panes with a line between them, which may be the border of either.
        case split(PaneSplit, ScreenView, ScreenView)
        case padding(Insets, ScreenView)
        case border(BorderLook, ScreenView)
        case length(columns: Length?, rows: Length?, ScreenView)
        case aligned(Alignment, Alignment, ScreenView)
        case styled(Style, ScreenView)
        /// Lies over the styles inside, but for what is drawn in one of some colours.
        case overlaid(Style, except: [ScreenTheme.Token], ScreenView)
        case region(AnyHashable, ScreenView)
        case focused(Bool, ScreenView)
        case cursor(Position, ScreenView)
        case scrolled(Position, ScreenView)
        case sized(fitting: ((Size, Look) -> Size)?, (Space) -> ScreenView)
        /// A widget. Also where many views would be made for nothing else than to be drawn.
        case drawn(
            measure: ((Size, Look) -> Size)?, plain: (() -> ScreenView)?, (inout ScreenLayout, ScreenPlace) -> Void)
        case canvas((Space) -> Canvas)
        case memo(AnyHashable, () -> ScreenView)
        case decoration(ScreenView)
        /// Changes the theme for what is inside.
        case theme((inout ScreenTheme) -> Void, ScreenView)
        case themed((ScreenTheme) -> ScreenView)
        /// A view that is drawn over all others, beside another.
        case popup(ScreenView, ScreenView)
    }

    let node: Node

    init(_ node: Node) {
        self.node = node
    }

    /// The room of a view, when it is known.
    public struct Space: Hashable, Sendable {
        /// How wide it is.
        public var columns: Int
        /// How high it is.
        public var rows: Int
        /// Whether keys go here.
        public var isFocused: Bool
        /// The style below the styles of the view.
        public var style: Style
        /// Whether it is read aloud, or printed to a pipe: text is wanted, and nothing drawn.
        public var isPlain: Bool
        let look: Look

        /// How the screen looks here.
        public var theme: ScreenTheme { look.theme }
    }
}

extension ScreenView {
    /// See ``Node/drawn``.
    @usableFromInline
    static func drawn(
        measuring: ((_ available: Size, _ look: Look) -> Size)? = nil, plain: (() -> ScreenView)? = nil,
        drawing: @escaping (_ layout: inout ScreenLayout, _ place: ScreenPlace) -> Void
    ) -> ScreenView {
        ScreenView(.drawn(measure: measuring, plain: plain, drawing))
    }

    /// Nothing, of no size.
    public static var empty: ScreenView { ScreenView(.empty) }
}

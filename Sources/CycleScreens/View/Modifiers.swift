public import CycleDrivers

extension ScreenView {
    // MARK: Around

    /// Room around it. Where there is little, the rows above and below it are given up for what is in it.
    public func padding(_ all: Int) -> ScreenView { padding(all, all) }

    /// - Parameters:
    ///   - rows: Above, and below.
    ///   - columns: On the left, and on the right.
    public func padding(_ rows: Int, _ columns: Int) -> ScreenView {
        padding(top: rows, left: columns, bottom: rows, right: columns)
    }

    /// Room on each side by itself.
    public func padding(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) -> ScreenView {
        let insets = Insets(top: top.bounded, left: left.bounded, bottom: bottom.bounded, right: right.bounded)
        return ScreenView(.padding(insets, self))
    }

    /// A border. It hides the views below it, also inside of it.
    ///
    /// - Parameters:
    ///   - border: Its characters; by default those of the theme.
    ///   - title: In its upper side.
    ///   - footer: In its lower side, at the right; see ``SplitPane`` for one in a line that another border shares.
    ///   - alignment: Where in the upper side the title stands.
    ///   - sides: The sides that are drawn.
    ///   - style: Of its characters, and below the styles of title and footer; by default each has the theme's.
    public func border(
        _ border: Border? = nil, title: StyledText = "", footer: StyledText = "", alignment: Alignment = .start,
        sides: Border.Sides = .all, style: Style? = nil
    ) -> ScreenView {
        let look = BorderLook(
            border: border, sides: sides, title: title, titleAlignment: alignment, footer: footer, style: style)
        return ScreenView(.border(look, self))
    }

    // MARK: Size and place

    /// So many columns, or as many as there are.
    public func width(_ columns: Int) -> ScreenView { width(.fixed(columns)) }
    /// As wide as that.
    public func width(_ length: Length) -> ScreenView { ScreenView(.length(columns: length, rows: nil, self)) }
    /// So many rows, or as many as there are.
    public func height(_ rows: Int) -> ScreenView { height(.fixed(rows)) }
    /// As high as that.
    public func height(_ length: Length) -> ScreenView { ScreenView(.length(columns: nil, rows: length, self)) }

    /// Takes what is left, along both axes.
    public func growing(_ weight: Int = 1) -> ScreenView {
        ScreenView(.length(columns: .growing(weight), rows: .growing(weight), self))
    }

    /// As long as what is in it, along both axes.
    public var fitting: ScreenView { ScreenView(.length(columns: .fit, rows: .fit, self)) }

    /// Stands somewhere in the room that there is. It grows along an axis in which it is not at the start.
    public func aligned(_ horizontal: Alignment, _ vertical: Alignment = .start) -> ScreenView {
        ScreenView(.aligned(horizontal, vertical, self))
    }

    /// In the middle of the room that there is.
    public var centered: ScreenView { aligned(.center, .center) }

    /// Shows what is so far to the right and below; growing views in it are as short as they may be, but for the room
    /// there is.
    public func scrolled(by position: Position) -> ScreenView {
        ScreenView(.scrolled(Position(row: position.row.bounded, column: position.column.bounded), self))
    }

    /// Shows another view over all that is drawn, right below this one, or above it where there is no room below. It may be
    /// larger than what this stands in, and belongs to its region.
    ///
    /// - Parameter view: As wide as this at least; `nil` for none.
    public func popup(_ view: ScreenView?) -> ScreenView { view.map { ScreenView(.popup($0, self)) } ?? self }

    // MARK: Style

    /// Lies below the styles inside; a background fills the whole view.
    public func style(_ style: Style) -> ScreenView {
        style == .plain ? self : ScreenView(.styled(style, self))
    }

    /// Lies over the styles inside.
    public func overlaid(_ style: Style) -> ScreenView { ScreenView(.overlaid(style, except: [], self)) }

    /// As what a dialog stands on. Lines, and the ends of grounds, are quieter than that already.
    public var dimmed: ScreenView {
        let quiet: [ScreenTheme.Token] = [.border, .field, .selected, .raised, .surface]
        return ScreenView(.overlaid(.muted, except: quiet, self)).focused(false)
    }

    /// Is left out where text alone is wanted: when it is read aloud, or printed to a pipe.
    public var decoration: ScreenView { ScreenView(.decoration(self)) }

    // MARK: Input

    /// Names this place, for the mouse and for ``ScreenInput/at(_:)``. Names inside belong to it: two that are alike in two
    /// regions are two.
    public func region(_ id: some Hashable) -> ScreenView { ScreenView(.region(AnyHashable(id), self)) }

    /// Whether keys go here. Inside, a cursor shows only if this and all around it have the focus.
    public func focused(_ isFocused: Bool) -> ScreenView { ScreenView(.focused(isFocused, self)) }

    /// Puts the terminal's cursor there, counted from the top left of this view, if it has the focus: where input methods
    /// and screen readers look.
    public func cursor(_ position: Position?) -> ScreenView {
        guard let position, position.row >= 0, position.column >= 0 else { return self }
        return ScreenView(.cursor(Position(row: position.row.bounded, column: position.column.bounded), self))
    }
}

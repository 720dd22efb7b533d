/// A border as it stands around a view.
struct BorderLook {
    /// `nil` for that of the theme.
    var border: ScreenBorder?
    var sides: ScreenBorder.Sides
    var title: StyledText
    var titleAlignment: ScreenAlignment
    var footer: StyledText
    /// `nil` for that of the theme.
    var style: ScreenView.Style?

    var insets: Insets {
        Insets(
            top: sides.contains(.top) ? 1 : 0, left: sides.contains(.left) ? 1 : 0,
            bottom: sides.contains(.bottom) ? 1 : 0, right: sides.contains(.right) ? 1 : 0)
    }
}

/// Cells between a view and what is in it.
struct Insets: Hashable {
    var top = 0
    var left = 0
    var bottom = 0
    var right = 0
    /// Whether rows of it are given up where there is little room.
    var yields = true

    var columns: Int { left + right }
    var rows: Int { top + bottom }
}

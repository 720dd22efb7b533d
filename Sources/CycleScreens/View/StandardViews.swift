public import CycleDrivers

extension ScreenView {
    /// One row of text.
    public static func text(_ text: String, _ style: Style = .plain) -> ScreenView { ScreenView(.text(text, style)) }

    /// One row of text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - style: Its style.
    ///   - overflow: How it is cut where it is too long; see ``wrapped(_:alignment:)`` for several rows.
    public static func text(_ text: String, _ style: Style = .plain, overflow: Overflow) -> ScreenView {
        ScreenView(.runs(StyledText(text, style), overflow))
    }

    /// One row of text in several styles, with one more below them.
    public static func text(_ text: StyledText, _ style: Style = .plain, overflow: Overflow = .cut) -> ScreenView {
        if style != .plain { return .text(text.style(style), overflow: overflow) }
        return ScreenView(row: text, overflow)
    }

    /// Text on as many rows as it needs, broken between words.
    public static func wrapped(_ text: StyledText, alignment: Alignment = .start) -> ScreenView {
        ScreenView(.wrapped(text.mayCutLetter ? text.joined : text, alignment))
    }

    /// Side by side.
    ///
    /// - Parameters:
    ///   - spacing: Cells between two; with -1, neighbours share one, and their borders join in it: `┬` instead of `┐┌`.
    ///   - children: From left to right.
    public static func row(spacing: Int = 0, @Builder _ children: () -> [ScreenView]) -> ScreenView {
        stack(.row, spacing: spacing, children())
    }

    /// One below the other; `spacing` is as in a row, but where there is little room the rows between them are given up first.
    public static func column(spacing: Int = 0, @Builder _ children: () -> [ScreenView]) -> ScreenView {
        stack(.column, spacing: spacing, children())
    }

    /// Views one after the other along an axis.
    public static func stack(_ axis: Axis, spacing: Int = 0, _ children: [ScreenView]) -> ScreenView {
        var children = children
        for index in children.indices {
            if case .divider(nil, let style) = children[index].node {
                children[index] = ScreenView(.divider(axis.crossed, style))
            }
        }
        return ScreenView(.stack(axis, spacing: spacing < 0 ? -1 : spacing.bounded, children))
    }

    /// One over the other, the last on top.
    public static func layers(@Builder _ children: () -> [ScreenView]) -> ScreenView { ScreenView(.layers(children())) }

    /// Room that grows.
    public static var spacer: ScreenView { spacer() }

    /// Room that grows by a weight, between two lengths.
    public static func spacer(_ weight: Int = 1, min: Int = 0, max: Int = .max) -> ScreenView {
        ScreenView(.spacer(Growth(weight: weight, min: min, max: max)))
    }

    /// A line between what stands before it in a row or column, and what stands after it. It joins the border that it ends at.
    public static var divider: ScreenView { divider() }

    /// A line of its own style; by default the theme's.
    public static func divider(_ style: Style? = nil) -> ScreenView { ScreenView(.divider(nil, style)) }

    /// A view that is made when its size is known. It takes all room that it is given, and grows along both axes, also with
    /// `fitting`: `.height(.fit)`, `.width(.fit)` or ``fitting`` make it no longer than that.
    ///
    /// - Parameters:
    ///   - fitting: How much of some room it needs where its length is `.fit`; by default nothing, so that it is not
    ///     seen there.
    ///   - make: Makes it.
    public static func sized(
        fitting: ((_ available: Size) -> Size)? = nil, _ make: @escaping (_ space: Space) -> ScreenView
    ) -> ScreenView {
        ScreenView(.sized(fitting: fitting.map { fitting in { available, _ in fitting(available) } }, make))
    }

    /// The same, where how much room it needs depends on the theme.
    static func sized(
        measuring: @escaping (_ available: Size, _ look: Look) -> Size, _ make: @escaping (_ space: Space) -> ScreenView
    ) -> ScreenView {
        ScreenView(.sized(fitting: measuring, make))
    }

    /// Cells that are drawn by hand. They take all room that they are given.
    public static func canvas(_ draw: @escaping (_ space: Space) -> Canvas) -> ScreenView { ScreenView(.canvas(draw)) }

    /// A view that is laid out again only when `key`, its size or what is below it changes: for much text that seldom does.
    ///
    /// - Parameters:
    ///   - key: All that the view depends on. Of two views at one place with equal keys the older one is shown.
    ///   - view: Not called while the older one is shown. It takes all room that it is given, and is opaque.
    public static func memo(_ key: some Hashable, _ view: @escaping () -> ScreenView) -> ScreenView {
        ScreenView(.memo(AnyHashable(key), view))
    }
}

extension ScreenView {
    /// This in a theme of its own, on that theme's ground.
    public func theme(_ theme: ScreenTheme) -> ScreenView {
        ScreenView(.theme({ $0 = theme }, self))
    }

    /// This with some of the theme changed.
    ///
    ///     form.view.theme { $0.dark.accent = .brightMagenta }
    ///
    /// - Parameter change: A function of the theme around it alone. Called whenever the view is laid out.
    public func theme(_ change: @escaping (_ theme: inout ScreenTheme) -> Void) -> ScreenView {
        ScreenView(.theme(change, self))
    }

    /// This with another style of one kind of component.
    ///
    ///     form.view.style(\.fields.shape, .underline)
    ///     list.view(of: rows) { … }.style(\.rows.edge, "❯")
    ///
    /// - Parameters:
    ///   - part: A style of the theme, or a part of one.
    ///   - value: Its value for this view and what is in it.
    public func style<Value>(_ part: WritableKeyPath<ScreenTheme, Value>, _ value: Value) -> ScreenView {
        theme { $0[keyPath: part] = value }
    }

    /// A view that depends on the theme around it.
    ///
    /// - Parameter make: Makes it, whenever it is measured or drawn.
    public static func themed(_ make: @escaping (_ theme: ScreenTheme) -> ScreenView) -> ScreenView {
        ScreenView(.themed(make))
    }
}

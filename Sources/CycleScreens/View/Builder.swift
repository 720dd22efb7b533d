extension ScreenView {
    /// Collects the views of a row, a column or layers: views, components, texts between quotes, `if`, `switch` and `for`.
    @resultBuilder
    public enum Builder {
        public static func buildExpression(_ view: ScreenView) -> [ScreenView] { [view] }
        public static func buildExpression(_ views: [ScreenView]) -> [ScreenView] { views }
        public static func buildExpression(_ part: some Component) -> [ScreenView] { [part.view] }

        public static func buildBlock(_ parts: [ScreenView]...) -> [ScreenView] {
            parts.count == 1 ? parts[0] : Array(parts.joined())
        }

        public static func buildOptional(_ views: [ScreenView]?) -> [ScreenView] { views ?? [] }
        public static func buildEither(first views: [ScreenView]) -> [ScreenView] { views }
        public static func buildEither(second views: [ScreenView]) -> [ScreenView] { views }
        public static func buildArray(_ views: [[ScreenView]]) -> [ScreenView] { Array(views.joined()) }
    }
}

/// As a view, one row of text.
extension ScreenView: ExpressibleByStringInterpolation {
    public typealias StringInterpolation = StyledText.StringInterpolation

    public init(stringLiteral text: String) {
        self = .text(text)
    }

    public init(stringInterpolation: StringInterpolation) {
        self = .text(StyledText(stringInterpolation: stringInterpolation))
    }
}

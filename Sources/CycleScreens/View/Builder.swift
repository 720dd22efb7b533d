extension ScreenView {
    /// Collects the views of a row, a column or layers: views, components, texts between quotes, `if`, `switch` and `for`.
    @resultBuilder
    public enum Builder {
        /// A view.
        public static func buildExpression(_ view: ScreenView) -> [ScreenView] { [view] }
        /// Several views.
        public static func buildExpression(_ views: [ScreenView]) -> [ScreenView] { views }

        /// One after the other.
        public static func buildBlock(_ parts: [ScreenView]...) -> [ScreenView] {
            parts.count == 1 ? parts[0] : Array(parts.joined())
        }

        /// Nothing for a condition that fails.
        public static func buildOptional(_ views: [ScreenView]?) -> [ScreenView] { views ?? [] }
        /// The views of a branch.
        public static func buildEither(first views: [ScreenView]) -> [ScreenView] { views }
        /// The views of a branch.
        public static func buildEither(second views: [ScreenView]) -> [ScreenView] { views }
        /// The views of all rounds of a loop.
        public static func buildArray(_ views: [[ScreenView]]) -> [ScreenView] { Array(views.joined()) }
    }
}

/// As a view, one row of text.
extension ScreenView: ExpressibleByStringInterpolation {
    /// The pieces of a text between quotes.
    public typealias StringInterpolation = StyledText.StringInterpolation

    /// A text in no style.
    public init(stringLiteral text: String) {
        self = .text(text)
    }

    /// A text in several styles.
    public init(stringInterpolation: StringInterpolation) {
        self.init(row: stringInterpolation.text, .cut)
    }

    /// One row of text, without a copy of it: one in each row of a list.
    init(row text: StyledText, _ overflow: Overflow) {
        self.init(.runs(text.mayCutLetter ? text.joined : text, overflow))
    }
}

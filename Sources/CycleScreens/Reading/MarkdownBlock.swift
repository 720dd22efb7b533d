extension Markdown {
    /// A block as it is shown.
    indirect enum Block: Hashable, Sendable {
        case heading(Int, StyledText)
        case paragraph(StyledText)
        case list([Item], indent: Int, isTight: Bool)
        case quote([Block])
        case code([String], language: String)
        case html([String])
        case table([[StyledText]], [ScreenAlignment])
        case rule
    }

    /// An item of a list: its bullet, number or box, and what belongs to it.
    struct Item: Hashable, Sendable {
        var mark: String
        var blocks: [Block]
    }
}

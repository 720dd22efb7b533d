import CycleDrivers

/// Looks for a text in something that is read: the field in which it is typed, and what is looked for.
///
/// `/` opens the field, Enter looks for what is in it, `n` and `N` want the next match and the one before. Escape leaves the
/// field, or takes the marks away.
struct ReadingSearch: Hashable, Codable, Sendable {
    /// The text to find; empty for none.
    var query = ""
    private var field: TextInput?
    /// Whether that is nowhere, which is said until the next key.
    private var isMissing = false

    /// The styles of matches and of the current match.
    static func mark(_ theme: ScreenTheme) -> ScreenView.Style { .background(.selected) + theme.rows.match }
    static let currentMark: ScreenView.Style = .filled(.warning) + .bold

    enum Answer {
        case ignored, changed
        /// To the next match, by 1, or the one before, by -1.
        case go(Int)
    }

    var isTyping: Bool { field != nil }
    /// How many rows it takes at the bottom: for what is typed, or for what it says.
    var height: Int { isTyping || isMissing ? 1 : 0 }

    /// Whether what is looked for is anywhere.
    mutating func note(isFound: Bool) { isMissing = !isFound && !query.isEmpty }

    mutating func handle(_ input: ScreenInput) -> Answer {
        if input.typed.key != nil { isMissing = false }
        if var field, input.mouse == nil { return handle(input, &field) }
        switch input.key {
        case "/": field = TextInput(prompt: "/")
        case "n" where !query.isEmpty: return .go(1)
        case "N" where !query.isEmpty: return .go(-1)
        case .escape where !query.isEmpty: query = ""
        default: return .ignored
        }
        return .changed
    }

    private mutating func handle(_ input: ScreenInput, _ field: inout TextInput) -> Answer {
        let outcome = field.handle(input.at(Part.field))
        self.field = outcome == .submitted || outcome == .cancelled ? nil : field
        guard outcome == .submitted else { return outcome == .ignored ? .ignored : .changed }
        query = field.text
        return query.isEmpty ? .changed : .go(1)
    }

    private enum Part: Hashable { case field }

    /// The content above the field, or above its message.
    func view(_ content: ScreenView, isPlain: Bool) -> ScreenView {
        guard height > 0, !isPlain else { return content }
        let row =
            field?.view.style(\.fields.shape, .plain).region(Part.field)
            ?? .text("no match: \(query)", .warning, overflow: .ellipsis)
        return .stack(.column, [content.growing().focused(!isTyping), row])
    }
}

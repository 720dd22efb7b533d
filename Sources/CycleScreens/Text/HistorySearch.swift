import CycleDrivers

/// Looks for what was entered before, from the newest to the oldest: Ctrl-R of readline.
struct HistorySearch: Hashable, Codable, Sendable {
    private var query = ""
    /// The place of what was found in the history; `nil` when nothing was.
    private var place: Int?

    init(_ history: [String]) {
        place = history.indices.last
    }

    func found(in history: [String]) -> String? {
        place.flatMap { history.indices.contains($0) ? history[$0] : nil }
    }

    /// Whether a key ends the search and leaves the field as it was.
    static func leaves(_ key: ConsoleDriver.Key) -> Bool { [.escape, .control("g")].contains(key) }

    /// - Returns: Whether the search goes on.
    mutating func handle(_ key: ConsoleDriver.Key, _ history: [String]) -> Bool {
        if let character = key.character {
            insert(String(character), history)
        } else if key == .control("r") {
            // Where there is no older one it stays.
            let here = place
            look(in: history, before: place ?? 0)
            place = place ?? here
        } else if key == .backspace || key == .control("h") {
            query = String(query.dropLast())
            look(in: history, before: history.count)
        } else {
            return false
        }
        return true
    }

    /// Looks for more, as what was found has it.
    mutating func insert(_ text: String, _ history: [String]) {
        var piece = EditedText()
        piece.insert(text)
        query += piece.text
        look(in: history, before: min(place ?? -1, history.count - 1) + 1)
    }

    private mutating func look(in history: [String], before end: Int) {
        let search = TextSearch(query)
        place = history.indices.prefix(max(0, end)).last { query.isEmpty || search.isFound(in: history[$0]) }
    }

    func view(_ history: [String]) -> ScreenView {
        let found = found(in: history) ?? ""
        let start = "search \(query)"
        let text: StyledText = "\("search ", .muted)\(query, .bold)\(": ", .muted)"
        return ScreenView.text(text + StyledText(found).marking(query, .underline), overflow: .ellipsis)
            .cursor(.init(row: 0, column: ConsoleDriver.CharacterWidth.of(start)))
    }
}

import CycleDrivers

/// The beginning of a text that is typed letter by letter.
struct TypedBeginning: Hashable, Codable, Sendable {
    /// The longest time between two letters that belong together.
    static let interval = Duration.seconds(1)

    private(set) var text = ""
    private var time = Duration.zero

    /// - Returns: The possible beginnings: all letters that were typed quickly, and the last letter alone.
    mutating func take(_ character: Character, at time: Duration) -> [String] {
        let goesOn = !text.isEmpty && (time - Self.interval...time).contains(self.time)
        self.time = time
        return goesOn ? [text + String(character), String(character)] : [String(character)]
    }

    mutating func keep(_ text: String) { self.text = text }
}

extension ListState {
    /// Goes to the next row whose text begins with the letter that was typed, round the end; letters that follow each other quickly
    /// are the beginning of one.
    ///
    ///     list.handle(input, rows: files, id: \.name).otherwise { list.jump(by: input, rows: files, id: \.name) { $0.name } }
    ///
    /// Letters that are keys of the list, as j and k, are not left to it: ``ListCommand/keysBesideTyping`` has none.
    ///
    /// - Parameters:
    ///   - input: A letter, small or capital; all else is ignored.
    ///   - rows: As they are shown.
    ///   - id: The identity of a row.
    ///   - text: That of a row.
    /// - Complexity: O(rows).
    public mutating func jump<Rows: RandomAccessCollection>(
        by input: ScreenInput, rows: Rows, id: KeyPath<Rows.Element, ID>, text: (Rows.Element) -> String
    ) -> Outcome {
        guard let character = input.key?.character, let place = position(in: rows, id: id) else { return .ignored }
        let next = selected == nil ? place : place + 1
        for beginning in typed.take(character, at: input.time) {
            // A longer beginning may still match the selected row.
            let start = beginning.count > 1 ? place : next
            let wanted = beginning.map(\.smallLetter)
            let found = (0..<rows.count).lazy.map { (start + $0) % rows.count }.first {
                text(rows[rows.index(rows.startIndex, offsetBy: $0)]).lazy.map(\.smallLetter).starts(with: wanted)
            }
            guard let found else { continue }
            typed.keep(beginning)
            select(position: found, in: rows, id: id)
            return .changed
        }
        typed.keep("")
        return .ignored
    }

    /// The same for rows that know their identity.
    public mutating func jump<Rows: RandomAccessCollection>(
        by input: ScreenInput, rows: Rows, text: (Rows.Element) -> String
    ) -> Outcome where Rows.Element: Identifiable<ID> { jump(by: input, rows: rows, id: \.id, text: text) }
}

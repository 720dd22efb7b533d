import CycleBase

/// Text that fits: measured in cells of a fixed-width font, as a terminal does.
struct Label {
    /// More than any place in a picture holds, so that a huge text costs its beginning only.
    private static let scalarLimit = 2_000

    private let characters: [Character]

    /// - Parameter text: Control characters show as their pictures, and those that change the direction as `·`.
    init(_ text: String) {
        let scalars = text.unicodeScalars.prefix(Label.scalarLimit).map(\.printable)
        characters = Array(String(String.UnicodeScalarView(scalars)))
    }

    var cellCount: Int { characters.reduce(0) { $0 + CellWidth.of($1).width } }

    /// As much as fits, with an ellipsis in place of the rest.
    func shortened(to limit: Int) -> String {
        guard cellCount > limit else { return String(characters) }
        return String(characters[..<fitting(0, limit - 1)]) + "…"
    }

    /// Lines broken at spaces where there are any, with an ellipsis at the end of the last when there is more.
    func wrapped(to limit: Int, lines lineLimit: Int) -> [String] {
        var lines: [String] = []
        var start = 0
        while start < characters.count {
            let rest = Label(characters: characters[start...])
            guard lines.count < lineLimit - 1, rest.cellCount > limit else {
                lines.append(rest.shortened(to: limit))
                break
            }
            let end = breaking(start, limit)
            lines.append(String(characters[start..<end]).trimmingSpaces)
            start = end
            while start < characters.count, characters[start] == " " { start += 1 }
        }
        return lines
    }

    private init(characters: ArraySlice<Character>) {
        self.characters = Array(characters)
    }

    private func breaking(_ start: Int, _ limit: Int) -> Int {
        let end = max(fitting(start, limit), start + 1)
        guard end < characters.count else { return end }
        // A space that just does not fit ends the line as well.
        for index in (start + 1...end).reversed() {
            if characters[index] == " " || "(,;:/".contains(characters[index - 1]) { return index }
        }
        return end
    }

    /// The end of what fits in so many cells.
    private func fitting(_ start: Int, _ limit: Int) -> Int {
        var end = start
        var cellCount = 0
        while end < characters.count, cellCount + CellWidth.of(characters[end]).width <= limit {
            cellCount += CellWidth.of(characters[end]).width
            end += 1
        }
        return end
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

/// A text without the sequences `ESC [ … m`, which may stand between a name and its value, and in both.
struct PlainBytes {
    private(set) var bytes: [UInt8] = []
    /// Where each of them stands in the text.
    private var places: [Int] = []

    /// How descriptions of texts, and JSON, write ESC.
    private static let escapes = ["\u{1B}", #"\u{1B}"#, #"\u{1b}"#, #"\u001B"#, #"\u001b"#].map { Array($0.utf8) }

    /// - Returns: `nil` for a text without sequences.
    init?(_ text: [UInt8]) {
        guard Self.mayHoldEscape(text) else { return nil }
        var index = 0
        while index < text.count {
            if let end = Self.end(of: text, at: index) {
                index = end
            } else {
                bytes.append(text[index])
                places.append(index)
                index += 1
            }
        }
        if bytes.count == text.count { return nil }
    }

    /// Whether ESC, or the digits of its number, stand in a text. Each byte is looked at once.
    private static func mayHoldEscape(_ text: [UInt8]) -> Bool {
        var previous: UInt8 = 0
        for byte in text {
            if byte == 0x1B || previous == UInt8(ascii: "1") && byte | 0x20 == UInt8(ascii: "b") { return true }
            previous = byte
        }
        return false
    }

    /// The end of a sequence that begins at a place.
    private static func end(of text: [UInt8], at start: Int) -> Int? {
        guard text[start] == 0x1B || text[start] == UInt8(ascii: "\\") else { return nil }
        // A text in a text has more backslashes.
        let first = text[start] == 0x1B ? start : (text[start...].firstIndex { $0 != UInt8(ascii: "\\") } ?? start) - 1
        guard let escape = escapes.first(where: { text[first...].starts(with: $0) }) else { return nil }
        let rest = text[(first + escape.count)...]
        guard rest.first == UInt8(ascii: "[") else { return first + escape.count }
        let end = rest.dropFirst().firstIndex { !(0x20...0x3F).contains($0) }
        return end.map { $0 + 1 } ?? text.count
    }

    /// The place in the text of a range of the bytes.
    func range(_ range: Range<Int>) -> Range<Int> { places[range.lowerBound]..<places[range.upperBound - 1] + 1 }
}

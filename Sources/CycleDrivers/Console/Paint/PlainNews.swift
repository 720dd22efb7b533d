/// The news in a text for a user who has heard the text before: the lines that have changed.
///
/// A line that has only lost a sign at its beginning, as one that is selected no longer, says nothing new.
enum PlainNews {
    static func lines(of text: String, after old: String?) -> [String] {
        let new = Self.lines(of: text)
        guard let old else { return new }
        let known = Self.lines(of: old)
        let start = zip(new, known).prefix { $0 == $1 }.count
        let end = zip(new[start...].reversed(), known[start...].reversed()).prefix { $0 == $1 }.count
        let (changed, before) = (new[start..<new.count - end], known[start..<known.count - end])
        guard changed.count == before.count else { return Array(changed) }
        return zip(changed, before).filter { isNews($0, after: $1) }.map(\.0)
    }

    /// The lines of a text where a screen ends them.
    private static func lines(of text: String) -> [String] {
        var text = text
        return text.withUTF8 { bytes in
            var reader = TextReader(bytes)
            var lines: [String] = []
            var (start, end) = (0, 0)
            while let piece = reader.next() {
                if case .newLine = piece {
                    lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
                    start = reader.offset
                }
                end = reader.offset
            }
            return lines + [String(decoding: bytes[start..<bytes.count], as: UTF8.self)]
        }
    }

    private static func isNews(_ line: String, after old: String) -> Bool {
        let words = line.utf8.drop { $0 == 0x20 }
        let endsAlike = old.utf8.reversed().starts(with: words.reversed())
        return line != old && !(words.isEmpty || endsAlike && old.unicodeScalars.count <= line.unicodeScalars.count)
    }
}

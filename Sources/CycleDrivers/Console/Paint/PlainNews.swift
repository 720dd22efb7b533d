import CycleBase

/// The news in a text for a user who has heard the text before: the lines that have come, changed or moved.
///
/// A line that has only lost a sign at its beginning, as one that is selected no longer, says nothing new. Neither does an empty one.
enum PlainNews {
    static func lines(of text: String, after old: String?) -> [String] {
        let new = Self.lines(of: text)
        guard let old else { return new }
        let known = Self.lines(of: old)
        let start = zip(new, known).prefix { $0 == $1 }.count
        let end = zip(new[start...].reversed(), known[start...].reversed()).prefix { $0 == $1 }.count
        let (changed, before) = (new[start..<new.count - end], known[start..<known.count - end])
        let kept = keptLines(of: changed, before)
        let unsigned = Set(before.lazy.flatMap(withoutSign))
        return zip(changed.indices, changed).filter { index, line in
            let words = Substring(line.utf8.drop { $0 == 0x20 })
            return !kept.contains(index) && !words.isEmpty
                && !(words.startIndex > line.startIndex && unsigned.contains(words))
        }.map(\.1)
    }

    /// The lines that stood in the old text in the same order: as many as can be, so that of a row that moves up past others
    /// that row alone is new. Read from the end, so that of lines that are alike the last one is new.
    private static func keptLines(of new: ArraySlice<String>, _ old: ArraySlice<String>) -> Set<Int> {
        var places: [String: [Int]] = [:]
        for (place, line) in zip(old.indices, old) { places[line, default: []].append(place) }
        // For each length of a sequence of lines that stand in order: the one that begins last in the old text.
        var starts: [(line: Int, place: Int)] = []
        var next: [Int: Int] = [:]
        for (line, text) in zip(new.indices, new).reversed() {
            guard let place = places[text]?.popLast() else { continue }
            let index = starts.indices.partitioningIndex { starts[$0].place <= place }
            if index > 0 { next[line] = starts[index - 1].line }
            if index == starts.count { starts.append((line, place)) } else { starts[index] = (line, place) }
        }
        var kept: Set<Int> = []
        var line = starts.last?.line
        while let here = line {
            kept.insert(here)
            line = next[here]
        }
        return kept
    }

    /// A line less the sign at its beginning, which may stand apart from its words. A word is no sign.
    private static func withoutSign(_ line: String) -> [Substring] {
        let marked = line.utf8.drop { $0 == 0x20 }
        let scalars = Substring(marked).unicodeScalars
        guard let sign = scalars.first?.properties, !sign.isAlphabetic, sign.numericType == nil else { return [] }
        let behind = [Substring(scalars.dropFirst()).utf8, marked.drop { $0 != 0x20 }]
        return behind.map { Substring($0.drop { $0 == 0x20 }) }
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
}

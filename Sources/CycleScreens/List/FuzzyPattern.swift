public import CycleDrivers

/// Some letters that are looked for in this order, with others between them: `fb` finds `foo/bar`.
///
/// Words are separated by blanks, and all must be found. Small letters stand for capital ones, too. Of two texts the one
/// with the higher score is meant more likely: letters in a row, and at the beginnings of words.
public struct FuzzyPattern: Hashable, Sendable {
    private let words: [[Character]]
    /// The same as bytes, where all are ASCII.
    private let bytes: [[UInt8]]?
    private let isExact: Bool

    /// A pattern of words between blanks. A capital letter makes it tell capitals and small letters apart.
    public init(_ text: String) {
        words = text.split(separator: " ").map { Array($0) }
        bytes = text.utf8.allSatisfy { $0 < 0x80 } ? words.map { $0.flatMap { Array($0.utf8) } } : nil
        isExact = text.contains(where: \.isUppercase)
    }

    /// Whether a text has the letters, which is all that a filter has to know.
    ///
    /// - Complexity: O(characters); of ASCII some nanoseconds for each.
    public func matches(_ text: String) -> Bool {
        var text = text
        if let found = text.withUTF8({ isFound(in: $0) }) { return found }
        return words.allSatisfy { word in
            var rest = word[...]
            for character in text {
                guard let next = rest.first else { return true }
                let own = isExact ? character : character.smallLetter
                if own == next { rest.removeFirst() }
            }
            return rest.isEmpty
        }
    }

    /// `nil` where characters may be more than a byte.
    private func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard let bytes, text.allSatisfy({ $0 < 0x80 && $0 != 0x0d }) else { return nil }
        return bytes.allSatisfy { word in
            var next = 0
            for byte in text where next < word.count {
                let isCapital = !isExact && byte &- 0x41 < 26
                if (isCapital ? byte | 0x20 : byte) == word[next] { next += 1 }
            }
            return next == word.count
        }
    }

    /// Where a text has the letters, and how well it fits.
    public struct Match: Hashable, Sendable {
        /// Higher for what is meant more likely. It compares matches of one pattern.
        public var score: Int
        /// The positions of the characters, in order.
        public var positions: [Int]
    }

    /// - Complexity: O(letters · characters).
    public func match(in text: String) -> Match? {
        guard matches(text) else { return nil }
        let original = Array(text)
        let characters = isExact ? original : original.map(\.smallLetter)
        let bonuses = original.indices.map { bonus($0, original) }
        var result = Match(score: 0, positions: [])
        for word in words {
            guard let match = best(word, characters, bonuses) else { return nil }
            result.score += match.score
            result.positions += match.positions
        }
        result.positions = Array(Set(result.positions)).sorted()
        return result
    }

    /// The text with what was found in a style.
    public func highlighted(_ text: String, _ style: ConsoleDriver.Style) -> StyledText {
        guard let match = match(in: text), !match.positions.isEmpty else { return StyledText(text) }
        var result = StyledText()
        let found = Set(match.positions)
        for (index, character) in text.enumerated() {
            let own = found.contains(index) ? style : .plain
            if let last = result.runs.last, last.style == own {
                result.runs[result.runs.count - 1].text.append(character)
            } else {
                result.runs.append(.init(String(character), own))
            }
        }
        return result
    }

    /// The extra points of a letter that matches at this index.
    private func bonus(_ index: Int, _ characters: [Character]) -> Int {
        guard index > 0 else { return 10 }
        let (before, own) = (characters[index - 1], characters[index])
        if before.isWhitespace { return 10 }
        if "/,:;|".contains(before) { return 9 }
        if !before.isWordPart || before == "_" { return 8 }
        if before.isLowercase && own.isUppercase || before.isLetter && own.isNumber { return 7 }
        return 0
    }

    /// The best alignment of a word: in row `i` of the table what its first `i + 1` letters are worth when the last of them
    /// is at that character.
    private func best(_ word: [Character], _ text: [Character], _ bonuses: [Int]) -> Match? {
        guard word.count <= text.count else { return nil }
        var table: [[Alignment?]] = []
        for letter in word {
            table.append(line(letter, below: table.last, text, bonuses))
        }
        return traced(table)
    }

    private func line(
        _ letter: Character, below before: [Alignment?]?, _ text: [Character], _ bonuses: [Int]
    ) -> [Alignment?] {
        var line: [Alignment?] = Array(repeating: nil, count: text.count)
        // The best of the line before at any earlier character, less what the gap costs.
        var gap: (score: Int, column: Int)?
        for column in text.indices {
            if let known = gap { gap = (known.score - 1, known.column) }
            if column > 1, let start = before?[column - 2], start.score - 3 > gap?.score ?? .min {
                gap = (start.score - 3, column - 2)
            }
            guard text[column] == letter else { continue }
            let bonus = bonuses[column]
            guard let before else {
                line[column] = Alignment(score: 16 + 2 * bonus, run: bonus, from: nil)
                continue
            }
            if let gap { line[column] = Alignment(score: gap.score + 16 + bonus, run: bonus, from: gap.column) }
            if column > 0, let joined = before[column - 1] {
                let score = joined.score + 16 + max(bonus, joined.run, 4)
                if score >= line[column]?.score ?? .min {
                    line[column] = Alignment(score: score, run: max(joined.run, 4), from: column - 1)
                }
            }
        }
        return line
    }

    private func traced(_ table: [[Alignment?]]) -> Match? {
        guard let last = table.last,
            var column = last.indices.max(by: { (last[$0]?.score ?? .min) < (last[$1]?.score ?? .min) }),
            let score = last[column]?.score
        else { return nil }
        var positions = [column]
        for line in table.dropFirst().reversed() {
            guard let from = line[column]?.from else { break }
            positions.append(from)
            column = from
        }
        return Match(score: score, positions: positions.reversed())
    }
}

/// The best points of the first letters of a pattern when the last of them matches one given character.
private struct Alignment {
    var score: Int
    /// The bonus that letters in a row inherit.
    var run: Int
    /// Where the letter before is.
    var from: Int?
}

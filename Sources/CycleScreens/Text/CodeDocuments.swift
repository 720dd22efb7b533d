import CycleBase

/// Texts below a line that names their end, `<<WORD`, or below one that begins them by a mark, as in YAML.
extension CodeScanner {
    /// The end of `<<WORD`, below which a text goes on up to a line with that word alone. PHP has one mark more.
    mutating func beginDocument() -> Int? {
        guard rules.options.contains(.documents), state.nextDocument == nil else { return nil }
        let isTriple = rules.options.contains(.tripleDocuments)
        let mark = isTriple ? "<<<" : "<<"
        guard has(mark, at: index), byte(index - 1) != UInt8(ascii: "<"), isTriple || !isShift else { return nil }
        var place = index + mark.utf8.count
        let isIndented = byte(place) == UInt8(ascii: "-") || byte(place) == UInt8(ascii: "~")
        if isIndented { place += 1 }
        while !rules.options.contains(.shifts), byte(place) == 0x20 { place += 1 }
        guard let word = word(&place), !rules.options.contains(.shifts) || isIndented || word.first?.isUppercase == true
        else { return nil }
        state.nextDocument = .init(word: word, isIndented: isIndented || isTriple, mayGoOn: isTriple)
        return place
    }

    /// The word of a document, which may be in quotes or behind a backslash.
    private func word(_ place: inout Int) -> String? {
        let quote = byte(place)
        if quote == UInt8(ascii: "\\") { place += 1 }
        let isQuoted = "\"'`".utf8.contains(quote)
        if isQuoted { place += 1 }
        let start = place
        if isQuoted {
            while place < bytes.count, bytes[place] != quote { place += 1 }
        } else {
            guard !byte(place).isDigit else { return nil }
            while isWord(byte(place)) { place += 1 }
        }
        guard place > start, !isQuoted || place < bytes.count else { return nil }
        defer { if isQuoted { place += 1 } }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// Whether `<<` moves bits or adds to a list here: in the arithmetic of a shell, or behind a value.
    private var isShift: Bool {
        guard rules.options.contains(.shifts) else { return arithmetic > 0 }
        return isWord(byte(index - 1)) || ")]}".utf8.contains(byte(index - 1)) || has("<<self", at: index)
    }

    /// Where the word ends that ends a document, if the line begins with it.
    func end(of document: CodeRules.State.Document) -> Int? {
        let line = document.isIndented ? bytes.drop { $0.isSpaceOrTab } : bytes[...]
        guard line.starts(with: document.word.utf8) else { return nil }
        let end = line.startIndex + document.word.utf8.count
        let isAlone = bytes[end...].allSatisfy { $0 == 0x20 || $0 == 0x0d }
        return isAlone || document.mayGoOn && !isWord(byte(end)) ? end : nil
    }

    /// How far the line is indented below which a text is that stands deeper: it ends with the mark `|` or `>`.
    var blockIndent: Int? {
        guard rules.options.contains(.blocks), state.span == nil, state.block == nil else { return state.block }
        let line = bytes.prefix { $0 != UInt8(ascii: "#") }.reversed().drop { $0 == 0x20 || $0 == 0x0d }
        let mark = line.drop { "+-123456789".utf8.contains($0) }
        guard let last = mark.first, last == UInt8(ascii: "|") || last == UInt8(ascii: ">"),
            mark.dropFirst().first.map({ $0 == 0x20 }) ?? true
        else { return nil }
        var indent = bytes.prefix { $0 == 0x20 }.count
        // The key behind the mark of an element stands deeper than the element.
        while byte(indent) == UInt8(ascii: "-"), byte(indent + 1) == 0x20 {
            let next = bytes[(indent + 1)...].firstIndex { $0 != 0x20 } ?? bytes.count
            if byte(next) == last { break }
            indent = next
        }
        return indent
    }
}

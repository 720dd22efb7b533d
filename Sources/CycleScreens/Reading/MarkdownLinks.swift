import CycleBase

/// The parts of links and of their definitions.
extension MarkdownSource {
    /// Where an address links to that begins at a place: between angle brackets, or up to a blank, with parentheses in pairs.
    func destination(at start: Int) -> (range: Range<Int>, end: Int)? {
        var (index, depth) = (start, 0)
        let isBracketed = self[start] == UInt8(ascii: "<")
        if isBracketed { index += 1 }
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "\\") where self[index + 1].isPunctuation: index += 1
            case UInt8(ascii: ">") where isBracketed: return (start + 1..<index, index + 1)
            case UInt8(ascii: "<") where isBracketed, 0x0a where isBracketed: return nil
            case UInt8(ascii: "(") where !isBracketed:
                depth += 1
                // As deep as CommonMark's own reader goes: marks alone would cost the square of their number.
                if depth > 32 { return nil }
            case UInt8(ascii: ")") where !isBracketed && depth == 0: return (start..<index, index)
            case UInt8(ascii: ")") where !isBracketed: depth -= 1
            case 0...0x20 where !isBracketed, 0x7f where !isBracketed:
                return index > start && depth == 0 ? (start..<index, index) : nil
            default: break
            }
            index += 1
        }
        return isBracketed || depth > 0 || index == start ? nil : (start..<end, end)
    }

    /// The end of a title that begins at a place, in quotes or parentheses.
    func titleEnd(_ start: Int) -> Int? {
        let first = self[start]
        let last = first == UInt8(ascii: "(") ? UInt8(ascii: ")") : first
        guard first == UInt8(ascii: "(") || first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") else {
            return nil
        }
        var index = start + 1
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "\\") where self[index + 1].isPunctuation: index += 1
            case last: return index + 1
            case first: return nil
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The label between brackets that begins at a place, without other brackets in it.
    func label(at start: Int) -> (range: Range<Int>, end: Int)? {
        guard self[start] == UInt8(ascii: "[") else { return nil }
        var index = start + 1
        while index < min(end, start + 1 + MarkdownReferences.longestLabel + 1) {
            switch bytes[index] {
            case UInt8(ascii: "\\") where self[index + 1].isPunctuation: index += 1
            case UInt8(ascii: "["): return nil
            case UInt8(ascii: "]"): return (start + 1..<index, index + 1)
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The part that follows the text of a link: an address in parentheses, perhaps with a title.
    func target(at start: Int) -> (address: Range<Int>, end: Int)? {
        guard self[start] == UInt8(ascii: "("),
            let destination = destination(at: skip(start + 1, while: \.isWhitespace))
        else { return nil }
        var index = skip(destination.end, while: \.isWhitespace)
        if index > destination.end, let title = titleEnd(index) { index = skip(title, while: \.isWhitespace) }
        return self[index] == UInt8(ascii: ")") ? (destination.range, index + 1) : nil
    }
}

/// The addresses that definitions give to labels: `[label]: address "title"`.
struct MarkdownReferences {
    static let longestLabel = 999

    private var addresses: [[UInt8]: String] = [:]

    /// The address of a label; the case of letters and the number of blanks make no difference.
    func address(_ label: Range<Int>, _ source: MarkdownSource) -> String? {
        guard !addresses.isEmpty, (1...Self.longestLabel).contains(label.count) else { return nil }
        return addresses[Self.key(label, source)]
    }

    /// Takes the definitions at the start of a paragraph out of it.
    mutating func takeDefinitions(from content: inout [UInt8]) {
        guard content.first == UInt8(ascii: "[") else { return }
        let source = MarkdownSource(content, end: content.count)
        var start = 0
        while let end = takeDefinition(source, start) { start = end }
        if start > 0 { content.removeSubrange(..<start) }
    }

    /// The end of the definition that begins at a place.
    private mutating func takeDefinition(_ source: MarkdownSource, _ start: Int) -> Int? {
        guard let label = source.label(at: start), source[label.end] == UInt8(ascii: ":") else { return nil }
        let key = Self.key(label.range, source)
        guard !key.isEmpty, let address = source.destination(at: Self.skipBlanks(source, label.end + 1)),
            !address.range.isEmpty || address.end > address.range.upperBound
        else { return nil }
        var end = lineEnd(source, address.end)
        let title = Self.skipBlanks(source, address.end)
        if title > address.end, let titleEnd = source.titleEnd(title), let behind = lineEnd(source, titleEnd) {
            end = behind
        }
        guard let end else { return nil }
        if addresses[key] == nil { addresses[key] = source.unescaped(address.range) }
        return end
    }

    /// Behind the end of a line, if there are only blanks before it.
    private func lineEnd(_ source: MarkdownSource, _ start: Int) -> Int? {
        let end = source.skip(start, while: \.isSpaceOrTab)
        return end >= source.end ? source.end : source[end] == 0x0a ? end + 1 : nil
    }

    /// Skips blanks, and one end of a line among them.
    private static func skipBlanks(_ source: MarkdownSource, _ start: Int) -> Int {
        let end = source.skip(start, while: \.isSpaceOrTab)
        return source[end] == 0x0a ? source.skip(end + 1, while: \.isSpaceOrTab) : end
    }

    private static func key(_ label: Range<Int>, _ source: MarkdownSource) -> [UInt8] {
        let words = source.bytes[label].split(whereSeparator: \.isWhitespace)
        let key = Array(words.joined(separator: [0x20]))
        guard key.contains(where: { $0 >= 0x80 }) else { return key.map { $0 >= 0x61 && $0 <= 0x7a ? $0 & ~0x20 : $0 } }
        // Both ways, so that `ẞ` is `SS`.
        return Array(String(decoding: key, as: UTF8.self).lowercased().uppercased().utf8)
    }
}

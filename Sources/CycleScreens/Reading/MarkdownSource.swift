import CycleBase

/// Bytes of Markdown up to an end, behind which there are zeros. Markdown's syntax is made of ASCII: no character is compared,
/// since a mark that a combining accent follows is still a mark.
struct MarkdownSource {
    let bytes: [UInt8]
    let end: Int

    /// All of some bytes, without white space at their end.
    init(trimming bytes: [UInt8]) {
        var end = bytes.count
        while end > 0, bytes[end - 1].isWhitespace { end -= 1 }
        (self.bytes, self.end) = (bytes, end)
    }

    init(_ bytes: [UInt8], end: Int) {
        (self.bytes, self.end) = (bytes, end)
    }

    subscript(index: Int) -> UInt8 { index < end ? bytes[index] : 0 }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The first place from `start` on whose byte does not match.
    func skip(_ start: Int, while matches: (UInt8) -> Bool) -> Int {
        var index = start
        while index < end, matches(bytes[index]) { index += 1 }
        return index
    }

    /// Whether some ASCII stands at a place; letters match in either case.
    func has(_ word: StaticString, at start: Int) -> Bool {
        guard start + word.utf8CodeUnitCount <= end else { return false }
        return word.withUTF8Buffer { letters in
            for (offset, letter) in letters.enumerated() {
                let byte = bytes[start + offset]
                guard byte == letter || (letter.isLetter && byte | 0x20 == letter | 0x20) else { return false }
            }
            return true
        }
    }

    /// The place behind the next such ASCII; `nil` if there is none.
    func end(of word: StaticString, from start: Int) -> Int? {
        guard word.utf8CodeUnitCount > 0, start < end else { return nil }
        let first = word.withUTF8Buffer { $0[0] }
        for index in start..<end where bytes[index] == first && has(word, at: index) {
            return index + word.utf8CodeUnitCount
        }
        return nil
    }

    /// The text of a range, without the backslashes of escapes and with the characters that entities stand for.
    func unescaped(_ range: Range<Int>) -> String {
        var (result, index): ([UInt8], Int) = ([], range.lowerBound)
        let inner = MarkdownSource(bytes, end: range.upperBound)
        while index < range.upperBound {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\"), inner[index + 1].isPunctuation {
                result.append(bytes[index + 1])
                index += 2
            } else if byte == UInt8(ascii: "&"), let entity = inner.entity(at: index) {
                result += entity.text.utf8
                index = entity.end
            } else {
                result.append(byte)
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The character that `&name;`, `&#35;` or `&#x23;` stands for.
    func entity(at start: Int) -> (text: String, end: Int)? {
        guard self[start + 1] == UInt8(ascii: "#") else {
            let last = skip(start + 1) { $0.isLetter || $0.isDigit }
            guard self[last] == UInt8(ascii: ";"), last - start <= 33, self[start + 1].isLetter,
                let text = MarkdownEntities.texts[text(start + 1..<last)]
            else { return nil }
            return (text, last + 1)
        }
        let isHexadecimal = self[start + 2] | 0x20 == UInt8(ascii: "x")
        let first = start + (isHexadecimal ? 3 : 2)
        let last = skip(first) { isHexadecimal ? $0.hexadecimalDigit != nil : $0.isDigit }
        guard self[last] == UInt8(ascii: ";"), (1...(isHexadecimal ? 6 : 7)).contains(last - first),
            let number = UInt32(text(first..<last), radix: isHexadecimal ? 16 : 10)
        else { return nil }
        let scalar = number == 0 ? nil : Unicode.Scalar(number)
        return (String(Character(scalar ?? "\u{fffd}")), last + 1)
    }
}

import CycleBase

/// Addresses between angle brackets, which are links.
extension MarkdownSource {
    /// Where an address with a scheme ends that begins at a place, behind `<`.
    func addressEnd(_ start: Int) -> Int? {
        guard self[start].isLetter else { return nil }
        let colon = skip(start) {
            switch $0 {
            case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "-"): true
            default: $0.isLetter || $0.isDigit
            }
        }
        guard self[colon] == UInt8(ascii: ":"), (2...32).contains(colon - start) else { return nil }
        let end = skip(colon) { $0 > 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
        return self[end] == UInt8(ascii: ">") ? end : nil
    }

    /// The same of an address of mail.
    func mailEnd(_ start: Int) -> Int? {
        let at = skip(start) { byte in
            byte.isLetter || byte.isDigit || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
        }
        guard at > start, self[at] == UInt8(ascii: "@") else { return nil }
        var index = at
        repeat {
            let end = skip(index + 1) { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
            guard (1...63).contains(end - index - 1), bytes[index + 1] != UInt8(ascii: "-"),
                bytes[end - 1] != UInt8(ascii: "-")
            else { return nil }
            index = end
        } while self[index] == UInt8(ascii: ".")
        return self[index] == UInt8(ascii: ">") ? index : nil
    }

    /// The text of a range with the characters that entities stand for; a backslash there is itself.
    func unescapedEntities(_ range: Range<Int>) -> String {
        let inner = MarkdownSource(bytes, end: range.upperBound)
        var (result, index): ([UInt8], Int) = ([], range.lowerBound)
        while index < range.upperBound {
            if bytes[index] == UInt8(ascii: "&"), let entity = inner.entity(at: index) {
                result += entity.text.utf8
                index = entity.end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

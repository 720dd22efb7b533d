// Syntax that is made of bytes: headers, cookies, paths, numbers, lines. A `Character` is no part of it: a mark behind `/` or `;`, and
// `\r` before `\n`, make one character of both, which is neither. `TextBytesTests` of the house finds where characters are compared.
extension StringProtocol where SubSequence == Substring, UTF8View: BidirectionalCollection {
    /// The parts between bytes of ASCII, the empty ones among them.
    ///
    /// - Parameters:
    ///   - separator: One of ASCII.
    ///   - limit: The number of parts, of which the last one may hold the separator.
    package func parts(between separator: Unicode.Scalar, upTo limit: Int = .max) -> [Substring] {
        var parts: [Substring] = []
        var start = startIndex
        while parts.count < limit - 1,
            let end = self[start...].utf8.firstIndex(of: UInt8(ascii: separator))
        {
            parts.append(self[start..<end])
            start = utf8.index(after: end)
        }
        return parts + [self[start...]]
    }

    /// The text before the first byte of that kind, or all of it.
    package func before(_ end: Unicode.Scalar) -> Substring {
        self[..<(utf8.firstIndex(of: UInt8(ascii: end)) ?? endIndex)]
    }

    /// Whether the bytes of another text stand at its beginning.
    package func begins(with other: String) -> Bool { utf8.starts(with: other.utf8) }

    /// Whether the bytes of another text stand at its end.
    package func ends(with other: String) -> Bool { utf8.reversed().starts(with: other.utf8.reversed()) }

    /// The text behind a number of bytes of ASCII at its beginning.
    package func behind(_ count: Int) -> Substring {
        self[(utf8.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex)...]
    }

    /// Without blanks and tabs around it.
    package var trimmingBlanks: Substring {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 9 }
        guard let start = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) })
        else {
            return self[endIndex...]
        }
        return self[start..<utf8.index(after: last)]
    }
}

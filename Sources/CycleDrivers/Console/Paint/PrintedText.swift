/// Text of an application that is printed once, or shown in a title: the same sequences are known as in a canvas, the same
/// characters are left out, and nothing is cut.
enum PrintedText {
    /// A title that is longer is cut.
    private static let longestTitle = 512

    /// A line that scrolls by on a terminal, and the end of its style.
    ///
    /// - Parameter hasStyles: Whether sequences in it style the line.
    static func line(
        _ text: String, hasStyles: Bool, newLine: String = "\r\n", _ abilities: TerminalAbilities
    ) -> [UInt8] {
        bytes(of: text, newLine: newLine, abilities: hasStyles ? abilities : nil)
    }

    /// The text alone, for pipes and files.
    static func plain(_ text: String, newLine: String = "\n") -> [UInt8] {
        bytes(of: text, newLine: newLine, abilities: nil)
    }

    /// A text that can stand inside of a sequence.
    static func title(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var title: [UInt8] = []
            var reader = TextReader(bytes)
            while let piece = reader.next(), title.count < longestTitle {
                switch piece {
                case .run(let range): title.appendShown(bytes[range])
                case .newLine, .tab: title.append(0x20)
                case .style, .command: break
                }
            }
            return String(String(decoding: title.prefix(longestTitle), as: UTF8.self).filter { $0 != "\u{fffd}" })
        }
    }

    private static func bytes(of text: String, newLine: String, abilities: TerminalAbilities?) -> [UInt8] {
        var text = text
        return text.withUTF8 { bytes in
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count + 16)
            var reader = TextReader(bytes)
            var pen = TextPen()
            var shown = TextPen()
            while let piece = reader.next() {
                switch piece {
                case .run(let range): result.appendShown(bytes[range])
                case .newLine: result.append(contentsOf: newLine.utf8)
                case .tab: result.append(0x09)
                case .style, .command: if !pen.obey(piece, .styles(.ofOthers), reader) { continue }
                }
                if let abilities { result.appendChange(from: &shown, to: pen.reduced(to: abilities)) }
            }
            result.appendChange(from: &shown, to: TextPen())
            return result
        }
    }
}

extension ConsoleDriver {
    /// A text without sequences, control characters and marks of writing direction. Tabs stay, and line ends are `\n`.
    package static func inert(_ text: String) -> String {
        String(decoding: PrintedText.plain(text), as: UTF8.self)
    }
}

extension TextPen {
    func reduced(to abilities: TerminalAbilities) -> TextPen {
        TextPen(style: abilities.reduced(style), extra: abilities.reduced(extra))
    }
}

extension [UInt8] {
    /// Adds what changes the style and the link.
    mutating func appendChange(from old: inout TextPen, to new: TextPen) {
        appendStyle(
            from: old.style, to: new.style, underlines: old.extra.underlineColor, to: new.extra.underlineColor)
        if old.extra.link != new.extra.link { append(contentsOf: "\u{1b}]8;;\(new.extra.link ?? "")\u{1b}\\".utf8) }
        old = new
    }

    /// Adds text without what is never shown: control characters and marks that change the direction of writing.
    fileprivate mutating func appendShown(_ run: Slice<UnsafeBufferPointer<UInt8>>) {
        var rest = run
        while let index = rest.indices.first(where: { rest.hasHiddenScalar(at: $0) }) {
            append(contentsOf: rest[rest.startIndex..<index])
            rest = rest[Swift.min(index + (rest[index] == 0xe2 ? 3 : 2), rest.endIndex)...]
        }
        append(contentsOf: rest)
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// U+0080 to 009F, 061C, 200E and 200F, 202A to 202E, 2066 to 2069.
    fileprivate func hasHiddenScalar(at index: Int) -> Bool {
        let lead = self[index]
        guard lead == 0xc2 || lead == 0xd8 || lead == 0xe2, index + 1 < endIndex else { return false }
        let second = self[index + 1]
        let third = index + 2 < endIndex ? self[index + 2] : 0
        switch (lead, second) {
        case (0xc2, 0x80...0x9f), (0xd8, 0x9c): return true
        case (0xe2, 0x80): return (0x8e...0x8f).contains(third) || (0xaa...0xae).contains(third)
        case (0xe2, 0x81): return (0xa6...0xa9).contains(third)
        default: return false
        }
    }
}

import CycleBase

extension ConsoleDriver {
    /// How many cells a terminal gives to a character, by Unicode 17.0.0.
    public enum CharacterWidth {
        /// How many cells a row of text takes. Control characters take none, but for a tab and a new line, which a canvas
        /// shows as a blank.
        ///
        /// - Complexity: O(bytes); a nanosecond for one of ASCII.
        public static func of(_ text: String) -> Int {
            var text = text
            return text.withUTF8 { of($0) }
        }

        /// As ``of(_:)-(String)``, of a part of a text.
        public static func of(_ text: Substring) -> Int {
            var text = text
            return text.withUTF8 { of($0) }
        }

        /// The longest beginning of a text that takes no more cells than these: what is to be cut is cut between
        /// characters.
        public static func prefix(of text: Substring, fitting columns: Int) -> Substring {
            var text = text
            let byteCount = text.withUTF8 { measure($0, upTo: columns).byteCount }
            return text[..<text.utf8.index(text.startIndex, offsetBy: byteCount)]
        }

        /// The width of a text in UTF-8.
        static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> Int { measure(bytes, upTo: .max).width }

        private static func measure(
            _ bytes: UnsafeBufferPointer<UInt8>, upTo limit: Int
        ) -> (width: Int, byteCount: Int) {
            var width = 0
            var index = 0
            while index < bytes.count {
                // Printable ASCII is nearly everything. The last one may be joined by what follows.
                var end = endOfPrintable(bytes, from: index, upTo: index + min(bytes.count - index, limit - width))
                if end > index, end < bytes.count, bytes[end] >= 0x80 { end -= 1 }
                width += end - index
                index = end
                guard index < bytes.count else { break }
                let byte = bytes[index]
                var (next, byteCount) = (isShown(byte) ? 1 : 0, 1)
                if !Glyph.isAlone(byte, at: index, bytes) { (next, byteCount) = measureCharacter(bytes, at: index) }
                guard next <= limit - width else { break }
                width += next
                index += byteCount
            }
            return (width, index)
        }

        /// A character, which may be shown in several pieces.
        private static func measureCharacter(
            _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
        ) -> (width: Int, byteCount: Int) {
            var glyph = Glyph.read(bytes, at: index)
            var (width, byteCount) = (glyph.width, glyph.byteCount)
            while glyph.isContinued, index + byteCount < bytes.count {
                glyph = Glyph.read(bytes, at: index + byteCount)
                (width, byteCount) = (width + glyph.width, byteCount + glyph.byteCount)
            }
            return (width, byteCount)
        }

        /// Whether a byte of ASCII takes a cell where it is written to a row.
        static func isShown(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7f || byte == 0x09 || byte == 0x0a }

        /// - Returns: The cells of all its scalars, but for an emoji and a flag, whose parts are drawn over each other; and
        ///   whether terminals disagree, as they do about characters of several scalars, and about those that are newer than
        ///   they are. Where they do, the width is the greatest in use: a blank stands behind the character in some terminals.
        public static func of(_ character: Character) -> (width: Int, isDisputed: Bool) {
            let sum = CellWidth.of(character)
            // A character of more than two cells is drawn in pieces.
            let isPieced = sum.width >= 2 && character.unicodeScalars.count > 1
            return (isPieced ? of(String(character)) : sum.width, sum.isDisputed)
        }
    }
}

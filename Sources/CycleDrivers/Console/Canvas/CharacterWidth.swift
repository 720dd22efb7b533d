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
                if !Glyph.isAlone(byte, at: index, bytes) {
                    let glyph = Glyph.read(bytes, at: index)
                    (next, byteCount) = (glyph.width, glyph.byteCount)
                }
                guard next <= limit - width else { break }
                width += next
                index += byteCount
            }
            return (width, index)
        }

        /// Whether a byte of ASCII takes a cell where it is written to a row.
        static func isShown(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7f || byte == 0x09 || byte == 0x0a }

        /// - Returns: 0, 1 or 2; and whether terminals disagree, as they do about characters of several scalars, and about
        ///   those that are newer than they are.
        public static func of(_ character: Character) -> (width: Int, isDisputed: Bool) {
            let scalars = character.unicodeScalars
            guard let first = scalars.first else { return (0, false) }
            // Printable ASCII alone is nearly everything.
            if scalars.count == 1 { return (of(first.value), first.value >= 0x1f000) }
            var width = 0
            var isDisputed = false
            for scalar in scalars {
                let own = of(scalar.value)
                // A second scalar with a width of its own, or one that changes how the first is shown.
                if width > 0, own > 0 || changesPresentation(scalar) { isDisputed = true }
                width = max(width, own)
                if scalar.value == 0xfe0f { width = 2 }
            }
            // A flag is two letters of one cell each.
            if (0x1f1e6...0x1f1ff).contains(first.value) { width = 2 }
            return (width, isDisputed)
        }

        /// The width of one scalar by itself.
        static func of(_ scalar: UInt32) -> Int {
            switch scalar {
            case 0x20..<0x7f: 1
            case 0..<0xa0: 0
            case 0xad: 0
            case 0x2500..<0x25fd, 0xa1..<0x300: 1
            case 0x4e00..<0xa000: 2
            case let value where contains(value, CharacterWidthTable.zero): 0
            case let value where contains(value, CharacterWidthTable.wide): 2
            default: 1
            }
        }

        private static func changesPresentation(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value == 0x200d || (0xfe00...0xfe0f).contains(scalar.value)
        }

        /// - Parameter ranges: First and last of each, in order.
        private static func contains(_ value: UInt32, _ ranges: [UInt32]) -> Bool {
            var low = 0
            var high = ranges.count / 2
            while low < high {
                let middle = (low + high) / 2
                if value > ranges[2 * middle + 1] { low = middle + 1 } else { high = middle }
            }
            return 2 * low < ranges.count && value >= ranges[2 * low]
        }
    }
}

import CycleBase

extension ConsoleDriver {
    /// Text that was copied, for the terminal's clipboard: see ``Model/clipboard``.
    public struct Clipboard: Hashable, Sendable, Codable {
        /// The text to copy. Control characters are left out on the way to the terminal, but for line ends and tabs.
        public private(set) var text: String
        /// A number that changes when the same text is copied anew.
        public private(set) var edition: Int

        /// - Parameters:
        ///   - text: The text to copy.
        ///   - edition: Another one copies the same text anew.
        public init(_ text: String, edition: Int = 0) {
            (self.text, self.edition) = (text, edition)
        }

        /// Puts another text in its place, or the same again.
        public mutating func copy(_ text: String) {
            (self.text, edition) = (text, edition &+ 1)
        }

        /// Every terminal takes a text of this size; some print the rest of a longer one.
        public static let longestByteCount = 74_994

        /// The sequence that hands it to the terminal; nothing for an empty one, or one that is too long: half of what was copied
        /// would be taken for all of it.
        ///
        /// A shell runs pasted text: of control characters it has line ends and tabs alone.
        var bytes: [UInt8] {
            guard !text.isEmpty, text.utf8.count <= Self.longestByteCount else { return [] }
            let shown = text.unicodeScalars.filter { scalar in
                scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
            }
            let bytes = Array(String(String.UnicodeScalarView(shown)).utf8)
            return Array("\u{1b}]52;c;\(Base64.encode(bytes))\u{1b}\\".utf8)
        }
    }
}

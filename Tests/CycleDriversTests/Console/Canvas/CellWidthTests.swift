import Testing

@testable import CycleDrivers

@Suite("The width of a character")
struct CellWidthTests {
    @Test(
        "is the sum of what its scalars take",
        arguments: [
            ("ｶﾞ", 2), ("ﾊﾟ", 2), ("ｶﾞｷﾞｸﾞ", 6), ("กำ", 2), ("น้ำใจ", 4), ("ຄຳ", 2), ("စာ", 2), ("မြန်မာ", 5), ("नी", 2),
            ("a\u{301}", 1),
        ])
    func sums(text: String, width: Int) { #expect(ConsoleDriver.CharacterWidth.of(text) == width) }

    /// A gap is a flaw of such a terminal; a letter that is written over is gone.
    @Test(
        "is the greatest in use where terminals differ",
        arguments: [
            ("क्ष", 2), ("नमस्ते", 4), ("ক্ষ", 2), ("தமிழ்", 4), ("क्ष्म्य", 4), ("\u{600}1", 2), ("\u{1100}\u{1100}\u{1161}", 4),
        ])
    func disputed(text: String, width: Int) {
        #expect(ConsoleDriver.CharacterWidth.of(text) == width)
        #expect(text.contains { ConsoleDriver.CharacterWidth.of($0).isDisputed })
    }

    @Test(
        "of an emoji, a flag and a syllable is that of one picture",
        arguments: ["👨‍👩‍👧", "👍🏽", "❤️", "🇩🇪", "1️⃣", "한", "\u{1112}\u{1161}\u{11ab}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳️‍🌈", "👩🏽‍⚖️"])
    func pictures(text: String) { #expect(ConsoleDriver.CharacterWidth.of(text) == 2) }

    @Test(
        "leaves no spacing mark out of a canvas, also on a blank and alone",
        arguments: [
            "စာ", "မြန်မာ", "ကား", "\u{1075}\u{1062}", "\u{1000}\u{102B}", "\u{1A20}\u{1A61}", "க்ஷ்மி", "क्ष्म्य", "ന്ത്ര്യാ",
            " \u{93e}",
            "\u{93e}x", "가\u{302e}", "\u{1d157}\u{1d165}", "ཀྵྐྱ", "ខ្ញុំ", "ក្រុង",
        ])
    func marks(text: String) throws {
        var canvas = ConsoleDriver.Canvas(.init(columns: 20, rows: 1))
        let width = canvas.draw(text + "|", at: .init(row: 0, column: 0))
        #expect(Array(canvas.text.unicodeScalars) == Array((text + "|").unicodeScalars))
        #expect(width == ConsoleDriver.CharacterWidth.of(text) + 1)
        // Cut at any column it has no more than the room.
        for columns in 0...width {
            let part = ConsoleDriver.CharacterWidth.prefix(of: text[...], fitting: columns)
            #expect(ConsoleDriver.CharacterWidth.of(part) <= columns && text.hasPrefix(part))
        }
    }
}

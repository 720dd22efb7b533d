import CycleDrivers
import CycleScreens
import CycleTesting
import TestSupport
import Testing

/// A terminal sends a character of several scalars as several keys, whatever stands beside it.
@Suite("Editing characters of several scalars")
struct ClusterEditingTests {
    static let pieces = [
        "🇯🇵", "🇳🇱", "🇩", "👧", "👨\u{200D}👩", "👩\u{200d}👩\u{200d}👧", "👍🏽", "🏽", "é", "e\u{301}", "\u{301}", "\u{200d}", "क्ष",
        "क", "\u{94d}", "नी",
        "한", "\u{1112}\u{1161}\u{11ab}", "\u{1161}", "ｶﾞ", "กำ", "a", "b ", " ", "日", "\u{600}", "1", "❤️", "\u{fe0f}",
        "1️⃣", "စာ",
    ]

    private func type(_ text: String, into edited: inout EditedText) {
        for scalar in text.unicodeScalars { _ = edited.handle(Key(.character(Character(scalar)))) }
    }

    @Test("puts a flag or a family where it is typed, before another", arguments: pieces)
    func before(there: String) {
        for typed in Self.pieces {
            var edited = EditedText(there)
            _ = edited.handle(.home)
            type(typed, into: &edited)
            #expect(
                Array(edited.text.unicodeScalars) == Array((typed + there).unicodeScalars), "\(typed) before \(there)")
            _ = edited.handle(.control("_"))
            #expect(Array(edited.text.unicodeScalars) == Array(there.unicodeScalars))
        }
    }

    @Test("removes by Backspace what was typed, and leaves what it had joined")
    func backspace() {
        var edited = EditedText("🇯🇵")
        _ = edited.handle(.home)
        type("🇳", into: &edited)
        _ = edited.handle(.backspace)
        #expect(edited.text == "🇯🇵")
        type("🇳", into: &edited)
        _ = edited.handle(.right)
        type("x", into: &edited)
        #expect(edited.text == "🇳🇯🇵x")
    }

    /// The reference is a list of scalars: what is typed goes between what stood before the cursor and what stood behind it.
    @Test("is that of a list of scalars, at any place", arguments: 0..<40)
    func reference(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var edited = EditedText((0..<4).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined())
        for step in 0..<60 {
            let key: Key = [.left, .right, .home, .end, .left].randomElement(using: &random) ?? .left
            for _ in 0..<Int.random(in: 1...3, using: &random) { _ = edited.handle(key) }
            let bytes = Array(edited.text.utf8)
            let (head, tail) = (bytes[..<edited.cursor], bytes[edited.cursor...])
            let words = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                Self.pieces.randomElement(using: &random) ?? ""
            }
            for word in words { type(word, into: &edited) }
            let expected: [UInt8] = Array(head) + Array(words.joined().utf8) + Array(tail)
            #expect(Array(edited.text.utf8) == expected, "seed \(seed), step \(step): \(words)")
            #expect(
                edited.text.indices.contains(edited.text.utf8.index(edited.text.startIndex, offsetBy: edited.cursor))
                    || edited.cursor == edited.text.utf8.count)
            let again = try copy(edited)
            #expect(again == edited, "seed \(seed), step \(step)")
            if edited.text.utf8.count > 300 { edited = EditedText("🇯🇵क्ष") }
        }
    }
}

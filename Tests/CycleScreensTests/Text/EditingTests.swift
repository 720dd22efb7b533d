import CycleDrivers
import CycleScreens
import CycleTesting
import Foundation
import Testing

/// A field that is written as its text with `|` where the cursor is, and `[` and `]` around what is selected.
private struct Field {
    var edited: EditedText

    init(_ notation: String, isSingleLine: Bool = true) {
        let parts = notation.split(separator: "|", omittingEmptySubsequences: false)
        edited = EditedText(parts.joined(), isSingleLine: isSingleLine)
        for _ in parts.dropFirst().joined() { _ = edited.handle(.left) }
    }

    mutating func press(_ keys: Key...) { for key in keys { _ = edited.handle(key) } }

    var notation: String {
        var bytes = Array(edited.text.utf8)
        bytes.insert(UInt8(ascii: "|"), at: edited.cursor)
        return String(decoding: bytes, as: UTF8.self)
    }
}

@Suite("Editing a text")
struct EditingTests {
    private func after(_ notation: String, _ keys: Key...) -> String {
        var field = Field(notation)
        for key in keys { field.press(key) }
        return field.notation
    }

    @Test("takes a book that is pasted, in any language, as a whole", .timeLimit(.minutes(60)))
    func book() {
        let line = "a line of it, élan, 日本語\n"
        let book = String(repeating: line, count: 100_000)
        var text = EditedText(isSingleLine: false)
        text.insert(book)
        #expect(text.text == book && text.cursor == book.utf8.count)
    }

    @Test("moves by characters, words and lines with the keys of readline")
    func motions() {
        #expect(after("ab|c", .left) == "a|bc" && after("ab|c", .control("b")) == "a|bc")
        #expect(after("ab|c", .right, .right) == "abc|" && after("a|bc", .control("f")) == "ab|c")
        #expect(after("one two-three|", .alt("b")) == "one two-|three")
        #expect(after("one two|", .control(.left), .alt(.left)) == "|one two")
        #expect(after("|one, two", .alt("f"), .control(.right)) == "one, two|")
        #expect(after("ab|c", .home) == "|abc" && after("ab|c", .control("a")) == "|abc")
        #expect(after("ab|c", .end) == "abc|" && after("ab|c", .control("e")) == "abc|")
    }

    @Test("Ctrl-Backspace and Alt-Backspace delete the word to the left, Alt-D the word to the right")
    func words() {
        for key in [Key.control(.backspace), .alt(.backspace)] {
            #expect(after("one two| three", key) == "one | three")
        }
        for key in [Key.alt("d"), .alt(.delete), .control(.delete)] {
            #expect(after("one |two three", key) == "one | three")
        }
        #expect(after("abc|", .alt("d")) == "abc|")
        #expect(after("|a", .alt("d")) == "|")
    }

    @Test("Ctrl-W cuts to white space, Ctrl-U to the start of the line, Ctrl-K to its end")
    func cuts() {
        #expect(after("see a/b-c| d", .control("w")) == "see | d")
        #expect(after("ab|cd", .control("u")) == "|cd")
        #expect(after("ab|cd", .control("k")) == "ab|")
    }

    @Test("cuts in a row are one, put back by Ctrl-Y; Alt-Y right after it puts back the one before")
    func yank() {
        #expect(after("one two three|", .control("w"), .control("w"), .control("a"), .control("y")) == "two three|one ")
        #expect(after("ab|cd", .control("k"), .control("u"), .control("y")) == "abcd|")
        var field = Field("first|")
        field.press(.control("u"), "x", .control("u"), .control("y"))
        #expect(field.notation == "x|")
        field.press(.alt("y"))
        #expect(field.notation == "first|")
        field.press("!", .alt("y"))
        #expect(field.notation == "first!|")
    }

    @Test("Ctrl-T exchanges two characters; Alt-U, Alt-L and Alt-C change a word")
    func changes() {
        #expect(after("ab|c", .control("t")) == "acb|")
        #expect(after("abc|", .control("t")) == "acb|")
        #expect(after("|a", .control("t")) == "|a")
        #expect(after("|one two", .alt("u")) == "ONE| two")
        #expect(after("|ONE two", .alt("c"), .alt("u")) == "One TWO|")
        #expect(after("|ONE", .alt("l")) == "one|")
    }

    @Test("one Backspace removes one character, of however many scalars")
    func clusters() {
        for character in ["👨‍👩‍👧", "🇩🇪", "❤️", "👍🏽", "e\u{301}", "한", "日"] {
            #expect(after("a\(character)|", .backspace) == "a|", "\(character)")
            #expect(after("|\(character)a", .delete) == "|a", "\(character)")
            #expect(after("a\(character)|", .left, "b") == "ab|\(character)", "\(character)")
        }
    }

    @Test("a letter that comes with its marks one after the other is one character")
    func combining() {
        var field = Field("|")
        for scalar in "e\u{301}👍\u{1f3fd}".unicodeScalars { field.press(Key(.character(Character(scalar)))) }
        #expect(field.edited.text == "e\u{301}👍🏽")
        field.press(.backspace, .backspace)
        #expect(field.edited.text.isEmpty)
    }

    @Test("a mark that joins the character after it leaves the cursor behind that character")
    func joining() {
        var edited = EditedText("\u{301}x")
        edited.perform(.textStart)
        edited.insert("e")
        #expect(edited.text == "e\u{301}x")
        #expect(edited.cursor == 3)
    }

    @Test("Shift and a motion selects; typing replaces, a motion alone drops it, Delete removes it")
    func selection() {
        var field = Field("one two|")
        field.press(.shift(.alt(.left)))
        #expect(field.edited.selectedText == "two")
        field.press("x")
        #expect(field.notation == "one x|")
        field.press(.shift(.home), .left)
        #expect(field.edited.selection == nil)
        field.press(.end, .shift(.left), .shift(.left), .delete)
        #expect(field.notation == "one|")
        field.press(.alt("a"), .control("x"), .control("y"), .control("y"))
        #expect(field.notation == "oneone|")
    }

    @Test("letters in a row are one step of undo; motions and cuts end it")
    func undo() {
        var field = Field("|")
        field.press("a", "b", .left, "c", .control("k"), .control("_"))
        #expect(field.notation == "ac|b")
        field.press(.control("_"))
        #expect(field.notation == "a|b")
        field.press(.control("_"), .control("_"))
        #expect(field.notation == "|")
        field.press(.alt("_"), .alt("_"))
        #expect(field.edited.text == "acb")
        field.press("x", .alt("_"))
        #expect(field.edited.text.contains("x"))
    }

    @Test("pasted line ends are one kind; a single line keeps all of what was pasted")
    func paste() {
        var line = EditedText()
        line.insert("one\r\ntwo\rthree\nfour\tfive")
        #expect(line.text == "one two three four five")
        var area = EditedText(isSingleLine: false)
        area.insert("one\r\ntwo\rthree")
        #expect(area.text == "one\ntwo\nthree")
    }

    @Test("control characters and marks of writing direction are not taken")
    func controls() {
        var line = EditedText()
        line.insert("a\u{1b}[31mb\u{7}c\u{202e}d\u{2066}e\u{9b}f\u{0}")
        #expect(line.text == "a[31mbcdef")
    }

    @Test("no more characters than the limit, also by pasting over a selection")
    func limit() {
        var line = EditedText(limit: 4)
        line.insert("abcdef")
        #expect(line.text == "abcd")
        line.perform(.selectAll)
        line.insert("👍🏽👍🏽👍🏽👍🏽👍🏽")
        #expect(line.text.count == 4)
    }

    @Test("is written as JSON and read again, wherever its places are")
    func coding() throws {
        var field = Field("one two|")
        field.press(.control("w"), .control("y"), .shift(.left))
        let data = try JSONEncoder().encode(field.edited)
        #expect(try JSONDecoder().decode(EditedText.self, from: data) == field.edited)
        let hostile = #"{"text": "a👍🏽b", "cursor": 3, "anchor": -7, "isSingleLine": true}"#
        var read = try JSONDecoder().decode(EditedText.self, from: Data(hostile.utf8))
        for command in EditCommand.allCases { read.perform(command) }
        for command in EditCommand.allCases { read.perform(command, isSelecting: true) }
    }

    @Test("random keys never lose the place between two characters")
    func random() {
        var random = SplitMix(seed: 11)
        let pieces = ["a", " ", "e\u{301}", "👨‍👩‍👧", "🇩", "\u{301}", "日", "-", "\n", "\u{200d}", "👍", "\u{1f3fd}"]
        var edited = EditedText(isSingleLine: false)
        for step in 0..<20_000 {
            if Int.random(in: 0..<3, using: &random) == 0 {
                edited.insert(pieces.randomElement(using: &random) ?? "")
            } else {
                edited.perform(
                    EditCommand.allCases.randomElement(using: &random) ?? .left, isSelecting: .random(using: &random))
            }
            let places = edited.text.indices.map { edited.text.utf8.distance(from: edited.text.startIndex, to: $0) }
            #expect(places.contains(edited.cursor) || edited.cursor == edited.text.utf8.count, "step \(step)")
            if edited.text.count > 60 { edited = EditedText(isSingleLine: false) }
        }
    }

    @Test("typing after an undo is a step of its own")
    func typingAfterUndo() {
        #expect(after("|", "a", "b", .control("z"), "c", .control("z")) == "|")
        #expect(after("|", "a", "b", .control("z"), .alt("_"), "c", .control("z")) == "ab|")
    }
}

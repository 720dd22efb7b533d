import CycleTesting
import Foundation
import Testing

@testable import CycleDrivers

@Suite("Canvas")
struct CanvasTests {
    typealias Canvas = ConsoleDriver.Canvas

    private func blank(_ columns: Int, _ rows: Int) -> Canvas { Canvas(.init(columns: columns, rows: rows)) }

    @Test("a cell takes sixteen bytes")
    func cellSize() {
        #expect(MemoryLayout<CanvasCell>.stride == 16)
        #expect(MemoryLayout<ConsoleDriver.Style>.size == 8)
    }

    @Test("text is drawn at its place, in its style, and what is outside is cut off")
    func drawing() {
        var canvas = blank(6, 2)
        #expect(canvas.draw("hello", at: .init(row: 0, column: 3), style: .bold) == 3)
        #expect(canvas.draw("hello", at: .init(row: 1, column: -3), style: .foreground(.green)) == 5)
        #expect(canvas.draw("hello", at: .init(row: 2, column: 0)) == 0)
        for far in [Int.max, .min, .min + 1] {
            #expect(canvas.draw("hello", at: .init(row: 0, column: far)) == 0)
            #expect(canvas.draw("hello", at: .init(row: far, column: 0)) == 0)
            canvas.fill(.init(row: far, column: far, rows: .max, columns: .max))
            canvas.draw(canvas, at: .init(row: far, column: far))
        }
        #expect(
            canvas.description == """
                   hel
                lo
                ...aaa
                bb
                a: bold
                b: foreground=2
                """)
    }

    @Test("a clip cuts at all four sides")
    func clipping() {
        var canvas = blank(6, 3)
        let clip = ConsoleDriver.Rectangle(row: 1, column: 1, rows: 1, columns: 3)
        for row in -1...3 { canvas.draw("abcdefgh", at: .init(row: row, column: -1), clip: clip) }
        #expect(canvas.text == "\n cde")
        canvas.fill(canvas.bounds, with: "#", clip: clip)
        #expect(canvas.text == "\n ###")
    }

    @Test("of a wide character that is covered by half, or cut at an edge, a blank stays")
    func halves() {
        var canvas = blank(6, 1)
        canvas.draw("日本語", at: .init(row: 0, column: 0))
        canvas.draw("x", at: .init(row: 0, column: 1))
        #expect(canvas.text == " x本語")
        canvas.draw("y", at: .init(row: 0, column: 2))
        #expect(canvas.text == " xy 語")
        canvas.draw("日本", at: .init(row: 0, column: 3))
        #expect(canvas.text == " xy日")
        #expect(canvas.draw("日本", at: .init(row: 0, column: -1)) == 4)
        #expect(canvas.text == " 本日")
    }

    @Test("control characters and marks of direction are left out, a tab and a new line are blanks")
    func controls() {
        var canvas = blank(12, 1)
        #expect(canvas.draw("a\u{1b}[1mb\r\nc\td\u{202e}e\u{9b}f\u{7}", at: .init(row: 0, column: 0)) == 11)
        #expect(canvas.text == "a[1mb c def")
    }

    @Test("a text is cut to a width between two characters")
    func prefixes() {
        let width = ConsoleDriver.CharacterWidth.self
        #expect(width.prefix(of: "hello", fitting: 3) == "hel")
        #expect(width.prefix(of: "日本語", fitting: 5) == "日本")
        #expect(width.prefix(of: "ae\u{301}👨‍👩‍👧b", fitting: 4) == "ae\u{301}👨‍👩‍👧")
        #expect(width.prefix(of: "ae\u{301}👨‍👩‍👧b", fitting: 3) == "ae\u{301}")
        #expect(width.prefix(of: "ab", fitting: 9) == "ab")
        #expect(width.prefix(of: "ab", fitting: -1) == "")
        #expect(width.prefix(of: "", fitting: 0) == "")
    }

    @Test("a character of several scalars is one cell's, and no longer than 64 bytes")
    func clusters() {
        var canvas = blank(8, 1)
        canvas.draw("e\u{301}👨‍👩‍👧x", at: .init(row: 0, column: 0))
        #expect(canvas.text == "e\u{301}👨‍👩‍👧x")
        #expect(canvas.character(at: .init(row: 0, column: 1)) == "👨‍👩‍👧")
        #expect(canvas.character(at: .init(row: 0, column: 3)) == "x")
        let tower = "a" + String(repeating: "\u{301}", count: 100_000) + "b"
        canvas.draw(tower, at: .init(row: 0, column: 0))
        #expect(canvas.text.utf8.count <= 64 + 2)
        #expect(canvas.character(at: .init(row: 0, column: 1)) == "b")
    }

    @Test("a mark on a blank, which only some terminals join with it, is left out")
    func markOnBlank() {
        var canvas = ConsoleDriver.Canvas(.init(columns: 6, rows: 1))
        #expect(canvas.draw("a \u{301}b", at: .init(row: 0, column: 0)) == 3)
        #expect(canvas.text == "a b")
        #expect(ConsoleDriver.CharacterWidth.of("a \u{301}b") == 3)
    }

    @Test("two that show the same are equal, whatever they were made by")
    func equality() {
        var one = blank(8, 1)
        var other = blank(8, 1)
        one.draw("e\u{301}", at: .init(row: 0, column: 0))
        one.draw("👨‍👩‍👧", at: .init(row: 0, column: 0))
        one.draw("e\u{301}", at: .init(row: 0, column: 2))
        other.draw("👨‍👩‍👧e\u{301}", at: .init(row: 0, column: 0))
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        other.link(other.bounds, to: "http://x")
        #expect(one != other)
        other.link(other.bounds, to: nil)
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        other.cursor = .init(row: 0, column: 0)
        #expect(one != other)
    }

    @Test("a link is an address of printable ASCII, or none")
    func links() {
        var canvas = blank(4, 1)
        for (address, shown) in [
            ("http://x/é", "http://x/%C3%A9"), ("a b", nil), ("a\u{1b}\\", nil), ("", nil), ("x\u{7}", nil),
        ] {
            canvas.link(canvas.bounds, to: address)
            #expect(canvas.link(at: .init(row: 0, column: 0)) == shown)
        }
    }

    @Test("one canvas is drawn on another, with its cursor")
    func layers() {
        var below = blank(6, 2)
        below.draw("日本語", at: .init(row: 1, column: 0))
        var above = blank(2, 1)
        above.draw("👨‍👩‍👧", at: .init(row: 0, column: 0), style: .bold)
        above.cursor = .init(row: 0, column: 1)
        below.draw(above, at: .init(row: 1, column: 3))
        #expect(below.text == "\n日 👨‍👩‍👧")
        #expect(below.cursor == .init(row: 1, column: 4))
        below.draw(above, at: .init(row: 1, column: 5))
        #expect(below.text == "\n日 👨‍👩‍👧")
        #expect(below.cursor == .init(row: 1, column: 4))
    }

    @Test("a canvas that is drawn on for ever stays as large")
    func tidiness() {
        var canvas = blank(2, 1)
        for number in 0..<2_000 {
            canvas.draw(
                "a" + String(repeating: "\u{301}", count: number % 31 + 1) + "\u{302}", at: .init(row: 0, column: 0))
            canvas.draw("b\(Unicode.Scalar(UInt8(97 + number % 26)))\u{303}", at: .init(row: 0, column: 1))
            canvas.link(canvas.bounds, to: "http://x/\(number)")
        }
        #expect(canvas.clusters.count <= 200)
        #expect(canvas.link(at: .init(row: 0, column: 0)) == "http://x/1999")
    }
}

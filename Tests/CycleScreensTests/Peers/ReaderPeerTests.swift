import CycleDrivers
import CycleScreens
import Testing

/// Faults of pagers that their users have reported, each tested as it should be.
@Suite("Faults of other libraries in readers")
struct ReaderPeerTests {
    /// A reader, and what it reads.
    struct Shown {
        var reader = Reader()
        var lines: [String]
        var folds: [Range<Int>] = []
        var size = Size(columns: 10, rows: 4)
        var copied: String?
        var screen: ScreenLayout {
            ScreenLayout(reader.view(of: lines, folds: folds).region(0), size, theme: .night)
        }
        var text: [String] {
            screen.canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                String(line.reversed().drop { " │┃".contains($0) }.reversed())
            }
        }
        mutating func press(_ keys: Key...) {
            for key in keys { send(.key(key)) }
        }
        mutating func search(_ text: String) {
            press("/")
            send(.paste(text))
            press(.enter)
        }
        mutating func send(_ event: ConsoleDriver.Event) {
            let input = ScreenInput(event, screen).at(0)
            _ = reader.handle(input, lines: lines, folds: folds)
            copied = input.copied ?? copied
        }
        mutating func mouse(_ action: ConsoleDriver.Mouse.Action, _ row: Int, _ column: Int) {
            send(.mouse(.init(action, at: .init(row: row, column: column))))
        }
        /// The columns of a row whose ground is not that of the screen.
        func marks(_ row: Int) -> [Int] {
            let canvas = screen.canvas
            let plain = canvas.style(at: .init(row: size.rows - 1, column: 0))?.background
            return (0..<size.columns).filter { canvas.style(at: .init(row: row, column: $0))?.background != plain }
        }
    }

    @Test("a place that was found is seen, in lines that are wrapped to more rows than there are")
    func found() {
        var shown = Shown(
            reader: Reader(wraps: true), lines: [String(repeating: "word ", count: 40) + "needle", "end"])
        shown.search("needle")
        #expect(shown.text.contains { $0.contains("needle") }, "\(shown.text)")
        shown.lines = (0..<9).map { "line \($0)" } + shown.lines
        shown.press("g", "n")
        #expect(shown.text.contains { $0.contains("needle") }, "\(shown.text)")
    }

    @Test("the end that is followed fills the screen, wrapped, after a change of size and with lines of any length")
    func followed() {
        var shown = Shown(reader: Reader(wraps: true, isFollowing: true), lines: ["a", "b"])
        for number in 0..<20 { shown.lines.append(String(repeating: "\(number) ", count: 1 + number % 7 * 3)) }
        #expect(shown.text.allSatisfy { !$0.isEmpty } && shown.text[3].hasSuffix("19"), "\(shown.text)")
        for columns in [4, 30, 7] {
            shown.size = Size(columns: columns, rows: 6)
            #expect(shown.text.allSatisfy { !$0.isEmpty } && shown.text[5].hasSuffix("9"), "\(shown.text)")
        }
    }

    @Test("half of a wide character leaves a blank at either edge, and what follows stays in its column")
    func wide() {
        var shown = Shown(lines: ["a日本b日本b日本b", "0123456789abcde", "日本日本日本日本"])
        shown.size.columns = 6
        var seen: [[String]] = []
        for _ in 0..<9 {
            seen.append(shown.text)
            shown.press(.right)
        }
        let whole = shown.lines.map { line -> [String] in
            line.flatMap { $0.isASCII ? ["\($0)"] : ["\($0)", ""] }
        }
        for rows in seen {
            let first = whole[1].firstIndex(of: String(rows[1].prefix(1))) ?? 0
            for row in [0, 2] {
                var column = 0
                for character in rows[row] {
                    if character != " " { #expect(whole[row][first + column] == "\(character)", "\(rows)") }
                    column += character.isASCII ? 1 : 2
                }
                #expect(column <= 6, "\(rows)")
            }
        }
    }

    @Test("marks stand on what was found behind tabs, characters that grow in small letters, and joined ones")
    func marked() {
        for (line, columns) in [
            ("\ta\tneedle", 8..<14), ("İİ needle", 3..<9), ("e\u{301}👩‍🚀 needle", 4..<10), ("ßﬁŉ needle", 4..<10),
            ("日needle", 2..<8), ("\u{301}needle", 0..<6),
        ] {
            for wraps in [false, true] {
                var shown = Shown(reader: Reader(wraps: wraps), lines: [line, "", ""])
                shown.size = Size(columns: 30, rows: 5)
                shown.search("needle")
                #expect(shown.marks(0) == Array(columns), "\(line.debugDescription)")
            }
        }
    }

    @Test("a text to look for that is longer than the row is seen at its end while it is typed")
    func longSearch() {
        var shown = Shown(lines: ["a"])
        shown.press("/")
        shown.send(.paste(String(repeating: "x", count: 30) + "end"))
        #expect(shown.text[3].contains("end"), "\(shown.text)")
    }

    @Test("the first row keeps its line when the size changes, wrapped and scrolled")
    func resized() {
        var shown = Shown(reader: Reader(wraps: true), lines: (0..<30).map { "line \($0) has words" })
        shown.reader.scroll(to: 12)
        for columns in [10, 40, 5, 18, 10] {
            shown.size.columns = columns
            #expect(shown.text[0].hasPrefix("line"), "\(shown.text)")
            let seen = shown.reader.seenLines(ScreenInput(.key("x"), shown.screen).at(0), lines: shown.lines)
            #expect(seen.lowerBound == 12)
        }
        shown.press("G")
        shown.size = Size(columns: 40, rows: 20)
        #expect(shown.text.allSatisfy { !$0.isEmpty })
    }

    @Test("the end of a line of CR LF takes no cell, is no part of a search, and is copied as it was")
    func lineEnds() {
        var shown = Shown(lines: ["one\r", "two\r", "three\r"])
        #expect(shown.text.prefix(3) == ["one", "two", "three"])
        shown.press(.shift(.down), .shift(.down), "y")
        #expect(shown.copied == "one\r\ntwo\r")
        shown.reader.wraps = true
        #expect(shown.text.prefix(3) == ["one", "two", "three"])
        shown.lines = ["exactly 9\r", "b"]
        #expect(shown.text.prefix(2) == ["exactly 9", "b"], "\(shown.text)")
    }

    @Test("a mark stands with the letter before it, also where a line is wrapped")
    func combining() {
        let lines = ["123456789e\u{301}f", "12345678日\u{301}x"]
        let shown = Shown(reader: Reader(wraps: true), lines: lines, size: Size(columns: 10, rows: 6))
        #expect(shown.text == ["123456789e\u{301}", "f", "12345678日\u{301}", "x"], "\(shown.text)")
    }

    @Test("a selection over a closed fold copies all of its lines")
    func folded() {
        var shown = Shown(lines: (0..<9).map { "l\($0)" }, folds: [1..<4])
        shown.reader.closed = [1]
        shown.press(.shift(.down), .shift(.down), .shift(.down), "y")
        #expect(shown.copied == "l0\nl1\nl2\nl3\nl4", "\(shown.copied ?? "nothing")")
    }

    @Test("keys of pages at the ends change nothing, with fewer lines than rows, and with none")
    func ends() {
        for lines in [[], ["a"], ["a", "b", "c", "d"], (0..<9).map { "l\($0)" }] {
            for wraps in [false, true] {
                var shown = Shown(reader: Reader(wraps: wraps), lines: lines)
                let first = shown.text
                shown.press(.pageUp, "b", "u", .up, "g", .home, .left)
                #expect(shown.text == first)
                shown.press("G")
                let last = shown.text
                shown.press(.pageDown, " ", "d", .down, .end, "G")
                #expect(shown.text == last && last.filter { !$0.isEmpty }.count == min(4, lines.count), "\(last)")
            }
        }
    }
}

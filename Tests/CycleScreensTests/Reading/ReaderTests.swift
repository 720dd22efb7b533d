import CycleDrivers
import CycleScreens
import TestSupport
import Testing

@Suite("A reader")
struct ReaderTests {
    /// A reader, and what it reads at 20 columns and 5 rows.
    struct Shown {
        var reader: Reader
        var lines: [String]
        var folds: [Range<Int>] = []
        var copied: String?
        var view: View { reader.view(of: lines, folds: folds).region(0) }
        var text: [String] {
            layout(20, 5, view).canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        }
        mutating func press(_ keys: Key...) -> Outcome {
            var outcome = Outcome.ignored
            for key in keys { outcome = send(.key(key)) }
            return outcome
        }
        mutating func mouse(_ action: ConsoleDriver.Mouse.Action, _ row: Int, _ column: Int) -> Outcome {
            send(.mouse(.init(action, at: .init(row: row, column: column))))
        }
        var seenLines: Range<Int> {
            reader.seenLines(ScreenInput(.key("x"), layout(20, 5, view)).at(0), lines: lines, folds: folds)
        }
        func line(at row: Int, _ column: Int) -> Int? {
            let event = ConsoleDriver.Event.mouse(.init(.moved, at: .init(row: row, column: column)))
            return reader.line(at: ScreenInput(event, layout(20, 5, view)).at(0), lines: lines, folds: folds)
        }
        private mutating func send(_ event: ConsoleDriver.Event) -> Outcome {
            let input = ScreenInput(event, layout(20, 5, view)).at(0)
            defer { copied = input.copied ?? copied }
            return reader.handle(input, lines: lines, folds: folds)
        }
    }

    private func numbers(_ count: Int, _ reader: Reader = Reader()) -> Shown {
        Shown(reader: reader, lines: (1...count).map { "line \($0)" })
    }

    @Test("has the keys of less, up to the last page, and numbers its lines")
    func motion() {
        var shown = numbers(12, Reader(hasNumbers: true))
        #expect(shown.text == [" 1 line 1", " 2 line 2", " 3 line 3", " 4 line 4", " 5 line 5"].map(bar(0..<2)))
        #expect(shown.press(.down, "j", .up) == .changed && shown.text[0].hasPrefix(" 2 line 2"))
        #expect(shown.press(" ", " ", " ") == .changed && shown.text[0].hasPrefix(" 8 line 8"))
        #expect(shown.press("u") == .changed && shown.text[0].hasPrefix(" 6 line 6"))
        #expect(shown.press("g", "G") == .changed && shown.text[4].hasPrefix("12 line 12"))
        #expect(shown.press("x") == .ignored && shown.mouse(.scrolled(.up), 1, 1) == .changed)
        #expect(shown.text[0].hasPrefix(" 5 line 5"))
    }

    @Test("tells which lines are seen, and which is under the mouse, wrapped, folded and at the end of what grows")
    func answers() {
        var shown = numbers(12, Reader(hasNumbers: true, isFollowing: true))
        #expect(shown.seenLines == 7..<12 && shown.line(at: 1, 4) == 8)
        #expect(shown.press("g", "j") == .changed && shown.seenLines == 1..<6)
        #expect(shown.line(at: 0, 0) == 1 && shown.line(at: 4, 18) == 5)
        #expect(shown.line(at: 2, 19) == nil && shown.line(at: 5, 0) == nil)
        shown.folds = [1..<5]
        shown.reader.closed = [1]
        #expect(shown.seenLines == 1..<9 && shown.line(at: 0, 0) == 1 && shown.line(at: 1, 0) == 5)
        shown = Shown(reader: Reader(wraps: true), lines: ["one two three four five six seven", "b"])
        #expect(shown.seenLines == 0..<2 && shown.line(at: 1, 0) == 0 && shown.line(at: 2, 0) == 1)
        #expect(shown.line(at: 3, 0) == nil)
        shown = Shown(reader: Reader(), lines: [])
        #expect(shown.seenLines == 0..<0 && shown.line(at: 0, 0) == nil)
    }

    @Test("a long line is styled once while it and the key are equal, in the view and for input")
    func memo() {
        final class Counter { var count = 0 }
        let counter = Counter()
        let lines = ["short", String(repeating: "long ", count: 1_000), "short, too"]
        func styled(_ line: String) -> StyledText {
            if line.utf8.count > 2_048 { counter.count += 1 }
            return StyledText(line, .bold)
        }
        var reader = Reader(wraps: true)
        var last: ScreenLayout?
        func show(_ lines: [String], _ key: AnyHashable?) {
            let view = reader.view(of: lines, memo: key, line: styled).region(0)
            let next = ScreenLayout(view, Size(columns: 20, rows: 5), after: last)
            _ = reader.handle(ScreenInput(.key(.down), next).at(0), lines: lines, memo: key, line: styled)
            last = next
        }
        for _ in 0..<5 { show(lines, "swift") }
        #expect(counter.count == 1)
        show(lines, "json")
        #expect(counter.count == 2)
        show(["short", lines[1] + "!"], "json")
        #expect(counter.count == 3)
        counter.count = 0
        for _ in 0..<5 { show(lines, nil) }
        #expect(counter.count >= 10)
    }

    @Test("tells whether a search is typed, and what is selected")
    func states() {
        var shown = numbers(12)
        #expect(!shown.reader.isSearching && shown.press("/", "a") == .changed && shown.reader.isSearching)
        #expect(shown.press(.escape) == .changed && !shown.reader.isSearching)
        #expect(shown.reader.selectedLines == nil && shown.reader.selectedText(in: shown.lines).isEmpty)
        #expect(shown.press("j", .shift(.down), .shift(.down)) == .changed)
        #expect(shown.reader.selectedLines == 1...2)
        #expect(shown.reader.selectedText(in: shown.lines) == "line 2\nline 3")
        var log = LogBuffer()
        log.append("a\nb\nc")
        let input = ScreenInput(
            .mouse(.init(.moved, at: .init(row: 1, column: 0))), layout(20, 2, log.view.region(0))
        ).at(0)
        #expect(log.seenLines(input) == 1..<3 && log.line(at: input) == 2)
        #expect(log.selectedLines == nil && log.selectedText.isEmpty && !log.isSearching)
        var viewport = Viewport()
        #expect(viewport.handle(ScreenInput("/"), content: "a") == .changed && viewport.isSearching)
    }

    /// The bar beside five rows, whose thumb is in some of them.
    private func bar(_ thumb: Range<Int>) -> (String) -> String {
        { line in
            let row = Int(line.split(separator: " ").first ?? "") ?? 0
            return line.padding(19) + (thumb.contains(row - 1) ? "┃" : "│")
        }
    }

    @Test("scrolls sideways as far as the widest row that is seen, or wraps between words")
    func wide() {
        var shown = Shown(reader: Reader(), lines: ["one two three four five six", "short"])
        #expect(shown.text[0] == "one two three four f")
        #expect(shown.press(.right, .right) == .changed && shown.text[0] == " three four five six")
        #expect(shown.press("w") == .changed)
        #expect(shown.text == ["one two three four", "five six", "short"] + ["", ""].prefix(shown.text.count - 3))
        #expect(shown.press(.right) == .ignored && shown.text[0] == "one two three four")
    }

    @Test("follows its end, until it is scrolled up, and again from the end on")
    func follows() {
        var shown = numbers(6, Reader(isFollowing: true))
        #expect(shown.text[4].hasPrefix("line 6"))
        shown.lines.append("line 7")
        #expect(shown.text[4].hasPrefix("line 7"))
        #expect(shown.press(.up) == .changed)
        shown.lines.append("line 8")
        #expect(shown.text[4].hasPrefix("line 6"))
        #expect(shown.press("G") == .changed)
        shown.lines.append("line 9")
        #expect(shown.text[4].hasPrefix("line 9"))
    }

    @Test("finds a text from place to place, round the end, marks each, and opens the fold that hides it")
    func search() {
        var shown = numbers(30)
        shown.lines[20] = "one TWO two"
        shown.folds = [18..<25]
        shown.reader.closed = [18]
        #expect(shown.press("/", "t", "w", "o", .enter) == .changed)
        #expect(shown.reader.closed.isEmpty && shown.text.contains { $0.contains("one TWO two") })
        func marks() -> [Int] {
            let canvas = ScreenLayout(shown.view, Size(columns: 20, rows: 5), theme: .night).canvas
            let row = shown.text.firstIndex { $0.contains("one TWO two") } ?? 0
            let plain = canvas.style(at: .init(row: row, column: 2))?.background
            return (2..<13).filter { canvas.style(at: .init(row: row, column: $0))?.background != plain }
        }
        #expect(marks() == [6, 7, 8, 10, 11, 12])
        let first = ScreenLayout(shown.view, Size(columns: 20, rows: 5), theme: .night).canvas
        #expect(shown.press("n") == .changed)
        #expect(ScreenLayout(shown.view, Size(columns: 20, rows: 5), theme: .night).canvas != first)
        #expect(shown.press("n") == .changed)
        #expect(ScreenLayout(shown.view, Size(columns: 20, rows: 5), theme: .night).canvas == first)
        #expect(shown.press(.escape) == .changed && marks().isEmpty)
        shown.lines[28] = "a\tb"
        #expect(shown.press("/", "a", " ", .enter) == .changed && shown.text.contains { $0.contains("a   b") })
        #expect(shown.press(.escape, "/", "x", "y", .enter) == .changed && shown.text[4].hasPrefix("no match: xy"))
    }

    @Test("folds what is below a line, by keys and by a press on its sign")
    func folds() {
        var shown = numbers(8)
        shown.folds = [1..<5, 6..<8]
        #expect(shown.press("Z") == .changed)
        #expect(shown.text.prefix(4) == ["  line 1", "▸ line 2 ⋯ 3", "  line 6", "▸ line 7 ⋯ 1"])
        #expect(shown.mouse(.pressed(.left), 1, 0) == .changed && shown.reader.closed == [6])
        #expect(shown.text[1].hasPrefix("▾ line 2") && shown.text[2].hasPrefix("  line 3"))
        #expect(shown.press("z") == .changed && shown.reader.closed == [1, 6])
        // A place that was found and is not seen any more has no say.
        shown = numbers(30)
        shown.folds = [1..<3, 20..<30]
        #expect(shown.press("/", "2", "5", .enter, "g", "z") == .changed && shown.reader.closed == [1])
        shown.folds = []
        #expect(shown.press("z") == .ignored && shown.text[2].hasPrefix("line 3"))
    }

    @Test("copies what a drag or Shift has selected: a part as it is seen, whole lines as they are")
    func copies() {
        var shown = numbers(9)
        shown.lines[1] = "a\tb"
        #expect(shown.press("y") == .ignored)
        #expect(shown.mouse(.pressed(.left), 0, 2) == .changed && shown.mouse(.dragged(.left), 2, 4) == .changed)
        #expect(shown.mouse(.released(.left), 2, 4) == .changed && shown.press("y") == .changed)
        #expect(shown.copied == "ne 1\na\tb\nline")
        #expect(shown.press(.escape) == .changed && shown.press("y") == .ignored)
        #expect(shown.press(.shift(.down), .shift(.down), .shift(.down), .shift(.up), "y") == .changed)
        #expect(shown.copied == "line 1\na\tb")
        // Up from a line, and down again: it is selected in either direction.
        #expect(shown.press(.escape, .down, .down, .down, .shift(.up), .shift(.up), "y") == .changed)
        #expect(shown.copied == "line 3\nline 4")
        #expect(shown.press(.shift(.down), .shift(.down), "y") == .changed && shown.copied == "line 4\nline 5")
        #expect(shown.press(.escape, "g") == .changed)
        #expect(shown.mouse(.pressed(.left), 0, 0) == .changed && shown.mouse(.dragged(.left), 4, 0) == .changed)
        for _ in 0..<20 { _ = shown.mouse(.dragged(.left), 9, 3) }
        #expect(shown.press("y") == .changed && shown.copied?.hasSuffix("line 8\nlin") == true)
    }

    @Test("is read in plain text as all of its lines")
    func plain() {
        #expect(ScreenLayout(plain: numbers(3).view).canvas.text == "line 1\nline 2\nline 3")
    }

    /// Counts the lines that are made.
    private final class Made {
        var count = 0
        func line(_ number: Int) -> StyledText {
            count += 1
            return StyledText("line \(number)")
        }
    }

    @Test("makes the lines that are seen, of 1,000,000, wherever it is")
    func virtual() {
        let made = Made()
        var reader = Reader(wraps: true, hasNumbers: true)
        let lines = 0..<1_000_000
        for key in [Key.down, "G", .up, .pageUp, "g", .pageDown] {
            let shown = layout(40, 20, reader.view(of: lines, line: made.line).region(0))
            made.count = 0
            _ = reader.handle(ScreenInput(.key(key), shown).at(0), lines: lines, line: made.line)
            _ = layout(40, 20, reader.view(of: lines, line: made.line))
            #expect(made.count < 200, "\(key)")
        }
    }

    @Test("goes through a line of 5 MB by its rows, to its end and back, and finds what is in it")
    func longLine() {
        let line = String(repeating: "0123456789", count: 500_000) + " needle"
        var shown = Shown(reader: Reader(wraps: true), lines: [line, "last"])
        #expect(shown.text[0].hasPrefix("0123456789012345678"))
        #expect(shown.press("G", .up) == .changed && shown.text[4].contains("needle") && !shown.text.contains("last"))
        #expect(shown.press("g") == .changed && shown.press("/", "n", "e", "e", "d", .enter) == .changed)
        #expect(shown.text.contains { $0.contains("needle") })
        shown.reader.wraps = false
        #expect(shown.press("g", .down) == .changed && shown.text[0].hasPrefix("8901234567"))
    }

    @Test("shows each character of random lines once, whatever their width, and the same rows downwards and upwards")
    func random() {
        let words = ["a", "日本", "e\u{301}", " ", "  ", "word", "👩‍🚀", "-", "🇩🇪", "x"]
        for seed in FuzzSeeds(10) {
            var chance = SeededChance(seed: seed)
            let lines = (0..<1 + chance.below(5)).map { _ in
                (0..<chance.below(chance.below(9) == 0 ? 900 : 30)).map { _ in words[chance.below(words.count)] }
                    .joined()
            }
            var shown = Shown(reader: Reader(wraps: chance.below(4) > 0), lines: lines)
            var down: [String] = []
            for _ in 0..<1_000 {
                down.append(shown.text[0])
                let before = shown.reader
                _ = shown.press(.down)
                if shown.reader == before { break }
            }
            var up = [shown.text[0]]
            for _ in 1..<max(1, down.count) {
                _ = shown.press(.up)
                up.append(shown.text[0])
            }
            #expect(up.reversed() == down, "seed \(seed)")
            guard shown.reader.wraps else { continue }
            let seen = (down + shown.reversedEnd).joined().filter { !" ┃│".contains($0) }
            #expect(seen == lines.joined().filter { $0 != " " }, "seed \(seed)")
        }
    }
}

extension ReaderTests.Shown {
    /// The rows below the first one of the last page.
    fileprivate var reversedEnd: ArraySlice<String> {
        var end = self
        _ = end.press("G")
        return end.text.dropFirst()
    }
}

extension String {
    fileprivate func padding(_ count: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, count - self.count))
    }
}

import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

@Suite("A filter of rows")
struct FilterTests {
    let rows = (0..<1_000).map { "row \($0)" }

    private func run(_ filter: inout RowFilter, by most: Int = 100) -> Int {
        var looked = 0
        while !filter.isComplete {
            filter.advance(over: rows.count, by: most) {
                looked += 1
                return rows[$0].contains($1)
            }
        }
        return looked
    }

    @Test("finds what matches, in pieces, and shows what it has so far")
    func pieces() {
        var filter = RowFilter()
        #expect(filter.rows(of: rows).count == 1_000)
        filter.search(for: "99")
        #expect(!filter.isComplete && filter.rows(of: rows).isEmpty)
        filter.advance(over: rows.count, by: 200) { rows[$0].contains($1) }
        #expect(Array(filter.rows(of: rows)) == ["row 99", "row 199"])
        #expect(run(&filter) == 800)
        #expect(filter.rows(of: rows).count == 19)
    }

    @Test("looks for a longer text only among what matched the shorter one")
    func narrower() {
        var filter = RowFilter()
        filter.search(for: "9")
        _ = run(&filter)
        filter.search(for: "99")
        #expect(run(&filter) == 271)
        filter.search(for: "9")
        #expect(run(&filter) == 1_000)
    }

    @Test("rows that have gone since it looked match no more, and all that are left can be looked at at once")
    func gone() {
        var filter = RowFilter()
        filter.search(for: "9")
        filter.advance(over: rows.count, by: 100) { rows[$0].contains($1) }
        #expect(Array(filter.rows(of: rows[..<50])) == ["row 9", "row 19", "row 29", "row 39", "row 49"])
        #expect(filter.rows(of: [String]()).isEmpty)
        filter.advance(over: rows.count, by: .max) { rows[$0].contains($1) }
        #expect(filter.isComplete && filter.rows(of: rows).count == 271)
    }

    @Test("a text that changes while it looks begins anew; an empty one matches all at once")
    func changed() {
        var filter = RowFilter()
        filter.search(for: "9")
        filter.advance(over: rows.count, by: 10) { _, _ in true }
        filter.search(for: "90")
        #expect(run(&filter) == 1_000)
        filter.search(for: "")
        #expect(filter.isComplete && filter.rows(of: rows).count == 1_000)
    }
}

@Suite("A fuzzy pattern")
struct FuzzyTests {
    private func best(_ pattern: String, _ texts: String...) -> String? {
        texts.compactMap { text in FuzzyPattern(pattern).match(in: text).map { (text, $0.score) } }
            .max { $0.1 < $1.1 }?.0
    }

    @Test("finds letters in their order, all words in any order, small letters for capital ones")
    func finds() {
        #expect(FuzzyPattern("fb").match(in: "foo/bar")?.positions == [0, 4])
        #expect(FuzzyPattern("bar foo").match(in: "foo/bar") != nil)
        #expect(FuzzyPattern("bf").match(in: "foo/bar") == nil)
        #expect(FuzzyPattern("fb").match(in: "FooBar") != nil)
        #expect(FuzzyPattern("Fb").match(in: "foobar") == nil)
        #expect(FuzzyPattern("").match(in: "x")?.positions == [])
    }

    @Test("prefers letters in a row, and at the beginnings of words")
    func scores() {
        #expect(best("abc", "a-b-c-x", "xabcx", "abc") == "abc")
        #expect(best("fb", "foobar", "foo bar") == "foo bar")
        #expect(
            best("lc", "localhost c", "LineCount", "calc") == "LineCount"
                || best("lc", "xlxc", "LineCount") == "LineCount")
        #expect(FuzzyPattern("bar").match(in: "b a r bar")?.positions == [6, 7, 8])
    }

    @Test("a repetitive text costs no more than its length times the pattern's")
    func repetitive() {
        let text = String(repeating: "a", count: 2_000)
        #expect(FuzzyPattern(String(repeating: "a", count: 50)).match(in: text)?.positions.count == 50)
    }

    @Test("highlights whole characters, of however many bytes")
    func highlight() {
        let text = FuzzyPattern("日x").highlighted("é日👍🏽x", .bold)
        #expect(text.runs.map(\.text) == ["é", "日", "👍🏽", "x"])
        #expect(text.runs.map(\.style) == [.plain, .bold, .plain, .bold])
    }

    @Test("a pattern matches exactly where its letters stand in order, in any script and case")
    func matches() {
        var random = SplitMix(seed: 4)
        let letters = ["a", "b", "B", "é", "É", "日", "/", " ", "\r\n", "e\u{301}"]
        func text(_ count: Int) -> String {
            (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
        }
        for _ in 0..<2_000 {
            let (query, text) = (text(.random(in: 0..<4, using: &random)), text(.random(in: 0..<9, using: &random)))
            let isExact = query.contains(where: \.isUppercase)
            let wanted = query.split(separator: " ").allSatisfy { word in
                var rest = Array(word)[...]
                for character in isExact ? text : text.lowercased() where rest.first == character { rest.removeFirst() }
                return rest.isEmpty
            }
            #expect(
                FuzzyPattern(query).matches(text) == wanted, "\(query.debugDescription) in \(text.debugDescription)")
            #expect((FuzzyPattern(query).match(in: text) != nil) == wanted)
        }
    }

    @Test("goes on over rows that are put in behind the others, and keeps what it has found")
    func appended() {
        var rows = ["apple", "pear", "plum"]
        var filter = RowFilter()
        func advance() { filter.advance(over: rows.count, by: 2) { rows[$0].contains($1) } }
        filter.search(for: "p")
        while !filter.isComplete { advance() }
        filter.search(for: "pl")
        while !filter.isComplete { advance() }
        #expect(filter.matches == [0, 2])
        rows += ["maple", "fig", "plane"]
        advance()
        #expect(filter.matches == [0, 2, 3] && !filter.isComplete)
        advance()
        #expect(filter.matches == [0, 2, 3, 5] && filter.isComplete)
        advance()
        #expect(filter.matches == [0, 2, 3, 5])
        filter.search(for: "pla")
        rows.append("plaza")
        while !filter.isComplete { advance() }
        #expect(filter.matches == [5, 6])
    }
}

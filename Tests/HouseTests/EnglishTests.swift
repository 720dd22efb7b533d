import Foundation
import Testing

/// A sentence whose subject has no noun, as in "What is told before is not lost", makes the reader search for its subject.
@Suite("Plain English")
struct EnglishTests {
    /// Of a thousand sentences so many may begin with such a word.
    static let limit = 3
    static let openings = [
        "Who", "What", "Whoever", "Whatever", "Whose", "Which", "One that", "Those that", "Those who", "Somebody",
        "Nobody",
    ]

    let tree = Tree()

    @Test("the comments of a house begin with a subject", arguments: ["Sources", "Tests", "Samples", "Benchmarks"])
    func comments(house: String) throws {
        try expectPlain(tree.swiftFiles(house).map { ($0.path, Self.comments(of: $0)) }, house)
    }

    @Test("the pages begin their sentences with a subject")
    func pages() throws {
        try expectPlain(
            tree.allPages.map { path in (path, Self.paragraphs(of: try tree.text(path))) }, "the pages")
    }

    /// A name is read alone, in a list of failures: it needs its own subject.
    @Test("the names of tests, suites and laws begin with a subject")
    func names() throws {
        let name =
            #/@Test\(\s*"(?<test>[^"]+)"|@Suite\("(?<suite>[^"]+)"|\.(?:always|atRest|atEnd|sometimes|leadsTo)\(\s*"(?<law>[^"]+)"/#
        var count = 0
        for house in ["Sources", "Tests", "Samples", "Benchmarks"] {
            for file in try tree.swiftFiles(house) {
                for line in file.text.hasAny(of: Self.namers) ? Self.lines(naming: file) : [] {
                    guard let match = line.firstMatch(of: name),
                        let words = match.test ?? match.suite ?? match.law
                    else { continue }
                    count += 1
                    #expect(
                        !Self.isHeadless(words.prefix(1).uppercased() + words.dropFirst()), "\(file.path): \(words)")
                }
            }
        }
        #expect(count > 2500, "\(count) names: the count is wrong")
    }

    private static let namers = [
        "@Test(", "@Suite(", ".always(", ".atRest(", ".atEnd(", ".sometimes(", ".leadsTo(",
    ]

    /// The lines in which a name may stand, each with the one behind it where that has the name.
    private static func lines(naming file: SourceFile) -> [String] {
        file.lines.indices.compactMap { index in
            let line = file.lines[index]
            guard line.hasAny(of: namers) else { return nil }
            return line.utf8.last == UInt8(ascii: "(") && index + 1 < file.lines.count
                ? line + file.lines[index + 1].trimmingCharacters(in: .whitespaces) : String(line)
        }
    }

    @Test("a doc comment names its thing: none begins with Of, and none speaks of a somebody")
    func things() throws {
        let somebody: Set<Substring> = ["anybody", "nobody", "somebody", "whoever"]
        for file in try tree.swiftFiles("Sources") {
            var isInComment = false
            for line in file.lines {
                let words = line.split(separator: " ")
                let isComment = words.first?.hasPrefix("///") == true
                if isComment, !isInComment { #expect(words.dropFirst().first != "Of", "\(file.path): \(line)") }
                if isComment { #expect(somebody.isDisjoint(with: words), "\(file.path): \(line)") }
                isInComment = isComment
            }
        }
    }

    private func expectPlain(_ texts: [(path: String, paragraphs: [String])], _ house: String) {
        var count = 0
        var found: [String] = []
        for text in texts {
            for sentence in text.paragraphs.flatMap(Self.sentences) {
                count += 1
                if Self.isHeadless(sentence) { found.append("\(text.path): \(sentence)") }
            }
        }
        #expect(count > 50, "\(house) has hardly a sentence: the count is wrong")
        #expect(
            found.count * 1000 <= count * Self.limit,
            "\(found.count) of \(count) sentences of \(house):\n\(found.joined(separator: "\n"))")
    }

    @Test("the count finds a headless sentence, and passes a question and a sentence with a noun")
    func counting() {
        let file = SourceFile(
            path: "",
            // Not as it is read, or this file would count itself.
            text: """
                ### Sleeps until a byte is written. What is told before
                ### the thread waits is not lost.
                let one = 1  ## What is it?
                    ## Whatever was written
                    ## counts.
                ##     What is code is code.
                """.replacingOccurrences(of: "#", with: "/"))
        let found = Self.comments(of: file).flatMap(Self.sentences).filter(Self.isHeadless)
        #expect(found == ["What is told before the thread waits is not lost.", "Whatever was written counts."])
        let page = "# What it costs\n\n- Nobody knows\n  why.\n\n```\nWhat is code.\n```\n| Who knows why | is |\n"
        #expect(
            Self.paragraphs(of: page).flatMap(Self.sentences).filter(Self.isHeadless) == [
                "Nobody knows why.", "Who knows why",
            ])
    }

    // MARK: Texts

    static func isHeadless(_ sentence: some StringProtocol) -> Bool {
        guard !sentence.hasSuffix("?") else { return false }
        return openings.contains { sentence.hasPrefix($0) && sentence.dropFirst($0.count).first?.isLetter != true }
    }

    /// The sentences of a paragraph, without those of one or two words.
    static func sentences(of paragraph: String) -> [String] {
        var found: [String] = []
        var words: [Substring] = []
        for word in paragraph.split(separator: " ") {
            words.append(word)
            guard let last = word.last, ".:;".contains(last) else { continue }
            found.append(words.joined(separator: " "))
            words = []
        }
        found.append(words.joined(separator: " "))
        return found.filter { $0.split(separator: " ").count > 2 }
    }

    /// The paragraphs of comments that stand on lines of their own.
    static func comments(of file: SourceFile) -> [String] {
        var found: [String] = []
        var isOpen = false
        for line in file.lines {
            let text = line.drop { $0 == " " }
            guard text.hasPrefix("//") else {
                isOpen = false
                continue
            }
            let words = text.drop { $0 == "/" }
            // A line of code in a comment.
            if words.hasPrefix("     ") || words.allSatisfy({ $0 == " " }) {
                isOpen = false
                continue
            }
            let trimmed = words.drop { $0 == " " }
            if isOpen, !trimmed.hasPrefix("- "), let last = found.indices.last {
                found[last] += " " + trimmed
            } else {
                found.append(Self.withoutLabel(trimmed))
            }
            isOpen = true
        }
        return found
    }

    /// `- Returns: The rest.` without its label.
    private static func withoutLabel(_ text: Substring) -> String {
        // Most texts have no label, and an expression takes long to say so.
        guard text.hasPrefix("- "), let label = text.prefixMatch(of: #/- \w+( \w+)?: /#) else { return String(text) }
        return String(text[label.range.upperBound...])
    }

    /// Whether a line begins an item or a quote.
    private static func isItem(_ line: Substring) -> Bool {
        guard let first = line.utf8.first, "-*>0123456789".utf8.contains(first) else { return false }
        return line.prefixMatch(of: #/[-*>] |\d+\. /#) != nil
    }

    /// The paragraphs, list items and cells of a page. No headings, no code.
    static func paragraphs(of page: String) -> [String] {
        var found: [String] = []
        var isCode = false
        var isOpen = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("```") {
                isCode.toggle()
                isOpen = false
            } else if isCode || text.isEmpty || text.hasPrefix("#") {
                isOpen = false
            } else if text.hasPrefix("|") {
                found += text.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                isOpen = false
            } else if isOpen, !isItem(text), let last = found.indices.last {
                found[last] += " " + text
            } else {
                found.append(String(text.drop { "-*> ".contains($0) }))
                isOpen = true
            }
        }
        return found
    }
}

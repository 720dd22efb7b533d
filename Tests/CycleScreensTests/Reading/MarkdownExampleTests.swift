import CycleScreens
import Foundation
import Testing

/// The meaning of texts by CommonMark 0.31 and the tables and struck words of GFM: `Golden/MarkdownExamples.txt`.
@Suite("Markdown by examples")
struct MarkdownExampleTests {
    struct Section: CustomTestStringConvertible, Sendable {
        var title: String
        var examples: [(source: String, meaning: String)] = []
        var testDescription: String { title }
    }

    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Golden/MarkdownExamples.txt")

    /// A heading `## tabs`, and examples below it: `= source`, and its blocks, indented.
    static func sections() throws -> [Section] {
        var sections: [Section] = []
        let text = try String(contentsOf: file, encoding: .utf8)
        for line in text.unicodeScalars.split(separator: "\n").map({ String($0) }) {
            if line.hasPrefix("## ") {
                sections.append(Section(title: String(line.dropFirst(3))))
            } else if line.hasPrefix("= ") {
                sections[sections.count - 1].examples.append((String(line.dropFirst(2)).unescaped, ""))
            } else if line.hasPrefix("  "), let last = sections.last?.examples.indices.last {
                sections[sections.count - 1].examples[last].meaning += line.dropFirst(2) + "\n"
            }
        }
        return sections
    }

    @Test("each example means what the specification says", arguments: try sections())
    func examples(_ section: Section) {
        for (source, meaning) in section.examples {
            let read = Markdown(source).notation.split(separator: "\n").map { line in
                String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
            }.joined()
            #expect(read == meaning, "\(source.debugDescription)")
        }
    }

    @Test("there are examples of everything")
    func count() throws {
        let sections = try Self.sections()
        #expect(sections.count == 29 && sections.allSatisfy { !$0.examples.isEmpty })
        #expect(sections.reduce(0) { $0 + $1.examples.count } == 781)
    }
}

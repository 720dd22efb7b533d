import CycleScreens
import CycleTesting
import Foundation
import TestSupport
import Testing

/// Random texts against the programs `cmark` (0.30) and `cmark-gfm`, where they are installed: `CYCLE_CMARK=1000000` for as many.
@Suite(
    "Markdown beside cmark", .waiting,
    .enabled(if: ProcessInfo.processInfo.environment["CYCLE_CMARK"] != nil, "CYCLE_CMARK is not set"))
struct MarkdownReferenceTests {
    private static let count = ProcessInfo.processInfo.environment["CYCLE_CMARK"].flatMap { Int($0) } ?? 0

    private static let inlines = [
        "*", "**", "***", "_", "__", "*", "a", "b", "foo", " ", " ", "\n", "[", "]", "](", ")", "![", "[r]", "[r][]",
        "](https://u)",
        "](<https://u v>)", "](https://u 't')", "[a](https://b)", "`", "``", "\\", "\\*", "\\[", "\\\n", "  \n",
        "<http://a.b>",
        "<me@a.b>", "&amp;", "&eacute;", "&#65;", "&bogus;", "é", "—", "日", "\u{a0}", "!", ".", "'", "1", "**a**",
        "_a_",
    ]
    private static let blocks = [
        "> ", ">", "- ", "- ", "* ", "+ ", "1. ", "1) ", "2. ", "14. ", "  ", "   ", "    ", "\n", "\n\n", "# ", "## ",
        " #", "***\n",
        "===", "---", "```", "````", "``` x\n", "[r]: https://u 't'\n", "a", "foo", "bar\n",
    ]
    private static let tables = [
        "|", "|", "|a|b|\n", "|-|-|\n", "|:-:|-:|\n", "|a|\n|-|\n", "a|b\n-|-\n", "~~", "~~a~~", "~",
        "**a**", "a",
        "b ", "\n", " ", "> ", "- ", "1. ", "[a](https://b)", "`a`",
    ]

    /// Whether the programs are known to read a text otherwise than CommonMark 0.31 says.
    private func isLeftOut(_ text: String) -> Bool {
        // An entity behind a backslash; the blanks before a lazy line, which count in code and in the titles of a table.
        text.contains("\\&") || (text.contains("`") || text.contains("|")) && text.contains("\n>  ")
    }

    private func random(_ pieces: [String], _ index: Int) -> String {
        var random = SplitMix(seed: UInt64(index))
        let text = (0..<Int.random(in: 1...24, using: &random)).map { _ in
            pieces.randomElement(using: &random) ?? ""
        }.joined()
        // A label belongs to one text; a line of blanks is a blank line.
        return text.replacing("[r]", with: "[r\(index)]").split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.allSatisfy { $0 == " " } ? "> " : "> \($0)" }.joined(separator: "\n")
    }

    /// The meaning of a text in both, without what a terminal does not show alike: blanks in a row, and whether definitions and
    /// rules make a list a loose one.
    private func compared(_ notation: String) -> String {
        var result = notation.replacing("list loose", with: "list").replacing("list tight", with: "list")
        while result.contains("  {") || result.contains("p {| ") {
            result = result.replacing("p {| ", with: "p {|").replacing("  {", with: " {")
        }
        return result.split(separator: "\n").map { $0.hasSuffix("cell ") || $0.hasSuffix("p ") ? $0.dropLast() : $0 }
            .joined(separator: "\n")
    }

    private func quotes(_ command: String, _ texts: [String]) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("cycle-cmark-\(UUID().uuidString).md")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(texts.joined(separator: "\n\n***\n\n").utf8).write(to: file)
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "exec \(command) -t xml \(file.path)"]
        process.standardOutput = pipe
        try process.run()
        let xml = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try FileManager.default.removeItem(at: file)
        return MarkdownReferenceXML.quotes(String(decoding: xml, as: UTF8.self))
    }

    @Test("means what the reference implementation says", arguments: [false, true])
    func random(_ isTable: Bool) throws {
        let command = isTable ? "cmark-gfm -e table -e strikethrough" : "cmark"
        let pieces = isTable ? Self.tables : Self.inlines + Self.blocks
        for start in stride(from: 0, to: Self.count / 2, by: 500) {
            let texts = (start..<start + 500).map { random(pieces, $0) }.filter { !isLeftOut($0) }
            let wanted = try quotes(command, texts)
            try #require(wanted.count == texts.count)
            for (text, wanted) in zip(texts, wanted) {
                #expect(compared(Markdown(text).notation) == compared(wanted), "\(text.debugDescription)")
            }
        }
    }
}

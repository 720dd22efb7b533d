import CycleMonitor
import TestSupport
import Testing

@Suite("Names in a report in Markdown")
struct MarkdownNamesTests {
    private static let names = [
        "a|b", "a`b", "a``b`", "<b>", "a\nb", "a\r\n\r\n# b", "| --- |", "\\|", "\\", "```\nb", "[a](b)", "![a](b)",
        "&lt;", "a\u{2028}b",
        "- b", "> b", "~~a~~", "1) b", "*a* _b_", "|\u{301}", "\u{1B}[1m|",
    ]

    private func report(_ name: String) -> String {
        let value = RecordedValue([name: name])
        let moment = RecordedMoment(
            number: 1, time: .zero, lens: name, event: value, context: RecordedValue([name: ""]), effect: value)
        var report = RecordingReport(title: name)
        report.redaction = nil
        return report.markdown(of: Recording(header: RecordingHeader(createdBy: name), moments: [moment]))
    }

    /// The lines before the last frame, which stands between fences.
    private func head(_ report: String) -> [Substring] {
        report.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }
            .prefix { $0 != "## Last frame" }.map { $0 }
    }

    /// The signs of a line that no backslash stands before.
    private func markup(_ line: Substring) -> [Unicode.Scalar] {
        var (found, isEscaped): ([Unicode.Scalar], Bool) = ([], false)
        for scalar in line.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if "`<>[]()&|*_~#!".unicodeScalars.contains(scalar) {
                found.append(scalar)
            }
        }
        return found
    }

    @Test("break no line, and are no markup", arguments: names)
    func lines(name: String) {
        let (plain, hostile) = (head(report("name")), head(report(name)))
        // Every line is there once, with the markup that the report itself writes.
        #expect(hostile.map(markup) == plain.map(markup))
        #expect(hostile.count == plain.count && !hostile.contains { $0.hasPrefix("- b") || $0.hasPrefix("> b") })
    }

    @Test("leave a row of the table its three cells", arguments: names)
    func cells(name: String) {
        let rows = head(report(name)).filter { $0.hasSuffix("| 1 | 1 |") }
        #expect(rows.count == 1 && rows.allSatisfy { markup($0).filter { $0 == "|" }.count == 4 })
    }

    @Test("leave the last frame between its fences", arguments: names)
    func fences(name: String) {
        let lines = report(name).split(separator: "\n").drop { $0 != "## Last frame" }.dropFirst()
        let fence = lines.first.map { $0.prefix { $0 == "`" } } ?? ""
        #expect(lines.count == 3 && fence.count >= 3 && lines.last == fence)
        #expect(!lines.dropFirst().dropLast().contains { $0.contains(fence) })
    }
}

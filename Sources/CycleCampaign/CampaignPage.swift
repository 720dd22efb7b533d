import CycleBase
import CycleMonitor

extension CampaignReport {
    /// A page without scripts, that looks for nothing elsewhere.
    var page: String {
        let body = parts.sorted { $0.key < $1.key }.map { name, part in
            let laws = part.laws.sorted { $0.key < $1.key }.map { section(law: $0.key, $0.value) }
            return """
                <section><h2>\(name.escapedXML)</h2>
                \(part.summary.map { "<p>\($0.escapedXML)</p>" }.joined(separator: "\n"))
                \(part.coverage)
                \(laws.joined(separator: "\n"))
                </section>
                """
        }
        let strange = strangeLines.map { "<p>\($0)</p>" } ?? ""
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Campaign</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
            pre { background: #f4f4f4; color: #111; padding: 1rem; overflow-x: auto; font-size: 13px }
            h3 { color: #b00020 } svg { max-width: 100%; height: auto }
            </style></head><body>
            <h1>Campaign</h1>
            \(summaryTable)
            \(body.joined(separator: "\n"))
            \(strange)
            </body></html>

            """
    }

    private var summaryTable: String {
        let rows = parts.sorted { $0.key < $1.key }.map { name, part in
            let state = part.laws.isEmpty ? part.missing.isEmpty && part.isComplete ? "holds" : "incomplete" : "broken"
            return
                "<tr><td>\(name.escapedXML)</td><td>\(state)</td><td>\(part.laws.count)</td><td>\(part.seedCount)</td></tr>"
        }
        return """
            <table><tr><th>scenario</th><th>state</th><th>broken laws</th><th>seeds</th></tr>
            \(rows.joined(separator: "\n"))</table>
            """
    }

    private func section(law: String, _ failures: Failures) -> String {
        let shortest = failures.shortest.map {
            """
            \(ModelTimeline($0.steps, startingWith: $0.start, title: "The shortest timeline").svg)
            <pre>\($0.report.escapedXML)</pre>
            <details><summary>The test</summary><pre>\($0.test.escapedXML)</pre></details>
            """
        }
        return "<h3>✗ \(law.escapedXML)</h3><p>\(failures.title.escapedXML)</p>\n\(shortest ?? "")"
    }
}

extension CampaignReport.Part {
    /// The seeds that were asked for as a strip: those that were run are filled.
    fileprivate var coverage: String {
        let asked = Self.union(of: asked)
        guard let first = asked.first?.lowerBound, let last = asked.last?.upperBound, last > first else { return "" }
        func x(_ seed: UInt64) -> Double { 800 * Double(min(max(seed, first), last) - first) / Double(last - first) }
        func rounded(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
        let ranges = covered.map {
            "<rect x=\"\(rounded(x($0.lowerBound)))\" y=\"0\" height=\"12\" fill=\"#2e7d32\" "
                + "width=\"\(rounded(max(0.5, x($0.upperBound) - x($0.lowerBound))))\"/>"
        }
        let marks = laws.values.flatMap(\.seeds).sorted().prefix(1_000).map {
            "<rect x=\"\(rounded(x($0)))\" y=\"0\" width=\"1\" height=\"12\" fill=\"#b00020\"/>"
        }
        return """
            <svg viewBox="0 0 800 12" width="800" height="12" role="img" aria-label="the seeds that were run">
            <rect width="800" height="12" fill="#ddd"/>\((ranges + marks).joined())</svg>
            """
    }
}

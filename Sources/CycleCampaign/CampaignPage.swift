import CycleBase

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
        let strange = strangeLineCount == 0 ? "" : "<p>\(strangeLineCount) lines are not whole, or no results</p>"
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
            \($0.picture)
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

extension CampaignLine.Shortest {
    /// The timeline: a lane for each part of the world, what each happening has changed, and an arrow from the sender of what arrives.
    fileprivate var picture: String {
        var lanes: [String] = []
        for happening in steps where !lanes.contains(happening.lane) { lanes.append(happening.lane) }
        if lanes.isEmpty { return "" }
        let (left, step, row) = (90, 150, 48)
        let (width, height) = (left + step * steps.count + 20, row * lanes.count + 16)
        var parts: [String] = []
        for (index, lane) in lanes.enumerated() {
            let y = 24 + row * index
            parts.append("<text x=\"4\" y=\"\(y + 4)\">\(lane.escapedXML)</text>")
            parts.append("<line x1=\"\(left)\" y1=\"\(y)\" x2=\"\(width - 8)\" y2=\"\(y)\" stroke=\"#888\"/>")
        }
        for (index, happening) in steps.enumerated() {
            let (x, y) = (left + 20 + step * index, 24 + row * (lanes.firstIndex(of: happening.lane) ?? 0))
            let color = index == steps.count - 1 ? "#b00020" : "#1565c0"
            let title = ([happening.label] + happening.changes).joined(separator: "\n").escapedXML
            let label = happening.label.shortened(to: 20)
            if let sender = sender(of: happening, among: lanes) {
                parts.append(arrow(at: x, from: 24 + row * sender, to: y, color, isLost: happening.isLost))
            }
            parts.append(
                """
                <g><title>\(title)</title><circle cx="\(x)" cy="\(y)" r="7" fill="\(color)"/>\
                <text x="\(x + 10)" y="\(y - 8)">\(label.escapedXML)</text></g>
                """)
        }
        return """
            <svg viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" font-family="monospace" font-size="11" \
            role="img" aria-label="the shortest timeline">\(parts.joined())</svg>
            """
    }

    /// The lane of the program that has sent what arrives: its address is the last one in the label.
    private func sender(of happening: Step, among lanes: [String]) -> Int? {
        let programs = lanes.map { $0.prefix { $0 != " " } }
        let receiver = happening.lane.prefix { $0 != " " }
        guard happening.lane == "\(receiver) sockets" else { return nil }
        for word in happening.label.split(separator: " ").reversed() {
            let program = word.prefix { $0 != ":" }
            guard program != word, program != receiver, programs.contains(program) else { continue }
            return lanes.firstIndex(of: "\(program) sockets") ?? programs.firstIndex(of: program)
        }
        return nil
    }

    /// An arrow, or for what is lost half of its way and a cross.
    private func arrow(at x: Int, from start: Int, to end: Int, _ color: String, isLost: Bool) -> String {
        let (middle, head) = ((start + end) / 2, end > start ? -8 : 8)
        let way = isLost ? "V\(middle)m-5 -5l10 10m0 -10l-10 10" : "V\(end + head)m-4 \(head)l4 \(-head)l4 \(head)"
        return "<path d=\"M\(x) \(start)\(way)\" fill=\"none\" stroke=\"\(color)\"/>"
    }
}

extension CampaignLine.Shortest.Step {
    /// Whether it is the end of something that never arrives.
    fileprivate var isLost: Bool { label.hasSuffix(" is lost") || label.hasSuffix(" is cut off, with its stream") }
}

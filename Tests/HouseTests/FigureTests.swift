import Foundation
import Testing

@Suite("Figures")
struct FigureTests {
    let tree = Tree()

    /// The rows of the README, and what the benchmarks call them.
    private static let names = [
        "two closures": "two closures",
        "`CycledLens` with a driver lens": "driver lens",
        "an actor that holds the state": "actor store",
        "OpenCombine, `PassthroughSubject` and `scan`": "OpenCombine",
        "`AsyncStream`": "AsyncStream",
    ]

    /// The cells of the first table below a line, by the first one of each row.
    private func table(_ path: String, below line: String) throws -> [String: [String]] {
        let lines = try tree.text(path).split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix(line) }, "\(path): \(line)")
        let rows = lines[start...].drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
        let cells = rows.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        return Dictionary(uniqueKeysWithValues: cells.map { ($0[0], Array($0.dropFirst())) })
    }

    @Test("the times of the README are the medians of the benchmarks' last table")
    func times() throws {
        let shown = try table("README.md", below: "## What it costs")
        let kept = try table("Benchmarks/README.md", below: "**S1**")
        #expect(Set(shown.keys) == Set(Self.names.keys))
        for (name, cells) in shown {
            let median = try #require(kept[Self.names[name] ?? ""]?.dropFirst().first)
            let rounded = try #require(Double(median)).rounded()
            #expect(cells.first?.replacing(",", with: "") == "\(Int(rounded))", "\(name)")
        }
    }
}

/// Measures one row, prints it as a Markdown table, and says what of its goals it reached.
struct Report {
    let row: Row
    let name: String?
    let repetitions: Int

    init(_ row: Row, only name: String?, repetitions: Int) {
        self.row = row
        self.name = name
        self.repetitions = repetitions
    }

    func print() async {
        let measurements = await measure()
        guard !measurements.isEmpty else { return }
        Swift.print("\n**\(row.id)** \(row.work)\n")
        Swift.print(
            "| | minimum \(row.unit) | median \(row.unit) | x floor | x best alternative |\n|---|---:|---:|---:|---:|")
        let floor = measurements.first { $0.contestant.kind == .floor }?.median
        let best = measurements.filter { $0.contestant.kind == .alternative }.map(\.median).min()
        for measurement in measurements {
            let median = measurement.median
            let cells = [
                measurement.contestant.name, rounded(measurement.minimum), rounded(median), ratio(median, floor),
                ratio(median, best),
            ]
            Swift.print("| " + cells.joined(separator: " | ") + " |")
        }
        let goals = row.goals.compactMap { $0.line(row.id, measurements) }
        if !goals.isEmpty { Swift.print("\n" + goals.joined(separator: "\n")) }
    }

    /// All contestants once, then all once more: what else the machine does meanwhile meets them alike.
    private func measure() async -> [Measurement] {
        let contestants = row.contestants.filter { contestant in name.map(contestant.name.contains) ?? true }
        var figures = contestants.map { _ in [Double]() }
        for _ in 0..<repetitions {
            for (index, contestant) in contestants.enumerated() {
                figures[index].append(
                    contestant.isAlone ? Command.figure(of: contestant, in: row) : await contestant.measure())
            }
        }
        return zip(contestants, figures).map { Measurement($0, $1) }
    }

    private func ratio(_ figure: Double, _ other: Double?) -> String {
        other.map { $0 > 0 ? rounded(figure / $0, digits: 2) : "–" } ?? "–"
    }
}

/// A figure as people read it.
func rounded(_ figure: Double, digits: Int = 1) -> String {
    let factor = (0..<digits).reduce(1.0) { factor, _ in factor * 10 }
    let whole = Int((abs(figure) * factor).rounded())
    let sign = figure < 0 && whole > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let fraction = "\(whole % Int(factor))"
    return "\(sign)\(whole / Int(factor))." + String(repeating: "0", count: digits - fraction.count) + fraction
}

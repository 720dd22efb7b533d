/// Measures one row and prints it as a Markdown table.
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
        let contestants = row.contestants.filter { contestant in name.map(contestant.name.contains) ?? true }
        var measurements: [Measurement] = []
        for contestant in contestants {
            measurements.append(await Measurement.of(contestant, repetitions: repetitions))
        }
        Swift.print("\n**\(row.id)** \(row.work)\n")
        Swift.print("| | minimum ns | median ns | x floor | x best alternative |\n|---|---:|---:|---:|---:|")
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
        for note in await row.notes() { Swift.print("\n\(note)") }
    }

    private func ratio(_ figure: Double, _ other: Double?) -> String {
        other.map { rounded(figure / $0, digits: 2) } ?? "–"
    }
}

/// A figure as people read it.
func rounded(_ figure: Double, digits: Int = 1) -> String {
    let factor = (0..<digits).reduce(1.0) { factor, _ in factor * 10 }
    let whole = Int((figure * factor).rounded())
    guard digits > 0 else { return "\(whole)" }
    let fraction = "\(abs(whole) % Int(factor))"
    return "\(whole / Int(factor))." + String(repeating: "0", count: digits - fraction.count) + fraction
}

extension Search {
    /// The bound that has cut an exploration off when its task was cancelled.
    static var cancelling: String { "cancelling" }

    /// The result so far.
    mutating func finish() -> Exploration {
        progress.end()
        report.stateCount = table.stateCount
        report.knownCount = knownCount
        (report.runCount, report.turnCount) = (tally.runCount, tally.turnCount)
        (report.comparedJoinCount, report.cuts) = (tally.comparedJoinCount, tally.cuts)
        report.notAllowed = tally.notAllowed
        for law in scenario.laws.atRest where !hasSeen(law.index) {
            report.neverTaken.append("at rest, for the law \"\(scenario.laws.name(law.index))\"")
        }
        for law in scenario.laws.atEnd where !hasSeen(law.index) {
            report.neverTaken.append("an end, for the law \"\(scenario.laws.name(law.index))\"")
        }
        let run = Run(scenario, bounds)
        for letter in run.world.alphabet where !tally.taken.contains(letter.letter) {
            report.neverTaken.append("\(letter.lane): \(letter.label)")
        }
        return report
    }

    /// The places of the frame with the most values.
    var mostValues: [String] { FrameValues(scenario, bounds, table, eventCount: report.edgeCount).most }

    private func hasSeen(_ law: Int) -> Bool { tally.seen & (1 << UInt64(law)) != 0 }

    /// The law of the kind `sometimes` that no frame has satisfied.
    var neverReached: Int? { scenario.laws.sometimes.first { !hasSeen($0.index) }?.index }
}

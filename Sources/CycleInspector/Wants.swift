import CycleMonitor

/// The models of the drivers after a moment, beside those before it.
struct Wants {
    /// The models by the paths of their lenses.
    let before: [String: RecordedValue], now: [String: RecordedValue]

    var lenses: [String] { Set(now.keys).union(before.keys).sorted() }

    func isChanged(_ lens: String) -> Bool { before[lens] != now[lens] }

    /// Whether the lens's driver has something to do.
    func isWanting(_ lens: String) -> Bool { now[lens]?.isWanting == true }

    func differences(_ lens: String) -> [RecordedDifference] {
        let nothing = RecordedValue([String: String]())
        return (before[lens] ?? nothing).differences(to: now[lens] ?? nothing, named: lens)
    }
}

/// The models of the moments that were looked at last.
struct WantsCache {
    private static let limit = 1_000

    private var changes: [RunBranch] = []
    private var models: [Int: [String: RecordedValue]] = [:]

    /// - Parameters:
    ///   - index: Of the moment.
    ///   - changes: Those of the branch.
    ///   - make: Computes them; `nil` where the moment cannot be read.
    mutating func models(
        at index: Int, of changes: [RunBranch], _ make: () -> [String: RecordedValue]?
    ) -> [String: RecordedValue]? {
        if self.changes != changes || models.count >= Self.limit { (self.changes, models) = (changes, [:]) }
        if let known = models[index] { return known }
        let made = make()
        models[index] = made
        return made
    }
}

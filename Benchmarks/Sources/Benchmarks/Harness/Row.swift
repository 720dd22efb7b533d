/// One line of the table: the same work done by Cycle, by hand, and by what else there is.
struct Row {
    let id: String
    let work: String
    /// The unit of the figures.
    var unit = "ns"
    let contestants: [Contestant]
    var goals: [Goal] = []
}

/// One way of doing a row's work.
struct Contestant {
    enum Kind { case floor, cycle, alternative, other }

    let kind: Kind
    let name: String
    /// Does the work once and returns its figure.
    let measure: () async -> Double
    /// Whether each figure needs a process that has done nothing else, as those of memory do.
    let isAlone: Bool

    /// - Parameters:
    ///   - events: How many events one repetition handles: the figure is nanoseconds for each.
    ///   - prepare: Prepares the work, outside the measured time, and returns it.
    init(_ kind: Kind, _ name: String, events: Int, prepare: @escaping () async -> (() async -> Void)) {
        self.init(kind, name, isAlone: false) {
            let work = await prepare()
            let clock = ContinuousClock()
            let start = clock.now
            await work()
            return start.duration(to: clock.now) / .nanoseconds(1) / Double(events)
        }
    }

    /// - Parameter measure: Returns a figure that need not be a time.
    init(_ kind: Kind, _ name: String, isAlone: Bool, measure: @escaping () async -> Double) {
        self.kind = kind
        self.name = name
        self.isAlone = isAlone
        self.measure = measure
    }
}

/// The figures of several repetitions.
struct Measurement {
    let contestant: Contestant
    private let figures: [Double]

    var minimum: Double { figures[0] }
    var median: Double { figures[figures.count / 2] }

    init(_ contestant: Contestant, _ figures: [Double]) {
        self.contestant = contestant
        self.figures = figures.sorted()
    }
}

/// One line of the table: the same work done by Cycle, by hand, and by what else there is.
struct Row {
    let id: String
    let work: String
    let contestants: [Contestant]
    /// Figures that are no times: bytes, seconds to build.
    var notes: @Sendable () async -> [String] = { [] }
}

/// One way of doing a row's work.
struct Contestant {
    enum Kind { case floor, cycle, alternative, other }

    let kind: Kind
    let name: String
    /// How many events one repetition handles: the figure is nanoseconds for each.
    let events: Int
    /// Prepares the work, outside the measured time, and returns it.
    let prepare: () async -> (() async -> Void)

    init(_ kind: Kind, _ name: String, events: Int, prepare: @escaping () async -> (() async -> Void)) {
        self.kind = kind
        self.name = name
        self.events = events
        self.prepare = prepare
    }
}

/// Nanoseconds an event, of several repetitions.
struct Measurement {
    let contestant: Contestant
    let minimum: Double
    let median: Double

    static func of(_ contestant: Contestant, repetitions: Int) async -> Measurement {
        var figures: [Double] = []
        let clock = ContinuousClock()
        for _ in 0..<repetitions {
            let work = await contestant.prepare()
            let start = clock.now
            await work()
            let elapsed = start.duration(to: clock.now)
            figures.append(elapsed / .nanoseconds(1) / Double(contestant.events))
        }
        figures.sort()
        return Measurement(contestant: contestant, minimum: figures[0], median: figures[figures.count / 2])
    }
}

/// Watches one random application, and complains where it breaks a law of the loop.
///
/// It knows no loop: the application tells it of each callback, of each run of a source, and of each start and stop.
package final class Judge {
    /// One run of a source.
    private struct Run {
        enum Fate { case active, ended, cancelled }

        let name: String
        let epoch: Int
        /// Whether values that it has emitted may arrive after its end by cancelling.
        let isLenient: Bool
        let isShared: Bool
        var fate = Fate.active
        var emittedCount = 0
    }

    private struct Listening: Hashable {
        let listener: Int
        let source: Int
    }

    /// The laws that were broken, the first ones.
    package private(set) var complaints: [String] = []
    /// Counts the starts. Sources that were started before the newest start must be silent.
    package private(set) var epoch = 0
    package private(set) var isStarted = false
    /// How many objects that closures and frames of the application hold are alive.
    package private(set) var aliveCount = 0
    /// The events, kept where a caller reads them.
    package private(set) var lines: [String] = []
    /// A number that two runs share in which the same happened.
    package private(set) var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
    package private(set) var callCount = 0
    /// Event-filters, or reducers, that were called.
    package private(set) var eventCount = 0
    /// Makes a call of the application's loop.
    package var perform: (Act) -> Void = { _ in }

    private let keepsLines: Bool
    private let isWatched: Bool
    private var deeds: [Place: [Deed]]
    private var occurrences = [Int](repeating: 0, count: Place.allCases.count)
    private var stack: [Place] = []
    private var runs: [Run] = []
    private var newest: [Listening: Int] = [:]
    private var fuel = 300
    /// The callbacks in which the loop was stopped last.
    package private(set) var stopPlaces: Set<Place> = []
    /// Whether an event has had its turn, and its moment has not come.
    private var isMomentDue = false

    /// - Parameter isWatched: Whether it is told of all moments.
    package init(_ deeds: [Deed], isWatched: Bool, keepsLines: Bool) {
        self.isWatched = isWatched
        self.deeds = Dictionary(grouping: deeds, by: \.place)
        self.keepsLines = keepsLines
    }

    package func complain(_ text: @autoclosure () -> String) {
        guard complaints.count < 4 else { return }
        let text = text()
        complaints.append(text)
        if keepsLines { lines.append("!!! \(text)") }
    }

    package func note(_ text: @autoclosure () -> String) {
        if keepsLines { lines.append(String(repeating: "  ", count: stack.count) + text()) }
    }

    package func mix(_ number: Int) {
        fingerprint = (fingerprint ^ UInt64(truncatingIfNeeded: number)) &* 0x0000_0100_0000_01B3
    }

    // MARK: Starts and stops

    package func starts() {
        note("start")
        isStarted = true
        isMomentDue = false
        epoch += 1
    }

    package func stops() {
        note("stop")
        if isStarted { stopPlaces = Set(stack) }
        isStarted = false
    }

    // MARK: Callbacks

    /// A callback of the application: makes the calls that are due there, before and after its work.
    package func call<Result>(_ place: Place, _ text: @autoclosure () -> String = "", _ body: () -> Result) -> Result {
        callCount += 1
        occurrences[place.rawValue] += 1
        mix(place.rawValue)
        note("\(place) \(occurrences[place.rawValue]) \(text())")
        judgeNesting(place)
        let due = deeds[place]?.filter { $0.occurrence == occurrences[place.rawValue] } ?? []
        stack.append(place)
        for deed in due where !deed.isLate { perform(deed.act) }
        let result = body()
        for deed in due where deed.isLate { perform(deed.act) }
        stack.removeLast()
        if callCount == 20_000 {
            complain("it does not end")
            perform(.stop)
        }
        return result
    }

    /// Whether a callback of one of these places is under way.
    package func isInside(_ places: Set<Place>) -> Bool { stack.contains(where: places.contains) }

    /// Law 4. A value may be released outside of a turn, and what it sends is applied at once then.
    private func judgeNesting(_ place: Place) {
        guard place == .eventFilter || place == .rule, let outermost = stack.first, outermost != .release else {
            return
        }
        complain("law 4: \(place) is called inside of \(stack)")
    }

    /// Called by what must not be called after a stop.
    package func judgeStarted(_ name: @autoclosure () -> String) {
        if !isStarted { complain("law 11: \(name()) is called after the stop") }
    }

    /// Called at the start of a source. A source that is stopped while it starts, or by its own parts, is stopped as
    /// soon as its start has returned.
    package func judgeStart(_ name: @autoclosure () -> String) {
        if stopPlaces.isDisjoint(with: [.effectStart, .frameFilter]) { judgeStarted("the start of \(name())") }
    }

    // MARK: Sources

    /// A run of a source begins.
    package func begins(_ name: String, isLenient: Bool = false, isShared: Bool = false) -> Int {
        runs.append(Run(name: name, epoch: epoch, isLenient: isLenient, isShared: isShared))
        note("begins \(name) as \(runs.count - 1)")
        return runs.count - 1
    }

    package func ends(_ source: Int) {
        note("ends \(source)")
        if runs[source].fate != .active { complain("\(runs[source].name) ends after its end") }
        runs[source].fate = .ended
    }

    package func isCancelled(_ source: Int) {
        note("cancelled \(source)")
        if runs[source].fate != .active { complain("\(runs[source].name) is cancelled after its end") }
        runs[source].fate = .cancelled
    }

    package func isActive(_ source: Int) -> Bool { runs[source].fate == .active }
    package func isOfThisRun(_ source: Int) -> Bool { runs[source].epoch == epoch }
    package var activeNames: [String] { runs.filter { $0.fate == .active }.map(\.name) }
    package var hasActiveRun: Bool { runs.contains { $0.fate == .active } }

    /// - Returns: `nil` when the application has emitted enough.
    package func emit(_ source: Int, _ value: Int) -> Emission? {
        guard takeFuel() else { return nil }
        runs[source].emittedCount += 1
        return Emission(source: source, number: runs[source].emittedCount, value: value)
    }

    /// Whether the application may go on to emit something.
    package func takeFuel() -> Bool {
        fuel -= 1
        return fuel >= 0
    }

    /// The moment of an event is told.
    package func momentComes() {
        if !isMomentDue { complain("law 2: a moment comes twice") }
        isMomentDue = false
    }

    /// An event-filter has been given an event.
    ///
    /// - Parameters:
    ///   - listener: The number of the lens, unique among those of all starts.
    ///   - isOrdered: Whether the events of one source come to it once and in order.
    package func arrives(_ emission: Emission, at listener: Int, isOrdered: Bool, _ name: @autoclosure () -> String) {
        eventCount += 1
        if isMomentDue, isWatched { complain("law 2: the event before this one had no moment") }
        isMomentDue = true
        mix(emission.source)
        mix(emission.number)
        judgeStarted("an event-filter of \(name())")
        var mustBeOrdered = isOrdered
        if emission.source >= 0 {
            let run = runs[emission.source]
            mustBeOrdered = isOrdered || !run.isShared
            if run.epoch != epoch {
                complain("law 11: \(emission) of \(run.name), of an earlier run, comes to \(name())")
            }
            if run.fate == .cancelled, !run.isLenient {
                complain("law 6: \(emission) of \(run.name), which was cancelled, comes to \(name())")
            }
        }
        let listening = Listening(listener: listener, source: emission.source)
        if mustBeOrdered, let before = newest[listening], before >= emission.number {
            complain("law 3: \(emission) comes to \(name()) after number \(before)")
        }
        newest[listening] = emission.number
    }

    // MARK: Live sources

    /// An object for a closure to hold.
    package func makeWitness() -> Witness { Witness(self) }

    package final class Witness {
        private let judge: Judge

        fileprivate init(_ judge: Judge) {
            self.judge = judge
            judge.aliveCount += 1
        }

        deinit { judge.aliveCount -= 1 }
    }

    /// A value that a frame holds. Its end is a callback.
    ///
    /// Unchecked: it stays in the isolation of its application.
    package final class Trinket: Equatable, @unchecked Sendable {
        private let judge: Judge

        package init(_ judge: Judge) {
            self.judge = judge
            judge.aliveCount += 1
        }

        deinit {
            judge.aliveCount -= 1
            judge.call(.release) {}
        }

        package static func == (first: Trinket, second: Trinket) -> Bool { first === second }
    }
}

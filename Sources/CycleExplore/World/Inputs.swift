import Cycle
public import CycleTesting

/// An input of an application, whose letters may come at any time.
final class ExploredInput: Explorable {
    private let allowance: Allowance
    let alphabet: [Possibility]
    private let isOpen: () -> Bool
    private let isListening: ((Int) -> Bool)?
    private let send: (Int) -> Void

    /// - Parameters:
    ///   - lane: Its name in reports.
    ///   - labels: Of the letters.
    ///   - allowance: How many may still come.
    ///   - isOpen: Whether letters may come now.
    ///   - isListening: Whether the application takes a letter, by its place, now.
    ///   - send: Sends a letter, by its place.
    init(
        _ lane: String, _ labels: [String], _ allowance: Allowance,
        isOpen: @escaping () -> Bool, isListening: ((Int) -> Bool)?, send: @escaping (Int) -> Void
    ) {
        alphabet = labels.enumerated().map { Possibility(lane, $1, outcome: $0) }
        self.allowance = allowance
        self.isOpen = isOpen
        self.isListening = isListening
        self.send = send
    }

    var possibilities: [Possibility] {
        guard allowance.isLeft, isOpen() else { return [] }
        guard let isListening else { return alphabet }
        return alphabet.filter { isListening($0.outcome) }
    }

    func happen(_ possibility: Possibility) {
        allowance.use()
        send(possibility.outcome)
    }

    func remember(in memory: inout Fingerprint) {}
}

extension World {
    /// Values that may be sent at any time: to a machine, into a pipe.
    ///
    ///     let store = Store(…)
    ///     world.input("user", [.increment, .reset], atMost: 3) { store.send($0) }
    ///     return store
    ///
    /// - Parameters:
    ///   - lane: Its name in reports.
    ///   - values: The alphabet; a report names a value by its description.
    ///   - count: How many of them come in one run; `nil` for any number.
    ///   - send: Sends one.
    public func input<Value>(
        _ lane: String, _ values: [Value], atMost count: Int? = nil, send: @escaping (Value) -> Void
    ) {
        addInput(lane, labels(of: values), atMost: count) { send(values[$0]) }
    }

    /// A driver that does nothing but report: plays all that have its models and events.
    ///
    ///     world.events("sensor", of: ScriptedDriver<Bool, Int>(), from: [1, 2], atMost: 3)
    ///
    /// - Parameters:
    ///   - lane: Its name in reports.
    ///   - driver: May answer models at once.
    ///   - events: The alphabet; a report names an event by its description.
    ///   - count: How many of them come in one run; `nil` for any number.
    public func events<Model, Event>(
        _ lane: String, of driver: ScriptedDriver<Model, Event>, from events: [Event], atMost count: Int? = nil
    ) {
        add(standIn: driver)
        addInput(
            lane, labels(of: events), atMost: count, isOpen: { driver.isRunning },
            send: { driver.send(events[$0]) })
    }

    /// The descriptions of letters, made for the first world of a thread: that takes longer than a turn.
    private func labels<Letter>(of letters: [Letter]) -> [String] {
        let known = memo.kept { KnownLabels<Letter>() }
        if let labels = known.labels[inputCount], labels.count == letters.count { return labels }
        let labels = letters.map { readableText($0) }
        known.labels[inputCount] = labels
        return labels
    }
}

private final class KnownLabels<Letter> {
    /// By the number of the input in its world.
    var labels: [Int: [String]] = [:]
}

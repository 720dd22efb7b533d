import Cycle

/// What may be sent to an application at any time, letter by letter.
final class ExploredInput: Explorable {
    private let allowance: Allowance
    let alphabet: [Possibility]
    private let isListening: () -> Bool
    private let send: (Int) -> Void

    init(
        _ lane: String, _ labels: [String], _ allowance: Allowance, isListening: @escaping () -> Bool = { true },
        send: @escaping (Int) -> Void
    ) {
        alphabet = labels.enumerated().map { Possibility(lane, $1, outcome: $0) }
        self.allowance = allowance
        self.isListening = isListening
        self.send = send
    }

    var possibilities: [Possibility] { allowance.isLeft && isListening() ? alphabet : [] }

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
    ///   - lane: What reports call it.
    ///   - values: The alphabet; a report names a value by its description.
    ///   - count: How many of them come in one run; `nil` for any number.
    ///   - send: Sends one.
    public func input<Value>(
        _ lane: String, _ values: [Value], atMost count: Int? = nil, send: @escaping (Value) -> Void
    ) {
        add(
            ExploredInput(lane, values.map { "\($0)".withoutContexts }, allowance("\(lane) input", count)) {
                send(values[$0])
            })
    }

    /// A driver that does nothing but report: plays all that have its models and events.
    ///
    ///     world.events("sensor", of: ScriptedDriver<Bool, Int>(), from: [1, 2], atMost: 3)
    ///
    /// - Parameters:
    ///   - lane: What reports call it.
    ///   - driver: May answer models at once.
    ///   - events: The alphabet; a report names an event by its description.
    ///   - count: How many of them come in one run; `nil` for any number.
    public func events<Model, Event>(
        _ lane: String, of driver: ScriptedDriver<Model, Event>, from events: [Event], atMost count: Int? = nil
    ) {
        add(standIn: driver)
        let input = ExploredInput(
            lane, events.map { "\($0)".withoutContexts }, allowance("\(lane) events", count),
            isListening: { driver.isRunning },
            send: { driver.send(events[$0]) })
        add(input)
    }
}

import Cycle

/// A run of an application whose events are recorded ones: each goes through the lens that it came from.
final class RecordedRun<Receiver, Frame: Codable> {
    let cycle: CycledLens<Receiver, Frame>
    private let clock = RecordedClock()
    private var events = RecordedEvents()
    /// Is shown each model that a driver would render, with the path of its lens.
    var onModel: ((_ lens: String, _ model: Any) -> Void)?
    /// The frame that the loop shows, as it was recorded; `nil` where the next moment has to bring its own.
    var shown: RecordedValue?

    /// - Parameter cycle: Not started.
    init(_ cycle: CycledLens<Receiver, Frame>) {
        self.cycle = cycle
    }

    deinit {
        cycle.stop()
    }

    /// The frame that the moment's event leads to now, from its context.
    func effect(of moment: RecordedMoment) throws(Replay.Mismatch.Reason) -> RecordedValue {
        if moment.lens == RecordedMoment.replacement {
            try begin(moment)
            return moment.effect
        }
        (clock.now, clock.wallTime) = (moment.time, moment.wallTime)
        if shown != moment.context { try resume(moment.context) }
        shown = nil
        try events.send(moment.event, to: moment.lens)
        cycle.step()
        let effect = RecordedValue(cycle.frame)
        shown = effect
        return effect
    }

    /// Begins with the frame of a start, or of one that a monitor has put in the place of another.
    func begin(_ start: RecordedMoment) throws(Replay.Mismatch.Reason) {
        (clock.now, clock.wallTime) = (start.time, start.wallTime)
        try resume(start.effect)
        shown = start.effect
    }

    /// The models that drivers would render for a frame, by the paths of their lenses.
    func models(of frame: RecordedValue) throws(Replay.Mismatch.Reason) -> [String: RecordedValue] {
        var models: [String: RecordedValue] = [:]
        onModel = { lens, model in models[lens] = RecordedValue(model, byteLimit: Self.modelByteLimit) }
        defer { onModel = nil }
        shown = nil
        try resume(frame)
        return models
    }

    private static var modelByteLimit: Int { 16 << 10 }

    private func resume(_ context: RecordedValue) throws(Replay.Mismatch.Reason) {
        let frame = try context.decoded(orMismatch: Frame.self)
        cycle.stop()
        events = RecordedEvents()
        events.onModel = onModel
        cycle.start(on: clock, resuming: frame, standIns: events)
    }
}

/// Plays every lens: what it reports is what was recorded of it.
private final class RecordedEvents: StandIns {
    /// Each lens that runs now takes an event, or says why it cannot.
    private var senders: [String: (RecordedValue) -> Replay.Mismatch.Reason?] = [:]
    /// Is shown each model that a driver would render; `nil` where none is made.
    var onModel: ((_ lens: String, _ model: Any) -> Void)?

    /// - Throws: Why the lens cannot take it.
    func send(_ event: RecordedValue, to lens: String) throws(Replay.Mismatch.Reason) {
        guard let send = senders[lens] else { throw .noLens(running: senders.keys.sorted()) }
        if let reason = send(event) { throw reason }
    }

    func events<Model: Equatable, Event: Sendable>(
        of driver: Any, at path: String, rendering models: Signal<Model>
    ) -> Signal<Event> {
        guard let onModel else { return events(.never, at: path) }
        return Signal { [self] sink in
            Subscription([models.run(inside: sink, finish: {}, receive: { onModel(path, $0) }), run(sink, at: path)])
        }
    }

    func events<Event>(_ events: Signal<Event>, at path: String) -> Signal<Event> {
        Signal { [self] sink in run(sink, at: path) }
    }

    private func run<Event>(_ sink: Sink<Event>, at path: String) -> Subscription {
        senders[path] = senders[path] == nil ? { $0.send(to: sink) } : { _ in .ambiguousLens }
        return Subscription { [weak self] in self?.senders[path] = nil }
    }
}

extension RecordedValue {
    /// - Returns: Why it is not an event of that lens.
    func send<Event>(to sink: Sink<Event>) -> Replay.Mismatch.Reason? {
        guard let type = Event.self as? any Decodable.Type else {
            return .undecodable("\(Event.self) is not Decodable")
        }
        do {
            // The value was decoded as `type`, which is `Event` here.
            if let event = try decoded(orMismatch: type) as? Event { sink.send(event) }
            return nil
        } catch {
            return error
        }
    }

    func decoded<Value: Decodable>(orMismatch type: Value.Type) throws(Replay.Mismatch.Reason) -> Value {
        do { return try decoded(as: type) } catch { throw .undecodable(note ?? JSONEncoding.text(of: error)) }
    }

    /// The note that replaces a value which a recording could not hold.
    private var note: String? {
        guard case .string(let text) = value, text.hasPrefix(JSONEncoding.leftOut) else { return nil }
        return text
    }
}

/// Shows the times of the moment that is replayed. Nothing rings: what rang was recorded.
///
/// Unchecked: belongs to the replay.
private final class RecordedClock: Scheduler, @unchecked Sendable {
    var now: Duration = .zero
    var wallTime: Duration?

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm { Silent() }

    private final class Silent: Alarm {
        func arm(at deadline: Duration) {}
        func disarm() {}
    }
}

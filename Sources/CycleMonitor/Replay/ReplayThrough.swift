public import Cycle

extension Recording {
    /// Runs the application again, each event that was recorded through the lens that it came from, and compares the frame that
    /// each turn leads to with the one that was recorded.
    ///
    ///     let replay = try Recording(path: "bug.jsonl").replay(through: counter(options))
    ///     #expect(replay.isExact, "\(replay)")
    ///
    /// The cycle's own lenses, event-filters and rules run, at the recorded times; no driver does: nothing is rendered, sent or
    /// written. After a moment that leads elsewhere the replay goes on from the frame that was recorded, and so it does after
    /// moments that were left out.
    ///
    /// - Parameter cycle: Not started; as the one that was recorded, with the same options. Stopped at the end.
    /// - Returns: What became of each moment; ``Replay/mismatches`` begins with the first that leads elsewhere.
    public func replay<Receiver, Frame: Codable & Equatable>(through cycle: CycledLens<Receiver, Frame>) -> Replay {
        let replaying = Replaying(cycle)
        let mismatches = moments.compactMap { moment in
            replaying.mismatch(of: moment).map { Replay.Mismatch(moment, $0) }
        }
        cycle.stop()
        return Replay(appliedCount: moments.count { !$0.isStart }, mismatches: mismatches, faults: faults)
    }
}

/// A run whose events are recorded ones.
private final class Replaying<Receiver, Frame: Codable & Equatable> {
    private let cycle: CycledLens<Receiver, Frame>
    private let clock = RecordedClock()
    private var lenses = RecordedEvents()
    /// The frame that the loop shows, as it was recorded.
    private var shown: RecordedValue?

    init(_ cycle: CycledLens<Receiver, Frame>) {
        self.cycle = cycle
    }

    func mismatch(of moment: RecordedMoment) -> Replay.Mismatch.Reason? {
        clock.now = moment.time
        do {
            if moment.isStart {
                try resume(moment.effect)
                return nil
            }
            if shown != moment.context { try resume(moment.context) }
            let reason = try lenses.send(moment.event, to: moment.lens) ?? difference(from: moment)
            shown = reason == nil ? moment.effect : nil
            return reason
        } catch {
            shown = nil
            return .undecodable(JSONEncoding.text(of: error))
        }
    }

    private func resume(_ frame: RecordedValue) throws {
        cycle.stop()
        lenses = RecordedEvents()
        cycle.start(on: clock, resuming: try frame.decoded(as: Frame.self), standIns: lenses)
        shown = frame
    }

    /// Gives the event its turn.
    private func difference(from moment: RecordedMoment) throws -> Replay.Mismatch.Reason? {
        cycle.step()
        // Not-a-number differs from itself, but is written the same; a set is equal, but written in any order.
        let frame = cycle.frame
        let replayed = RecordedValue(frame)
        if replayed == moment.effect { return nil }
        if frame == (try moment.effect.decoded(as: Frame.self)) { return nil }
        return .effect(moment.effect.differences(to: replayed))
    }
}

/// Plays every lens: what it reports is what was recorded of it.
private final class RecordedEvents: StandIns {
    /// Of the lenses that run now.
    private var senders: [String: (RecordedValue) throws -> Replay.Mismatch.Reason?] = [:]

    /// - Returns: Why the lens cannot take it.
    func send(_ event: RecordedValue, to lens: String) throws -> Replay.Mismatch.Reason? {
        guard let send = senders[lens] else { return .noLens(running: senders.keys.sorted()) }
        return try send(event)
    }

    func events<Model: Equatable, Event: Sendable>(
        of driver: Any, at path: String, rendering models: Signal<Model>
    ) -> Signal<Event> {
        Signal<Event>.never.replaced(by: self, at: path)
    }

    func events<Event>(_ events: Signal<Event>, at path: String) -> Signal<Event> {
        events.replaced(by: self, at: path)
    }

    func run<Event>(_ sink: Sink<Event>, at path: String) -> Subscription {
        if senders[path] != nil {
            senders[path] = { _ in .ambiguousLens }
        } else {
            senders[path] = { recorded in
                guard let event = try recorded.decoded(asIfDecodable: Event.self) else {
                    return .undecodable("\(Event.self) is not Decodable")
                }
                sink.send(event)
                return nil
            }
        }
        return Subscription { [weak self] in self?.senders[path] = nil }
    }
}

extension Signal {
    fileprivate func replaced(by recorded: RecordedEvents, at path: String) -> Signal {
        Signal { sink in recorded.run(sink, at: path) }
    }
}

extension RecordedValue {
    /// `nil` for a type that cannot be decoded at all.
    fileprivate func decoded<Value>(asIfDecodable type: Value.Type) throws -> Value? {
        guard let decodable = type as? any Decodable.Type else { return nil }
        return try decode(decodable) as? Value
    }

    private func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoded(as: type)
    }
}

/// Shows the time of the moment that is replayed. Nothing rings: what rang was recorded.
///
/// Unchecked: belongs to who replays.
private final class RecordedClock: Scheduler, @unchecked Sendable {
    var now: Duration = .zero

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm { Silent() }

    private final class Silent: Alarm {
        func arm(at deadline: Duration) {}
        func disarm() {}
    }
}

import Cycle
import CycleBase

/// Stands between the drivers of a program and its lenses, so that the program can be looked at while it runs: what drivers report
/// can be held back, and events can be put in.
///
/// Drivers run as ever, and know nothing of it. Confined to the loop.
package final class MonitorStandIns: PassingStandIns {
    /// Plays the drivers in a test; `nil` where they run themselves.
    private let inner: (any StandIns)?
    package let pausedEvents = PausedEvents()
    let silencedDrivers = SilencedDrivers()
    /// Is shown each model that a driver gets, with the path of its lens; `nil` for a lens that is gone.
    package var onModel: ((_ model: Any?, _ path: String) -> Void)?
    /// Each lens that runs now takes an event, or says why it cannot.
    private var senders: [String: (RecordedValue) -> Replay.Mismatch.Reason?] = [:]

    /// - Parameter inner: Plays the drivers in a test; `nil` where they run themselves.
    package init(_ inner: (any StandIns)?) {
        self.inner = inner
    }

    package var runsDrivers: Bool { inner.map { ($0 as? any PassingStandIns)?.runsDrivers ?? false } ?? true }

    /// Has an event reach its lens as if its driver had reported it.
    ///
    /// - Throws: Why the lens cannot take it.
    package func inject(_ event: RecordedValue, into lens: String) throws(Replay.Mismatch.Reason) {
        guard let send = senders[lens] else { throw .noLens(running: senders.keys.sorted()) }
        if let reason = send(event) { throw reason }
    }

    package func events<Model: Equatable, Event: Sendable>(
        of driver: Any, at path: String, rendering models: Signal<Model>
    ) -> Signal<Event> {
        let events: Signal<Event> = played(driver, at: path, rendering: shown(models, at: path))
        return held(driver is any InteractiveDriver ? events : silencedDrivers.whileAwake(events), at: path)
    }

    private func shown<Model>(_ models: Signal<Model>, at path: String) -> Signal<Model> {
        guard let onModel else { return models }
        return Signal { sink in
            let running = models.run(
                inside: sink, finish: { sink.end() },
                receive: { model in
                    onModel(model, path)
                    sink.send(model)
                })
            return Subscription([running, Subscription { onModel(nil, path) }])
        }
    }

    package func events<Event>(_ events: Signal<Event>, at path: String) -> Signal<Event> {
        held(inner?.events(events, at: path) ?? events, at: path)
    }

    /// The events of the driver, or of what plays it.
    package func played<Model: Equatable, Event: Sendable>(
        _ driver: Any, at path: String, rendering models: Signal<Model>
    ) -> Signal<Event> {
        if let inner { return inner.events(of: driver, at: path, rendering: models) }
        guard let driver = driver as? any Driver else { return .never }
        return run(driver, rendering: models) ?? .never
    }

    private func run<D: Driver, Model, Event>(_ driver: D, rendering models: Signal<Model>) -> Signal<Event>? {
        guard let models = models as? Signal<D.Model> else { return nil }
        return driver.eventsCapturedAfterRendering(model: models) as? Signal<Event>
    }

    /// The same events, held back while paused, with a way in for others.
    package func held<Event>(_ events: Signal<Event>, at path: String) -> Signal<Event> {
        Signal { [self] sink in
            let pausedEvents = pausedEvents
            let isKnown = senders[path] != nil
            senders[path] = isKnown ? { _ in .ambiguousLens } : { $0.send(to: sink) }
            let running = events.run(
                inside: sink, finish: { pausedEvents.pass { sink.end() } },
                receive: { event in pausedEvents.pass { sink.send(event) } }
            )
            return Subscription([running, Subscription { [weak self] in self?.senders[path] = nil }])
        }
    }
}

/// Stand-ins that let drivers through.
package protocol PassingStandIns: StandIns {
    /// Whether the drivers run themselves, and nothing plays them.
    var runsDrivers: Bool { get }
}

/// Lets events through, or holds them back in their order, up to a bound.
///
/// No event is dropped at the bound: a request whose answer was dropped would wait for ever. They go on by themselves instead.
///
/// Confined to the loop.
package final class PausedEvents {
    private var waiting: [() -> Void] = []
    private let limit: Int
    package private(set) var isPaused = false
    /// Whether events have gone on by themselves since the last pause.
    package private(set) var hasOverflowed = false

    /// The number of waiting events with which they go on by themselves.
    package static let limit = 65_536

    package init(limit: Int = PausedEvents.limit) {
        self.limit = max(1, limit)
    }

    /// The number of events that are held back.
    package var waitingCount: Int { waiting.count }

    /// Calls `act` now, or when events go on.
    package func pass(_ act: @escaping () -> Void) {
        guard isPaused else { return act() }
        waiting.append(act)
        guard waiting.count >= limit else { return }
        hasOverflowed = true
        resume()
    }

    package func pause() {
        isPaused = true
        hasOverflowed = false
    }

    /// Lets through all that waits.
    package func resume() {
        isPaused = false
        while !waiting.isEmpty, !isPaused {
            let acts = waiting
            waiting = []
            for act in acts { act() }
        }
    }

    /// Lets one event through.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    package func step() -> Bool {
        guard !waiting.isEmpty else { return false }
        waiting.removeFirst()()
        return true
    }
}

public import Cycle

/// All that plays in one run: asked by the loop for each lens that starts.
///
/// A driver that is a stand-in itself plays itself; else who is first in the list and can play it does. A driver that nobody
/// plays is never run: it is told of, and its lens is silent.
public final class Cast: StandIns {
    private let standIns: [any StandIn]
    private let onMissing: (String) -> Void

    /// - Parameters:
    ///   - standIns: Who plays.
    ///   - onMissing: Told of each driver that nobody plays, with the path of its lens and the mend.
    public init(_ standIns: [any StandIn], onMissing: @escaping (String) -> Void) {
        self.standIns = standIns
        self.onMissing = onMissing
    }

    /// What whoever plays `driver` reports.
    public func events<Model: Equatable, Event: Sendable>(
        of driver: Any, at path: String, rendering models: Signal<Model>
    ) -> Signal<Event> {
        if let driver = driver as? any Driver,
            let playing = player(of: driver, at: path) as? any Driver<Model, Event>
        {
            return playing.eventsCapturedAfterRendering(model: models)
        }
        onMissing(
            """
            \(path): nobody plays its driver, \(type(of: driver)). Add one with its models and events to standIns: its twin, a \
            ScriptedDriver, or one of your own that conforms to StandIn.
            """)
        return .never
    }

    private func player(of driver: some Driver, at path: String) -> (any Driver)? {
        if driver is any StandIn { return driver }
        for standIn in standIns {
            if let playing = standIn.playing(driver, at: path) { return playing }
        }
        return nil
    }
}

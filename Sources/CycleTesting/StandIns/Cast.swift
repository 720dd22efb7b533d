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

    /// Who plays `driver`.
    public func driver<Played: Driver>(
        for driver: Played, at path: String
    ) -> any Driver<Played.Model, Played.Event> {
        if driver is any StandIn { return driver }
        for standIn in standIns {
            if let playing = standIn.playing(driver, at: path) { return playing }
        }
        onMissing(
            """
            \(path): nobody plays its driver, \(Played.self). Add one with its models and events to standIns: its twin, a \
            ScriptedDriver, or one of your own that conforms to StandIn.
            """)
        return Absent<Played.Model, Played.Event>()
    }
}

/// A driver that does nothing.
private struct Absent<Model: Equatable, Event: Sendable>: Driver {
    func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> { .never }
}

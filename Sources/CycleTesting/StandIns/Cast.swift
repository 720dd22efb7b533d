public import Cycle

/// All that plays in one run: the loop calls it for each lens that starts. A ``TestRun`` makes its own; a loop that is
/// driven by hand is given one:
///
///     cycle.start(on: time, standIns: Cast([SimulatedFiles()]) { Issue.record("\($0)") })
///
/// A driver that is a stand-in itself plays itself; else the first stand-in in the list that can play it does. A driver
/// without a stand-in is never run: it is reported, and its lens is silent.
public final class Cast: StandIns {
    private let standIns: [(standIn: any StandIn, part: (any ExploredPart)?)]
    private let onMissing: (_ mistake: String, _ driver: Any.Type) -> Void

    /// - Parameters:
    ///   - standIns: Who plays.
    ///   - onMissing: Receives each driver without a stand-in, with the path of its lens and the remedy.
    public convenience init(_ standIns: [any StandIn], onMissing: @escaping (String) -> Void) {
        self.init(standIns) { mistake, _ in
            onMissing(
                """
                \(mistake) Add one with its models and events to standIns: its twin, a ScriptedDriver, or one of your own that \
                conforms to StandIn.
                """)
        }
    }

    /// The same, with a remedy that the caller knows.
    ///
    /// - Parameters:
    ///   - standIns: Who plays.
    ///   - onMissing: Receives a sentence for each driver without a stand-in, and its type.
    package init(_ standIns: [any StandIn], onMissing: @escaping (_ mistake: String, _ driver: Any.Type) -> Void) {
        self.standIns = standIns.map { ($0, $0 as? any ExploredPart) }
        self.onMissing = onMissing
    }

    /// The events of the stand-in for `driver`.
    public func events<Model: Equatable, Event: Sendable>(
        of driver: Any, at path: String, rendering models: Signal<Model>
    ) -> Signal<Event> {
        if let driver = driver as? any Driver, let playing = player(of: driver, at: path),
            let events: Signal<Event> = events(of: playing, rendering: models)
        {
            return events
        }
        onMissing("\(path): nobody plays its driver, \(type(of: driver)).", type(of: driver))
        return .never
    }

    /// Asks signals for their types: to ask a driver for its model and event looks up more, at every start.
    private func events<Played: Driver, Model, Event>(
        of driver: Played, rendering models: Signal<Model>
    ) -> Signal<Event>? {
        guard let models = models as? Signal<Played.Model>, Signal<Event>.self == Signal<Played.Event>.self else {
            return nil
        }
        return driver.eventsCapturedAfterRendering(model: models) as? Signal<Event>
    }

    private func player(of driver: some Driver, at path: String) -> (any Driver)? {
        if driver is any StandIn { return driver }
        for (standIn, part) in standIns {
            if let part {
                if let player = part.player(of: driver) { return player }
            } else if let playing = standIn.playing(driver, at: path) {
                return playing
            }
        }
        return nil
    }
}

/// A stand-in of an explored world: called without its driver's types.
package protocol ExploredPart: StandIn {
    /// Plays a driver, if it is one of its type.
    func player(of driver: any Driver) -> (any Driver)?
}

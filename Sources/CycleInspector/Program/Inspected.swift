public import Cycle
public import CycleDrivers
import CycleMonitor

/// The monitor inside of the program, at a key.
extension CycledLens {
    /// Has a key of the terminal open the monitor in the program: it stands still, the arrows go back through its own screens, and
    /// Enter goes on from the moment that is seen.
    ///
    ///     await todo().inspected().run(until: \.isDone)
    ///
    /// Nothing happens to drivers while moments are looked at: their events wait in memory until then, 65,536 of them at
    /// most. With that one the program goes on by itself, and no event is lost. Going on from an
    /// earlier frame reconciles the wants of that frame, and nothing else. Where there is no terminal, the key does
    /// nothing.
    ///
    /// - Parameters:
    ///   - key: Of the console of the program; it has to read keys.
    ///   - count: How many moments are kept, with the screens after them.
    ///   - name: The program's name, for the head of the monitor; by default the name of its process.
    /// - Returns: The same loop.
    /// - Complexity: A moment takes its place in a ring, and a copy of the frame.
    public func inspected(by key: ConsoleDriver.Key = .f12, keeping count: Int = 1_000, named name: String? = nil)
        -> CycledLens
    {
        var watching: Subscription?
        return playing { [unowned self] standIns in
            let monitor = MonitorStandIns(standIns)
            let program = MonitoredProgram<Frame>(
                name: name ?? MonitoredProgram<Frame>.processName, standIns: monitor,
                drain: { [unowned self] in drain() },
                replace: { [unowned self] in replaceFrame(with: $0) })
            let inspector = ProgramInspector(program, key: key, keeping: max(1, count))
            watching?.cancel()
            watching = observeMoments({ inspector.take($0) }, whenIdle: { inspector.becomeIdle() })
            return InspectedStandIns(monitor, inspector)
        }
    }
}

extension ConsoleDriver.Key {
    /// F12, which few programs use.
    public static let f12 = ConsoleDriver.Key(.function(12))
}

/// Puts the monitor between the console and the program, and lets all other drivers through.
private final class InspectedStandIns<Frame>: PassingStandIns {
    private let monitor: MonitorStandIns
    private let inspector: ProgramInspector<Frame>
    /// The first console is the one.
    private var consolePath: String?

    init(_ monitor: MonitorStandIns, _ inspector: ProgramInspector<Frame>) {
        (self.monitor, self.inspector) = (monitor, inspector)
    }

    var runsDrivers: Bool { monitor.runsDrivers }

    func events<Model: Equatable, Event: Sendable>(
        of driver: Any, at path: String, rendering models: Signal<Model>
    ) -> Signal<Event> {
        guard consolePath == nil || consolePath == path, let models = models as? Signal<ConsoleDriver.Model>,
            Event.self == ConsoleDriver.Event.self
        else { return monitor.events(of: driver, at: path, rendering: models) }
        consolePath = path
        let run = { [monitor] (models: Signal<ConsoleDriver.Model>) -> Signal<ConsoleDriver.Event> in
            monitor.played(driver, at: path, rendering: models)
        }
        return inspector.console(at: path, run, rendering: models) as? Signal<Event> ?? .never
    }

    func events<Event>(_ events: Signal<Event>, at path: String) -> Signal<Event> { monitor.events(events, at: path) }
}

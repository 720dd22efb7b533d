import Cycle
import CycleTesting

/// Plays an application's drivers, and notes whose turn it is to start something.
final class ExploredCast: StandIns {
    private let cast: Cast
    private unowned let world: World
    private let common: CommonWorld

    init(_ cast: Cast, _ world: World) {
        self.cast = cast
        self.world = world
        common = world.common
    }

    func noteLens(at path: String, reaching extent: Range<Int>) {
        guard common.touches.isAsked else { return }
        common.touches.note(path.isEmpty ? "" : world.path(path), at: extent, of: world.number)
    }

    func events<Model: Equatable, Event: Sendable>(
        of driver: Any, at path: String, rendering models: Signal<Model>
    ) -> Signal<Event> {
        let path = world.path(path)
        common.lens = path
        if let ticker = driver as? Ticker { common.alarms.noteTicker(every: ticker.period, of: world.number) }
        return noted(
            cast.events(of: driver, at: path, rendering: models.handle { [common] _ in common.lens = path }), path)
    }

    func events<Event>(_ events: Signal<Event>, at path: String) -> Signal<Event> {
        let path = world.path(path)
        common.lens = path
        return noted(events, path)
    }

    /// The same events; where something asks, each touches what its lens is written for.
    private func noted<Event>(_ events: Signal<Event>, _ path: String) -> Signal<Event> {
        guard common.touches.isAsked else { return events }
        return events.handle { [common, number = world.number] _ in common.touches.note(path, of: number) }
    }
}

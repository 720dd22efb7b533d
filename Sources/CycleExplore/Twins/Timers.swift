import Cycle
import CycleDrivers

extension Ticker: PlayedUnasked {
    func twin(in world: World, at path: String) -> (any Driver)? { self }
}

extension TimerDriver: PlayedUnasked {
    func twin(in world: World, at path: String) -> (any Driver)? {
        let timers = TimerDriver(wallClock: world.time.wallClock, looksUp: false)
        return TimersOneByOne<ID>(timers: timers, world: world, path: path)
    }
}

/// The timers of one lens: each has an alarm of its own, so that none hides behind another.
private struct TimersOneByOne<ID: Hashable & Sendable>: Driver {
    let timers: TimerDriver<ID>
    let world: World
    let path: String

    func eventsCapturedAfterRendering(model: Signal<TimerDriver<ID>.Model>) -> Signal<TimerDriver<ID>.Event> {
        model.effects(for: \.timers, by: \.id) { timer in
            world.common.lens = "\(path) \(timer.id)"
            return timers.eventsCapturedAfterRendering(model: .just(.timers([timer])))
        }
    }
}

import Cycle
import CycleDrivers

/// Plays timers: each has an alarm of its own, so that none hides behind another.
struct ExploredTimers: StandIn {
    unowned let world: World

    func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        if driver is Ticker { return driver }
        return (driver as? any OneByOne)?.oneByOne(in: world, at: path) as? any Driver<Played.Model, Played.Event>
    }
}

/// A driver whose identities' type its twin does not know.
private protocol OneByOne {
    func oneByOne(in world: World, at path: String) -> any Driver
}

extension TimerDriver: OneByOne {
    fileprivate func oneByOne(in world: World, at path: String) -> any Driver {
        TimersOneByOne<ID>(timers: world.time.timers(), world: world, path: path)
    }
}

/// The timers of one lens.
private struct TimersOneByOne<ID: Hashable & Sendable>: Driver {
    let timers: TimerDriver<ID>
    let world: World
    let path: String

    func eventsCapturedAfterRendering(model: Signal<TimerDriver<ID>.Model>) -> Signal<TimerDriver<ID>.Event> {
        model.effects(for: \.timers, by: \.id) { timer in
            world.lens = "\(path) \(timer.id)"
            return timers.eventsCapturedAfterRendering(model: .just(.timers([timer])))
        }
    }
}

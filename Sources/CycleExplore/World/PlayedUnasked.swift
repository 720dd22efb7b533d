import Cycle
import CycleTesting

/// A driver that a world plays though its author says nothing of it.
protocol PlayedUnasked: Driver {
    func twin(in world: World, at path: String) -> (any Driver)?
}

/// Plays all those.
struct Unasked: StandIn {
    unowned let world: World

    func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        (driver as? any PlayedUnasked)?.twin(in: world, at: path) as? any Driver<Played.Model, Played.Event>
    }
}

public import Cycle
import CycleTesting

extension World {
    /// Plays all drivers of a type, and lets nothing happen there: their models are taken, and no event comes.
    ///
    ///     world.nothingHappens(in: SignalDriver.self)
    ///
    /// A driver that is not mentioned is an error, so that none is forgotten. A console that reads nothing needs no word.
    ///
    /// - Parameter driver: The type, with the types that it is made of: `NetworkDriver<String>.self`.
    public func nothingHappens<Silent: Driver>(in driver: Silent.Type) {
        add(standIn: Silence<Silent>())
    }
}

/// Plays drivers of a type that report nothing.
private struct Silence<Silent: Driver>: StandIn {
    func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        driver is Silent ? SilentDriver<Played.Model, Played.Event>() : nil
    }
}

private struct SilentDriver<Model: Equatable, Event: Sendable>: Driver {
    func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        model.ignoringValues()
    }
}

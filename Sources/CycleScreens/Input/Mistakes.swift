public import Cycle
public import CycleDrivers

// Declarations that no program can use: the compiler finds them for the commonest mistakes, and says how to correct each.

extension Signal where Value: Screen {
    /// The label is missing.
    @available(*, unavailable, message: "write the label: lens(screen: …)")
    public func lens<D: Driver<ConsoleDriver.Model, ConsoleDriver.Event>>(
        _ driver: D
    ) -> MutatingLens<Signal, D> { stop("a screen has a label") }
}

extension Signal {
    /// The frame is no screen.
    @available(*, unavailable, message: "the frame is no Screen: conform, or write lens(screen:size:view:)")
    public func lens<D: Driver<ConsoleDriver.Model, ConsoleDriver.Event>>(
        screen driver: D, label: String? = nil, isFull: Bool = true, readsPipes: Bool = true
    ) -> MutatingLens<Signal, D> { stop("the frame is no Screen") }
}

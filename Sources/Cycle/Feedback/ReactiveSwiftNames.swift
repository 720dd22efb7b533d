// Names of ReactiveSwift, so that a program written for ReactiveFeedback moves over line by line. Each says which name of
// Cycle it stands for.

extension Signal {
    /// ``handle(_:)``.
    public func on(value action: @escaping (Value) -> Void) -> Signal {
        handle(action)
    }

    /// ``compactMap(_:)``.
    public func filterMap<Other>(_ transform: @escaping (Value) -> Other?) -> Signal<Other> {
        compactMap(transform)
    }

    /// ``ignoringValues(as:)``.
    public func ignoreValues() -> Signal<Never> {
        ignoringValues()
    }

    /// ``removeDuplicates()``.
    public func skipRepeats() -> Signal where Value: Equatable {
        removeDuplicates()
    }

    /// Calls `action` with each value of a signal that is there without being run: of a ``Property``. In a loop of its
    /// own, which ends with the signal; better ``Property/observe(_:_:)``, which has the property's time.
    @discardableResult
    public func observeValues(_ action: @escaping (Value) -> Void) -> Subscription {
        var observing: CycledLens<Void, Void>?
        let finish = {
            observing?.stop()
            observing = nil
        }
        let observation = Signal<Never> { sink in run(inside: sink, finish: finish) { action($0) } }
        // Nobody else holds the loop: it holds itself until the signal ends or is cancelled.
        observing = CycledLens(startingWith: ()) { frames in
            frames.lens(get: { _ in }, set: { _, _ in observation.ignoringValues() })
        }
        observing?.start(on: StandingClock())
        observing?.drain()
        return Subscription(finish)
    }

    /// ``observeValues(_:)``, as producers call it.
    @discardableResult
    public func startWithValues(_ action: @escaping (Value) -> Void) -> Subscription {
        observeValues(action)
    }
}

extension Signal where Value == Never {
    /// The end, as a signal of any type: ``ignoringValues(as:)``.
    public func promoteValue<Other>(_ type: Other.Type = Other.self) -> Signal<Other> {
        ignoringValues()
    }
}

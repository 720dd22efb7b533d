import Cycle

// Feedback systems inside a frame loop, and drivers inside feedback systems.

extension Signal {
    /// Joins a property to the frame: it works in this loop, on this loop's time.
    ///
    /// - Parameters:
    ///   - property: Starts with the loop, unless it was started before.
    ///   - eventFilter: Changes the frame for the property's value at the start, and for each that follows.
    public func lens<State>(
        property: Property<State>, eventFilter: @escaping (_ frame: inout Value, _ state: State) -> Void
    ) -> MutatingLens<Signal, Property<State>> {
        lens(events: property.running, eventFilter: eventFilter).map { _, _ in property }
    }

    /// Joins a store to the frame: it works in this loop, on this loop's time.
    public func lens<State, Event>(
        store: Store<State, Event>, eventFilter: @escaping (_ frame: inout Value, _ state: State) -> Void
    ) -> MutatingLens<Signal, Store<State, Event>> {
        lens(events: store.state.running, eventFilter: eventFilter).map { _, _ in store }
    }

    /// Joins a feedback loop to the frame: it works in this loop, on this loop's time, and is the lens's receiver.
    public func lens<Loop: FeedbackLoopType>(
        feedbackLoop: Loop, eventFilter: @escaping (_ frame: inout Value, _ state: Loop.State) -> Void
    ) -> MutatingLens<Signal, Loop> {
        lens(events: feedbackLoop.state.running, eventFilter: eventFilter).map { _, _ in feedbackLoop }
    }
}

extension Feedback {
    /// A driver as a feedback: it renders models of the states, and what it reports becomes events.
    ///
    /// - Parameters:
    ///   - driver: Renders the models.
    ///   - model: The driver's model of a state. One equal to the one before is not rendered again.
    ///   - event: The event of what the driver reports; `nil` for what leads to none.
    public static func driver<D: Driver>(
        _ driver: D, model: @escaping (State) -> D.Model, event: @escaping (D.Event) -> Event?
    ) -> Feedback {
        .states { states in
            driver.eventsCapturedAfterRendering(model: states.map(model).removeDuplicates()).compactMap(event)
        }
    }
}

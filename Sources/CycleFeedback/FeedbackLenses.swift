import Cycle

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

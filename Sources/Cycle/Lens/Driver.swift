/// Renders models to hardware and reports what the hardware does.
///
/// This one runs an `async` function for each number that a frame wants to know something of:
///
///     struct Words: Driver {
///         let word: @Sendable (Int) async -> String
///
///         func eventsCapturedAfterRendering(model: Signal<Int?>) -> Signal<String> {
///             model.effects(for: { $0.map { [$0] } ?? [] }, by: \.self) { number in
///                 .task { await word(number) }
///             }
///         }
///     }
///
/// A driver is configuration; what it remembers lives in the signal that it returns. It names no type of the
/// application. A failure is an event. It is called in the isolation of the loop; other threads send through ``Sink/inlet(bound:onRoom:)``.
///
/// - Source: the drivers of Cycle.js and Cycle.swift.
public protocol Driver<Model, Event> {
    /// The state that should be.
    associatedtype Model: Equatable
    /// What happened.
    associatedtype Event: Sendable

    /// - Parameter model: The models, from the first frame on; never the same model twice in a row.
    /// - Returns: What happened. Running it renders, cancelling it lets go of the hardware.
    func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event>
}

extension Driver {
    /// The events of the driver, or of its stand-in in this run.
    @inlinable  // hot: without a stand-in, the models are made for the driver's type
    func events(rendering models: Signal<Model>, _ label: String?, on stage: Stage?) -> Signal<Event> {
        guard let stage, let standIns = stage.run.value.standIns else {
            return eventsCapturedAfterRendering(model: models)
        }
        return standIns.events(of: self, at: stage.path(of: label, Self.self), rendering: models)
    }
}

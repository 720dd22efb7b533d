/// How the recorded events of one driver change a frame: its event-filter, and the type to decode its events into.
///
///     RecordedEventFilter(driver: "ConsoleDriver", counted)
public struct RecordedEventFilter<Frame> {
    let driver: String
    let apply: (_ event: RecordedValue, _ frame: inout Frame) throws -> Void

    /// - Parameters:
    ///   - driver: As the recording names it: the label of the driver's lens, or the name of the driver's type.
    ///   - eventFilter: The one that the lens has; of a feature that is embedded, applied to its part of the frame.
    public init<Event: Decodable>(
        driver: String, _ eventFilter: @escaping (_ frame: inout Frame, _ event: Event) -> Void
    ) {
        self.driver = driver
        apply = { event, frame in eventFilter(&frame, try event.decoded()) }
    }
}

/// Where the value of an observed part comes from.
@MainActor
struct PartSource<Value> {
    /// `nil` when the part is not there any more.
    let read: () -> Value?
    /// Looked up at each use: a place that no view waits for is dropped.
    let place: () -> ObservedPlace<Value>
    /// The value when this was made, for a part that has gone since.
    let last: Value
}

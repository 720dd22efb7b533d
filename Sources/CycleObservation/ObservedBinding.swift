/// A value that a control shows, and the event that the control sends instead of setting it.
///
///     let name = observed.binding(\.name) { .renamed($0) }
///     name.wrappedValue = "Ada"           // sends .renamed("Ada"); the frame decides
///
/// Where there is SwiftUI, `binding(_:_:)` makes a `Binding`.
@MainActor
public struct ObservedBinding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.get = get
        self.set = set
    }

    /// The value in the frame, which makes the view a reader of it. Setting sends the event; the value is what the frame makes
    /// of that.
    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
}

extension ObservedFrame {
    /// A value of this part, and the event that stands for setting it.
    ///
    /// - Parameters:
    ///   - path: The part of the frame that the control shows.
    ///   - event: Makes the event that the control sends with a new value.
    public func binding<Part: Equatable>(
        _ path: KeyPath<Value, Part>, _ event: @escaping (Part) -> Event
    ) -> ObservedBinding<Part> {
        ObservedBinding(get: { self[dynamicMember: path] }, set: { send(event($0)) })
    }
}

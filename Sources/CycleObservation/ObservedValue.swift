/// A value that a view reads property by property.
///
/// The subscripts stand here and not beside those of ``ObservedFrame``, so that the compiler takes a part to be observed where
/// either would do, and the plain value only where nothing else fits: `Text(observed.address.city)` follows the city, not the
/// address.
@MainActor
public protocol ObservedValue<Value> {
    associatedtype Value
    associatedtype Event
    subscript<Part: Equatable>(dynamicMember path: KeyPath<Value, Part>) -> ObservedFrame<Part, Event> { get }
    /// The value now.
    var value: Value { get }
}

extension ObservedValue {
    /// The value of a part now. A view that reads it is updated when it is not equal any more.
    public subscript<Part: Equatable>(dynamicMember path: KeyPath<Value, Part>) -> Part {
        let part: ObservedFrame<Part, Event> = self[dynamicMember: path]
        return part.value
    }

    /// The value of a part that cannot be compared. A view that reads it is updated with each change around it.
    public subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Part {
        value[keyPath: path]
    }
}

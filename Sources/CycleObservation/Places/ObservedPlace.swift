/// One place in a frame that views have read, and the places inside it: a tree that has the shape of what is shown.
///
/// A new frame is compared with the one before from the root down. A place whose value is equal ends the walk there, so
/// that the cost follows what has changed and what is shown, not the size of the frame.
@MainActor
final class ObservedPlace<Value> {
    private let isEqual: (Value, Value) -> Bool
    private var readers: Readers?
    /// The views that have read whether there is a value here: in an optional, or an element that may go.
    private var readersOfPresence: Readers?
    private var parts: [PartKey: any PartOfPlace<Value>] = [:]

    init(isEqual: @escaping (Value, Value) -> Bool) {
        self.isEqual = isEqual
    }

    /// Makes the running view a reader of the value.
    func read() {
        let readers = readers ?? Readers()
        self.readers = readers
        readers.add()
    }

    /// Makes the running view a reader of whether there is a value.
    func readPresence() {
        let readers = readersOfPresence ?? Readers()
        readersOfPresence = readers
        readers.add()
    }

    /// The part that is kept under this key. Made when a view reads it first, and dropped when no view waits for it any more.
    func part<Part: PartOfPlace>(_ key: PartKey, or make: () -> Part) -> Part where Part.Whole == Value {
        if let part = parts[key] as? Part { return part }
        let part = make()
        parts[key] = part
        return part
    }

    /// Whether a view waits for this place or for one inside it.
    var isNeeded: Bool {
        readers?.areWaiting == true || readersOfPresence?.areWaiting == true || !parts.isEmpty
    }

    /// Tells the views that read what differs. `nil` stands for a place that is not there.
    func show(_ old: Value?, _ new: Value?, _ telling: inout Telling) {
        switch (old, new) {
        case (nil, nil): return
        case (let old?, let new?): if isEqual(old, new) { return }
        case (nil, _?), (_?, nil): telling.tell(readersOfPresence)
        }
        telling.tell(readers)
        for (key, part) in parts {
            part.show(old, new, &telling)
            if !part.isNeeded { parts[key] = nil }
        }
    }
}

/// The key of a place in the place around it.
enum PartKey: Hashable {
    case value(AnyKeyPath)
    case unwrapped(AnyKeyPath)
    case elements
}

/// A place, or several, inside of another one.
@MainActor
protocol PartOfPlace<Whole>: AnyObject {
    associatedtype Whole
    var isNeeded: Bool { get }
    func show(_ old: Whole?, _ new: Whole?, _ telling: inout Telling)
}

/// The place that a function finds in a whole: by a key path, or in an optional.
@MainActor
final class FoundPart<Whole, Value>: PartOfPlace {
    let place: ObservedPlace<Value>
    private let find: (Whole) -> Value?

    init(isEqual: @escaping (Value, Value) -> Bool, _ find: @escaping (Whole) -> Value?) {
        place = ObservedPlace(isEqual: isEqual)
        self.find = find
    }

    var isNeeded: Bool { place.isNeeded }

    func show(_ old: Whole?, _ new: Whole?, _ telling: inout Telling) {
        place.show(old.flatMap(find), new.flatMap(find), &telling)
    }
}

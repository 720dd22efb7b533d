import CycleBase

/// The wants of drivers that are open in a trace: a request, a timer, a file, each from the moment that asked for it to the one that does
/// not any more.
///
/// A want is an element of a list of a driver's model that has an identity, `id` or `path`, as those of all shipped drivers have.
struct TraceWants {
    struct Want {
        let lens: String
        /// As it is told in events.
        let identity: JSON
        /// The work on a file: one may be read and watched at the same time.
        let action: String?
        /// The want as its driver has it.
        let value: JSON

        /// The same one again, though it may ask for something else.
        func hasIdentity(of other: Want) -> Bool {
            (lens, identity, action) == (other.lens, other.identity, other.action)
        }
    }

    /// In the order in which they came.
    private(set) var current: [Want] = []

    /// - Parameter models: Of the drivers, by the paths of their lenses.
    /// - Returns: The wants that ended and those that began. A want that asks for something else under the same identity did both.
    mutating func take(_ models: [String: RecordedValue]) -> (ended: [Want], begun: [Want]) {
        var now: [Want] = []
        for (lens, model) in models.sorted(by: { $0.key < $1.key }) {
            for want in Self.wants(lens, model.value) where !now.contains(where: want.hasIdentity) { now.append(want) }
        }
        let isSame = { (one: Want, other: Want) in one.hasIdentity(of: other) && one.value == other.value }
        let ended = current.filter { want in !now.contains { isSame($0, want) } }
        let begun = now.filter { want in !current.contains { isSame($0, want) } }
        current = current.filter { want in now.contains { isSame($0, want) } } + begun
        return (ended, begun)
    }

    /// The open wants that an event of their driver is about: it names their identity.
    func answered(by event: RecordedValue, of lens: String) -> [Want] {
        guard case .object(let cases) = event.value, let content = cases.first?.value else { return [] }
        let identity = content["id"] ?? content["path"]
        return current.filter { $0.lens == lens && $0.identity == identity }
    }

    private static func wants(_ lens: String, _ model: JSON) -> [Want] {
        guard case .object(let fields) = model else { return [] }
        return fields.flatMap { field -> [Want] in
            guard case .array(let elements) = field.value else { return [] }
            return elements.compactMap { element in
                guard let identity = element["id"] ?? element["path"] else { return nil }
                var action: String?
                if case .object(let cases)? = element["action"] { action = cases.first?.key }
                return Want(lens: lens, identity: identity, action: action, value: element)
            }
        }
    }
}

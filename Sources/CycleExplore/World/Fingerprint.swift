/// 128 bits that tell two states of a world apart: what parts of a world put all their memory into.
///
///     func remember(in memory: inout Fingerprint) {
///         memory.combine(waiting.map(\.label))
///     }
///
/// Equal in one process for equal values; nothing depends on it but whether two states are one.
public struct Fingerprint {
    /// The finished 128 bits.
    struct Key: Hashable, Sendable {
        let high: Int
        let low: Int

        /// They are hashes already.
        func hash(into hasher: inout Hasher) { hasher.combine(high) }

        /// The key of no state.
        static let none = Key(high: 0, low: 0)
    }

    private var hasher = Hasher()
    /// Objects may refer to each other: each is walked once.
    private var visited: Set<ObjectIdentifier> = []

    init() {}

    /// Two ends of what a hasher remembers, which is 256 bits.
    var key: Key {
        var other = hasher
        other.combine(0x9E37_79B9_7F4A_7C15 as UInt64)
        return Key(high: hasher.finalize(), low: other.finalize())
    }

    /// Adds a value.
    public mutating func combine(_ value: some Hashable) {
        hasher.combine(value)
    }

    /// Adds a value of any type: by its hash where it has one, else by what `Mirror` shows of it, part by part.
    ///
    /// - Complexity: A microsecond for each part of a type that is not `Hashable`.
    public mutating func combine(partsOf value: Any) {
        walk(value, depth: 0)
    }

    /// Deeper than any frame.
    private static let depthLimit = 64

    private mutating func walk(_ value: Any, depth: Int) {
        if let hashable = value as? any Hashable { return combine(hashable) }
        guard depth < Fingerprint.depthLimit else { return }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .set, .dictionary: walkUnordered(mirror, depth: depth + 1)
        case .class where !visited.insert(ObjectIdentifier(value as AnyObject)).inserted: break
        default:
            if let elements = value as? any Collection { return walk(elementsOf: elements, depth: depth + 1) }
            walkFields(mirror, of: value, depth: depth + 1)
        }
    }

    private mutating func walk(elementsOf elements: some Collection, depth: Int) {
        combine(elements.count)
        for element in elements { walk(element, depth: depth) }
    }

    /// In no order, as no two runs have the same.
    private mutating func walkUnordered(_ mirror: Mirror, depth: Int) {
        combine(unordered: mirror.children) { child, part in part.walk(child.value, depth: depth) }
    }

    /// Adds elements whatever their order is.
    ///
    /// - Parameter add: Adds one of them.
    mutating func combine<Elements: Sequence>(
        unordered elements: Elements, _ add: (Elements.Element, inout Fingerprint) -> Void
    ) {
        var (high, low) = (0, 0)
        for element in elements {
            var part = Fingerprint()
            add(element, &part)
            let key = part.key
            high &+= key.high
            low &+= key.low
        }
        combine(high)
        combine(low)
    }

    private mutating func walkFields(_ mirror: Mirror, of value: Any, depth: Int) {
        combine(mirror.children.count)
        if let outer = mirror.superclassMirror { walkFields(outer, of: value, depth: depth) }
        // A case without values, or something that shows no parts.
        if mirror.children.isEmpty, mirror.displayStyle != .class { combine(String(describing: value)) }
        for child in mirror.children {
            if mirror.displayStyle == .enum { combine(child.label) }
            walk(child.value, depth: depth)
        }
    }
}

/// How values of one type are put into a fingerprint.
///
/// Unchecked: the closure captures nothing but a type.
struct FingerprintMaker<Value>: @unchecked Sendable {
    let combine: (Value, inout Fingerprint) -> Void

    init() {
        // Looked up once, as the values of one type are many.
        func combining<Known: Hashable>(_ type: Known.Type) -> (Value, inout Fingerprint) -> Void {
            { value, fingerprint in
                if let value = value as? Known { fingerprint.combine(value) }
            }
        }
        if let hashable = Value.self as? any Hashable.Type {
            combine = combining(hashable)
        } else {
            combine = { value, fingerprint in fingerprint.combine(partsOf: value) }
        }
    }
}

import CycleBase

extension RecordedValue {
    /// The value as it is, if its type is `Encodable`; else its stored properties, as far as they can be seen.
    ///
    /// For looking at a program whose frame is not `Codable`: such a value cannot be decoded again.
    ///
    /// - Parameter value: Of any type. A huge one is cut.
    public init(reflecting value: Any) {
        var reflection = Reflection()
        self.init(reflection.json(of: value, depth: 0))
    }
}

/// Makes JSON of values by what a mirror shows of them.
private struct Reflection {
    private static let depthLimit = 12
    private static let partLimit = 1_000
    private static let valueLimit = 50_000

    private var valueCount = 0

    mutating func json(of value: Any, depth: Int) -> JSON {
        valueCount += 1
        guard depth < Self.depthLimit, valueCount < Self.valueLimit else { return .string("…") }
        if value is any Encodable {
            return JSONEncoding.json(of: value, byteLimit: 1 << 20)
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { json(of: $0.value, depth: depth) } ?? .null
        case .collection, .set:
            return .array(mirror.children.prefix(Self.partLimit).map { json(of: $0.value, depth: depth + 1) })
        case .dictionary:
            return object(
                mirror.children.prefix(Self.partLimit).compactMap { child in
                    let pair = Array(Mirror(reflecting: child.value).children)
                    return pair.count == 2 ? ("\(pair[0].value)", pair[1].value) : nil
                }, depth)
        case .enum where mirror.children.isEmpty: return .string("\(value)")
        case .struct, .class, .tuple, .enum:
            let parts = mirror.children.prefix(Self.partLimit).enumerated()
            guard !mirror.children.isEmpty else { return .string(String(describing: value)) }
            return object(parts.map { ($1.label ?? "\($0)", $1.value) }, depth)
        default: return .string(String(describing: value))
        }
    }

    private mutating func object(_ parts: [(String, Any)], _ depth: Int) -> JSON {
        var fields: [String: JSON] = [:]
        for (name, value) in parts { fields[name] = json(of: value, depth: depth + 1) }
        return .object(fields.map { JSON.Field(key: $0, value: $1) }.sorted { $0.key < $1.key })
    }
}

import CycleBase

extension RecordedValue {
    /// The places of a frame, to be offered while one is typed: those higher up first, and of a list each element by its field `id`
    /// and by its index.
    ///
    /// - Parameter limit: At most so many.
    package func places(upTo limit: Int) -> [String] {
        var (found, level): ([String], [(path: JSONPath, value: JSON)]) = ([], [(JSONPath(), value)])
        while !level.isEmpty, found.count < limit {
            var next: [(path: JSONPath, value: JSON)] = []
            for (path, value) in level where next.count < limit {
                next += value.steps(upTo: limit).map { (path + $0.step, $0.value) }
            }
            found += next.prefix(limit - found.count).map { $0.path.keyPath(root: "") }
            level = next
        }
        return found
    }
}

extension JSON {
    fileprivate func steps(upTo limit: Int) -> [(step: JSONPath.Step, value: JSON)] {
        switch self {
        case .null, .bool, .number, .string: return []
        case .array where durationText != nil: return []
        case .array(let elements):
            let elements = elements.prefix(limit)
            let identified = elements.compactMap { element in
                element["id"].flatMap { id in
                    id.isScalar ? (JSONPath.Step.element(field: "id", value: id), element) : nil
                }
            }
            return identified + elements.enumerated().map { (.index($0), $1) }
        case .object(let fields): return fields.prefix(limit).map { (.key($0.key), $0.value) }
        }
    }

    private var isScalar: Bool {
        switch self {
        case .number, .string: true
        case .null, .bool, .array, .object: false
        }
    }
}

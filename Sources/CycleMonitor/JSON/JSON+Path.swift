import CycleBase

extension JSON {
    /// The value that stands there; `nil` where none does.
    subscript(_ path: JSONPath) -> JSON? {
        path.steps.reduce(Optional(self)) { value, step in value?[step] }
    }

    private subscript(_ step: JSONPath.Step) -> JSON? {
        switch (self, step) {
        case (.object, .key(let key)): self[key]
        case (.array(let elements), _):
            index(of: step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        default: nil
        }
    }

    /// Where the element of a step stands in this list.
    private func index(of step: JSONPath.Step) -> Int? {
        guard case .element(let field, let value) = step, case .array(let elements) = self else { return step.index }
        return elements.firstIndex { $0[field] == value }
    }

    /// The path with an index in place of each element that is found by a field; `nil` where there is no such element.
    func resolved(_ path: JSONPath) -> JSONPath? {
        var (value, resolved) = (self, JSONPath())
        for step in path.steps {
            guard case .element = step else {
                resolved.steps.append(step)
                value = value[step] ?? .null
                continue
            }
            guard let index = value.index(of: step) else { return nil }
            resolved.steps.append(.index(index))
            value = value[.index(index)] ?? .null
        }
        return resolved
    }

    /// Changes the container around the end of a path, in place.
    ///
    /// - Throws: The missing part of the path.
    mutating func update(
        at path: ArraySlice<JSONPath.Step>,
        object: (inout [Field], String) throws(JSONPatch.Misfit) -> Void,
        array: (inout [JSON], JSONPath.Step) throws(JSONPatch.Misfit) -> Void
    ) throws(JSONPatch.Misfit) {
        guard let step = path.first else { return }
        let rest = path.dropFirst()
        // Emptied first, so that its content has one reference and changes in place.
        switch self {
        case .object(var fields):
            self = .null
            defer { self = .object(fields) }
            guard case .key(let key) = step else { throw JSONPatch.Misfit() }
            guard !rest.isEmpty else { return try object(&fields, key) }
            let index = fields.insertionIndex(of: key)
            guard index < fields.count, fields[index].key == key else { throw JSONPatch.Misfit() }
            try fields[index].value.update(at: rest, object: object, array: array)
        case .array(var elements):
            self = .null
            defer { self = .array(elements) }
            guard !rest.isEmpty else { return try array(&elements, step) }
            guard let index = step.index, elements.indices.contains(index) else { throw JSONPatch.Misfit() }
            try elements[index].update(at: rest, object: object, array: array)
        case .null, .bool, .number, .string: throw JSONPatch.Misfit()
        }
    }
}

extension JSONPath.Step {
    /// The index of an element. A pointer writes it like a key.
    var index: Int? {
        switch self {
        case .index(let index): index
        case .key(let key): Int(digits: key)
        case .element: nil
        }
    }
}

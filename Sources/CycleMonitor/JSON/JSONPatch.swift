/// The difference of two JSON values: a JSON Patch (RFC 6902), of which `add`, `remove`, `replace` and `copy` are read
/// and written.
struct JSONPatch: Hashable, Sendable {
    struct Operation: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case add(JSON)
            case remove
            case replace(JSON)
            case copy(from: JSONPath)

            var isAddition: Bool {
                if case .add = self { true } else { false }
            }
        }

        let path: JSONPath
        let kind: Kind
    }

    /// A change of what is not there.
    struct Misfit: Error {}

    var operations: [Operation] = []

    /// - Returns: About how many bytes the value has grown, at most.
    @discardableResult
    func apply(to value: inout JSON) throws(Misfit) -> Int {
        var growth = 0
        for operation in operations { growth += try operation.apply(to: &value) }
        return growth
    }
}

extension JSONPatch.Operation {
    fileprivate func apply(to value: inout JSON) throws(JSONPatch.Misfit) -> Int {
        switch kind {
        case .add(let new): return try place(new, in: &value, replacing: false)
        case .replace(let new): return try place(new, in: &value, replacing: true)
        case .copy(let source):
            guard let new = value[source] else { throw JSONPatch.Misfit() }
            return try place(new, in: &value, replacing: false)
        case .remove:
            try remove(from: &value)
            return 0
        }
    }

    private func place(_ new: JSON, in value: inout JSON, replacing: Bool) throws(JSONPatch.Misfit) -> Int {
        guard !path.steps.isEmpty else {
            value = new
            return new.byteCount()
        }
        try value.update(at: path.steps[...]) { (fields, key) throws(JSONPatch.Misfit) in
            let index = fields.insertionIndex(of: key)
            if index < fields.count, fields[index].key == key {
                fields[index].value = new
            } else if replacing {
                throw JSONPatch.Misfit()
            } else {
                fields.insert(JSON.Field(key: key, value: new), at: index)
            }
        } array: { (elements, step) throws(JSONPatch.Misfit) in
            let index = step == .key("-") && !replacing ? elements.count : step.index ?? -1
            guard index >= 0, index < elements.count + (replacing ? 0 : 1) else { throw JSONPatch.Misfit() }
            if replacing { elements[index] = new } else { elements.insert(new, at: index) }
        }
        return new.byteCount()
    }

    private func remove(from value: inout JSON) throws(JSONPatch.Misfit) {
        guard !path.steps.isEmpty else { throw JSONPatch.Misfit() }
        try value.update(at: path.steps[...]) { (fields, key) throws(JSONPatch.Misfit) in
            let index = fields.insertionIndex(of: key)
            guard index < fields.count, fields[index].key == key else { throw JSONPatch.Misfit() }
            fields.remove(at: index)
        } array: { (elements, step) throws(JSONPatch.Misfit) in
            guard let index = step.index, elements.indices.contains(index) else { throw JSONPatch.Misfit() }
            elements.remove(at: index)
        }
    }
}

// As text: `[{"op":"replace","path":"/total","value":2}]`.
extension JSONPatch {
    /// - Throws: That it is no patch.
    init(_ json: JSON) throws(JSONParser.Flaw) {
        guard case .array(let elements) = json else { throw JSONParser.Flaw(reason: "a change is no list") }
        for element in elements {
            guard let operation = Operation(element) else {
                throw JSONParser.Flaw(
                    reason: "a change is not one that is known: \(element.plainText(upTo: 80))")
            }
            operations.append(operation)
        }
    }

    func append(to text: inout JSONText) {
        text.append(text: "[")
        text.appendSeparated(operations) { $1.append(to: &$0) }
        text.append(text: "]")
    }
}

extension JSONPatch.Operation {
    fileprivate init?(_ json: JSON) {
        guard let path = json["path"]?.string.flatMap(JSONPath.init(pointer:)) else { return nil }
        self.path = path
        switch (json["op"]?.string, json["value"], json["from"]?.string.flatMap(JSONPath.init(pointer:))) {
        case ("add", let value?, _): kind = .add(value)
        case ("replace", let value?, _): kind = .replace(value)
        case ("remove", _, _): kind = .remove
        case ("copy", _, let source?): kind = .copy(from: source)
        default: return nil
        }
    }

    fileprivate func append(to text: inout JSONText) {
        let (name, value, source): (String, JSON?, JSONPath?) =
            switch kind {
            case .add(let value): ("add", value, nil)
            case .remove: ("remove", nil, nil)
            case .replace(let value): ("replace", value, nil)
            case .copy(let source): ("copy", nil, source)
            }
        text.append(text: "{\"op\":\"\(name)\"")
        if let source {
            text.append(text: ",\"from\":")
            text.append(quoted: source.pointer)
        }
        text.append(text: ",\"path\":")
        text.append(quoted: path.pointer)
        if let value {
            text.append(text: ",\"value\":")
            text.append(value)
        }
        text.append(text: "}")
    }
}

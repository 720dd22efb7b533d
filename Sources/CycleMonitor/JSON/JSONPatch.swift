import CycleBase

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

    /// A change of what is not there, or beyond the bounds.
    struct Misfit: Error {
        var reason = "a change does not fit the frame before it"
    }

    /// The bounds of all that patches build. It counts like what is read: a patch of a few bytes can double a value again and again, by copies of
    /// the value into itself.
    struct Bounds {
        /// As many containers in each other as a frame has that a line can hold, whole or in a change of it.
        static let depthLimit = JSONParser.depthLimit - 4

        /// About how long the value is, as text.
        var byteCount: Int
        /// How long it may be.
        var byteLimit = Int.max
        /// How much may be copied yet, by all patches together.
        var copyByteLimit = Int.max
        /// How many elements and fields may make room for others yet. A new patch has all of it.
        var moveLimit = 1 << 28
    }

    var operations: [Operation] = []

    /// Changes the value, in memory and time that are bounded. A value that a change does not fit is left in between.
    func apply(to value: inout JSON, within bounds: inout Bounds) throws(Misfit) {
        bounds.moveLimit = 1 << 28
        for operation in operations {
            try operation.apply(to: &value, within: &bounds)
            guard bounds.byteCount <= bounds.byteLimit else { throw Misfit(reason: "its frame is too long") }
        }
    }

    /// Changes the value by operations that were made here, not read.
    func apply(to value: inout JSON) throws(Misfit) {
        var bounds = Bounds(byteCount: 0)
        for operation in operations { try operation.apply(to: &value, within: &bounds) }
    }
}

extension JSONPatch.Bounds {
    fileprivate mutating func replace(_ old: JSON?, by new: JSON?) {
        byteCount = byteCount.subtractingSaturated(old?.byteCount() ?? 0).addingSaturated(new?.byteCount() ?? 0)
    }

    fileprivate mutating func move(_ count: Int) throws(JSONPatch.Misfit) {
        moveLimit -= count
        guard moveLimit >= 0 else { throw JSONPatch.Misfit(reason: "its changes move too much") }
    }

    fileprivate mutating func copy(_ value: JSON) throws(JSONPatch.Misfit) {
        let count = value.byteCount(upTo: min(copyByteLimit, byteLimit))
        guard count <= byteLimit else { throw JSONPatch.Misfit(reason: "its frame is too long") }
        guard count <= copyByteLimit else { throw JSONPatch.Misfit(reason: "its changes copy too much") }
        if copyByteLimit < .max { copyByteLimit -= count }
    }
}

extension JSONPatch.Operation {
    fileprivate func apply(
        to value: inout JSON, within bounds: inout JSONPatch.Bounds
    ) throws(JSONPatch.Misfit) {
        switch kind {
        case .add(let new): try place(new, in: &value, replacing: false, &bounds)
        case .replace(let new): try place(new, in: &value, replacing: true, &bounds)
        case .copy(let source):
            guard let new = value[source] else { throw JSONPatch.Misfit() }
            try bounds.copy(new)
            try place(new, in: &value, replacing: false, &bounds)
        case .remove: try remove(from: &value, &bounds)
        }
    }

    private func place(
        _ new: JSON, in value: inout JSON, replacing: Bool, _ bounds: inout JSONPatch.Bounds
    ) throws(JSONPatch.Misfit) {
        guard !new.isDeeper(than: JSONPatch.Bounds.depthLimit - path.steps.count) else {
            throw JSONPatch.Misfit(reason: "it is nested too deep")
        }
        guard !path.steps.isEmpty else {
            bounds.replace(value, by: new)
            value = new
            return
        }
        try value.update(at: path.steps[...]) { (fields, key) throws(JSONPatch.Misfit) in
            let index = fields.insertionIndex(of: key)
            if index < fields.count, fields[index].key == key {
                bounds.replace(fields[index].value, by: new)
                fields[index].value = new
            } else if replacing {
                throw JSONPatch.Misfit()
            } else {
                try bounds.move(fields.count - index)
                bounds.replace(nil, by: new)
                bounds.byteCount += key.utf8.count + 4
                fields.insert(JSON.Field(key: key, value: new), at: index)
            }
        } array: { (elements, step) throws(JSONPatch.Misfit) in
            let index = step == .key("-") && !replacing ? elements.count : step.index ?? -1
            guard index >= 0, index < elements.count.addingSaturated(replacing ? 0 : 1) else {
                throw JSONPatch.Misfit()
            }
            if replacing {
                bounds.replace(elements[index], by: new)
                elements[index] = new
            } else {
                try bounds.move(elements.count - index)
                bounds.replace(nil, by: new)
                bounds.byteCount += 1
                elements.insert(new, at: index)
            }
        }
    }

    private func remove(from value: inout JSON, _ bounds: inout JSONPatch.Bounds) throws(JSONPatch.Misfit) {
        guard !path.steps.isEmpty else { throw JSONPatch.Misfit() }
        try value.update(at: path.steps[...]) { (fields, key) throws(JSONPatch.Misfit) in
            let index = fields.insertionIndex(of: key)
            guard index < fields.count, fields[index].key == key else { throw JSONPatch.Misfit() }
            try bounds.move(fields.count - index)
            bounds.replace(fields[index].value, by: nil)
            bounds.byteCount -= key.utf8.count + 4
            fields.remove(at: index)
        } array: { (elements, step) throws(JSONPatch.Misfit) in
            guard let index = step.index, elements.indices.contains(index) else { throw JSONPatch.Misfit() }
            try bounds.move(elements.count - index)
            bounds.replace(elements[index], by: nil)
            bounds.byteCount -= 1
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

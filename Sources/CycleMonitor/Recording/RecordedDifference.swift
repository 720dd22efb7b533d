/// One place where two recorded values differ, named as Swift would get there.
///
///     frame.items[3].title: "a" -> "b"
///     frame.items[4]: added {"title":"c"}
public struct RecordedDifference: Hashable, Sendable {
    /// The place, with the name of the whole in front.
    public let path: String
    /// The earlier value; `nil` where there was none.
    public let before: RecordedValue?
    /// The later value; `nil` where there is none.
    public let after: RecordedValue?
}

extension RecordedDifference: CustomStringConvertible {
    public var description: String {
        switch (before?.shownJSON, after?.shownJSON) {
        case (let before?, let after?): "\(path): \(before) -> \(after)"
        case (nil, let after): "\(path): added \(after ?? "")"
        case (let before, nil): "\(path): removed \(before ?? "")"
        }
    }
}

extension RecordedValue {
    /// The differences to another value. Elements of a list that have only moved along are left out.
    ///
    /// - Parameters:
    ///   - other: The later one.
    ///   - name: Stands at the beginning of every path.
    public func differences(to other: RecordedValue, named name: String = "frame") -> [RecordedDifference] {
        var value = value
        return JSONDifference.patch(from: value, to: other.value, isForPeople: true).operations.compactMap {
            operation in
            // Each change applies to the value that the changes before it have led to.
            let before = operation.kind.isAddition ? nil : value[operation.path].map(RecordedValue.init)
            do { try JSONPatch(operations: [operation]).apply(to: &value) } catch { return nil }
            let after = operation.kind == .remove ? nil : value[operation.path].map(RecordedValue.init)
            return RecordedDifference(path: operation.path.keyPath(root: name), before: before, after: after)
        }
    }

    /// The value at a key path such as `items[3].title`; `nil` where nothing is.
    public subscript(keyPath: String) -> RecordedValue? {
        guard let path = JSONPath(keyPath: keyPath) else { return nil }
        return value[path].map(RecordedValue.init)
    }

    /// On one line, and of a huge value its beginning only.
    var shownJSON: String {
        value.byteCount(upTo: 300) > 300 ? "\(json.prefix(300))…" : json
    }
}

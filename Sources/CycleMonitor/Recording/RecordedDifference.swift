import CycleBase

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

extension RecordedDifference {
    /// Whether one of the two values is a duration: then two zeros are one, too.
    private var isOfDuration: Bool { before?.value.durationText != nil || after?.value.durationText != nil }

    /// The earlier value for people, on one line.
    package func beforeText(upTo limit: Int) -> String? { before.map { text(of: $0) ?? $0.text(upTo: limit) } }

    /// The later value for people, on one line.
    package func afterText(upTo limit: Int) -> String? { after.map { text(of: $0) ?? $0.text(upTo: limit) } }

    /// The whole for people, on one line; ``description`` has values as JSON.
    package var text: String {
        switch (beforeText(upTo: 300), afterText(upTo: 300)) {
        case (let before?, let after?): "\(path): \(before) -> \(after)"
        case (nil, let after): "\(path): added \(after ?? "")"
        case (let before, nil): "\(path): removed \(before ?? "")"
        }
    }

    fileprivate func text(of value: RecordedValue) -> String? {
        isOfDuration && value.value.isPerhapsDuration ? value.value.durationText ?? "0 s" : nil
    }
}

extension RecordedDifference: CustomStringConvertible {
    public var description: String {
        switch (before.map { text(of: $0) ?? $0.shownJSON }, after.map { text(of: $0) ?? $0.shownJSON }) {
        case (let before?, let after?): "\(path): \(before) -> \(after)"
        case (nil, let after): "\(path): added \(after ?? "")"
        case (let before, nil): "\(path): removed \(before ?? "")"
        }
    }
}

extension RecordedValue {
    /// The differences to another value. Elements of a list that have only moved along are left out, and a `Duration` is one value.
    ///
    /// - Parameters:
    ///   - other: The later one.
    ///   - name: Stands at the beginning of every path.
    public func differences(to other: RecordedValue, named name: String = "frame") -> [RecordedDifference] {
        var (value, found): (JSON, [RecordedDifference]) = (value, [])
        var rest = JSONDifference.patch(from: value, to: other.value, isForPeople: true).operations[...]
        // Elements that are removed beside each other have the index at which each of them stood, though each moves the next one there.
        var (latest, removedCount): (JSONPath?, Int) = (nil, 0)
        while let operation = rest.first {
            // Each change applies to the value that the changes before it have led to.
            let halves = rest.prefix { $0.isHalfOfPair && $0.path.holder == operation.path.holder }
            if let change = value.changeOfDuration(by: halves) {
                found.append(RecordedDifference(operation.path.holder, name, change.before, change.after))
                (value, rest) = (change.value, rest.dropFirst(halves.count))
                continue
            }
            rest.removeFirst()
            removedCount = operation.kind == .remove && operation.path == latest ? removedCount + 1 : 0
            latest = operation.kind == .remove ? operation.path : nil
            let before = operation.kind.isAddition ? nil : value[operation.path]
            do { try JSONPatch(operations: [operation]).apply(to: &value) } catch { continue }
            let after = operation.kind == .remove ? nil : value[operation.path]
            found.append(RecordedDifference(operation.path.moved(by: removedCount), name, before, after))
        }
        return found
    }

    /// The value at a key path such as `items[3].title`; `nil` where nothing is.
    public subscript(keyPath: String) -> RecordedValue? {
        guard let path = JSONPath(keyPath: keyPath) else { return nil }
        return value[path].map(RecordedValue.init)
    }

    /// On one line, and of a huge value its beginning only.
    var shownJSON: String {
        value.durationText ?? json.shortened(to: 301)
    }
}

extension RecordedDifference {
    fileprivate init(_ path: JSONPath, _ root: String, _ before: JSON?, _ after: JSON?) {
        self.init(
            path: path.keyPath(root: root), before: before.map(RecordedValue.init), after: after.map(RecordedValue.init)
        )
    }
}

extension JSONPath {
    /// The path of the value that this is a part of.
    fileprivate var holder: JSONPath { JSONPath(steps: steps.dropLast()) }

    /// The path of an element further on in the same list.
    fileprivate func moved(by distance: Int) -> JSONPath {
        guard distance > 0, case .index(let index) = steps.last else { return self }
        return holder + .index(index + distance)
    }
}

extension JSONPatch.Operation {
    /// Whether it changes the first or the second of some elements, and nothing else.
    fileprivate var isHalfOfPair: Bool {
        guard case .replace = kind, let index = path.steps.last?.index else { return false }
        return index < 2
    }
}

extension JSON {
    /// The duration before and after changes of its halves, with the value that they lead to; `nil` where it is no duration.
    fileprivate func changeOfDuration(
        by halves: ArraySlice<JSONPatch.Operation>
    ) -> (before: JSON, after: JSON, value: JSON)? {
        guard let holder = halves.first?.path.holder, let before = self[holder], before.isPerhapsDuration else {
            return nil
        }
        var value = self
        do { try JSONPatch(operations: Array(halves)).apply(to: &value) } catch { return nil }
        guard let after = value[holder], after.isPerhapsDuration else { return nil }
        return (before.durationText ?? after.durationText) == nil ? nil : (before, after, value)
    }
}

import CycleBase

/// Finds a short patch from one JSON value to another.
///
/// Objects are compared field by field. Of two arrays what is equal at both ends is left alone, and so is what has moved by
/// some places because elements left at one end and came at the other, as in a list of undo steps; what is left is compared
/// in pairs. A value is replaced as a whole where that is shorter.
struct JSONDifference {
    private var patch = JSONPatch()
    /// About how long the text of the patch is.
    private var byteCount = 0
    private let isForPeople: Bool

    private init(isForPeople: Bool) {
        self.isForPeople = isForPeople
    }

    /// - Parameter isForPeople: Whether each change stands at its own place, though it may be shorter to replace the
    ///   whole, or to copy an element of a list and to change the copy.
    static func patch(from old: JSON, to new: JSON, isForPeople: Bool = false) -> JSONPatch {
        var difference = JSONDifference(isForPeople: isForPeople)
        if old != new { difference.compare(old, new, at: JSONPath()) }
        return difference.patch
    }

    private mutating func append(_ kind: JSONPatch.Operation.Kind, at path: JSONPath) {
        patch.operations.append(JSONPatch.Operation(path: path, kind: kind))
        byteCount += 40 + path.byteCount
        switch kind {
        case .add(let value), .replace(let value): byteCount += value.byteCount()
        case .copy(let source): byteCount += source.byteCount
        case .remove: break
        }
    }

    /// - Parameter new: Not equal to `old`.
    private mutating func compare(_ old: JSON, _ new: JSON, at path: JSONPath) {
        let (count, length) = (patch.operations.count, byteCount)
        switch (old, new) {
        case (.object(let old), .object(let new)) where old.sharesKey(with: new): compare(old, new, at: path)
        case (.array(let old), .array(let new)) where !old.isEmpty && !new.isEmpty: compare(old, new, at: path)
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _):
            return append(.replace(new), at: path)
        }
        let limit = byteCount - length
        if limit > 80, !isForPeople, new.byteCount(upTo: limit) + 40 + path.byteCount < limit {
            patch.operations.removeSubrange(count...)
            byteCount = length
            append(.replace(new), at: path)
        }
    }

    // MARK: Objects

    private mutating func compare(_ old: [JSON.Field], _ new: [JSON.Field], at path: JSONPath) {
        var rest = old[...]
        for field in new {
            while let first = rest.first, first.key < field.key {
                append(.remove, at: path + .key(first.key))
                rest.removeFirst()
            }
            if let first = rest.first, first.key == field.key {
                if first.value != field.value { compare(first.value, field.value, at: path + .key(field.key)) }
                rest.removeFirst()
            } else {
                append(.add(field.value), at: path + .key(field.key))
            }
        }
        for field in rest { append(.remove, at: path + .key(field.key)) }
    }

    // MARK: Arrays

    private mutating func compare(_ old: [JSON], _ new: [JSON], at path: JSONPath) {
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let oldRest = old[head..<(old.count - tail)]
        let newRest = new[head..<(new.count - tail)]
        if let left = oldRest.offset(ofStartOf: newRest) {
            remove(left, at: head, path)
            insert(newRest.indices.dropFirst(oldRest.count - left), of: new, path)
        } else if let come = newRest.offset(ofStartOf: oldRest) {
            let kept = newRest.count - come
            remove(oldRest.count - kept, at: head + kept, path)
            insert(newRest.indices.prefix(come), of: new, path)
        } else {
            for (index, pair) in zip(newRest.indices, zip(oldRest, newRest)) where pair.0 != pair.1 {
                compare(pair.0, pair.1, at: path + .index(index))
            }
            let common = min(oldRest.count, newRest.count)
            remove(oldRest.count - common, at: head + common, path)
            insert(newRest.indices.dropFirst(common), of: new, path)
        }
    }

    private mutating func remove(_ count: Int, at index: Int, _ path: JSONPath) {
        for _ in 0..<count { append(.remove, at: path + .index(index)) }
    }

    private mutating func insert(_ indices: Range<Int>, of elements: [JSON], _ path: JSONPath) {
        for index in indices {
            let isCopied =
                if index > 0 {
                    insertCopy(of: elements[index - 1], from: index - 1, as: elements[index], at: index, path)
                } else if indices.upperBound < elements.count {
                    insertCopy(of: elements[indices.upperBound], from: index, as: elements[index], at: index, path)
                } else {
                    false
                }
            if !isCopied { append(.add(elements[index]), at: path + .index(index)) }
        }
    }

    /// A step of an undo list differs little from the one beside it: then that is copied, and changed.
    ///
    /// - Returns: Whether that is shorter than the element.
    private mutating func insertCopy(
        of neighbour: JSON, from source: Int, as element: JSON, at index: Int, _ path: JSONPath
    ) -> Bool {
        guard !isForPeople, element.byteCount(upTo: Self.copyByteCount) > Self.copyByteCount else { return false }
        let (count, length) = (patch.operations.count, byteCount)
        append(.copy(from: path + .index(source)), at: path + .index(index))
        if neighbour != element { compare(neighbour, element, at: path + .index(index)) }
        guard element.byteCount(upTo: byteCount - length) < byteCount - length else { return true }
        patch.operations.removeSubrange(count...)
        byteCount = length
        return false
    }

    /// Shorter values are written as they are, not as copies.
    private static let copyByteCount = 100
}

extension JSONPath {
    fileprivate var byteCount: Int {
        steps.reduce(0) { count, step in
            switch step {
            case .key(let key): count + key.utf8.count + 1
            case .index, .element: count + 3
            }
        }
    }
}

extension [JSON.Field] {
    /// Two enum cases share no key: then one takes the place of the other.
    fileprivate func sharesKey(with other: [JSON.Field]) -> Bool {
        contains { field in
            let index = other.insertionIndex(of: field.key)
            return index < other.count && other[index].key == field.key
        }
    }
}

extension ArraySlice<JSON> {
    /// No more of many alike are tried: a list of equal elements would take the square of its length.
    private static let attemptLimit = 8

    /// How many elements stand before those that the other one begins with, up to the end of this one.
    fileprivate func offset(ofStartOf other: ArraySlice<JSON>) -> Int? {
        guard let first = other.first else { return count }
        var attempts = 0
        for index in indices where self[index] == first && attempts < Self.attemptLimit {
            attempts += 1
            let run = self[index...]
            if run.count <= other.count, zip(run, other).allSatisfy(==) { return index - startIndex }
        }
        return nil
    }
}

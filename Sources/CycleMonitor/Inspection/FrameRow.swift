import CycleBase

/// A frame as rows of a tree: what is open of it, and what a moment changed in it.
package struct FrameRow: Hashable, Sendable {
    package enum Mark: Hashable, Sendable {
        case none, added, changed, removed
        /// Something inside has changed.
        case holdsChange
    }

    package let place: RecordedPath
    /// The last step of the place, as `title` or `[3]`.
    package let name: String
    /// The field `id` of an element of a list that is open: its index may change.
    package let identity: String?
    /// The value on one line, or how many parts it has.
    package let text: String
    /// The value before, on one line, where it was another one.
    package let before: String?
    package let depth: Int
    package let isBranch: Bool
    package let isOpen: Bool
    package let mark: Mark

    /// So many parts of one value become rows.
    private static let partLimit = 500

    /// - Parameters:
    ///   - frame: The frame after.
    ///   - differences: Its changes.
    ///   - toggled: The places that are open where they would be closed, or the other way round.
    package static func rows(
        of frame: RecordedValue, _ differences: [RecordedDifference], toggled: Set<RecordedPath>
    ) -> [FrameRow] {
        var tree = Tree(toggled: toggled)
        for difference in differences {
            guard let place = RecordedPath(difference.path) else { continue }
            if difference.after == nil {
                tree.removed.append(difference)
            } else {
                tree.changes[place.path] = difference
            }
            for depth in 0..<place.path.steps.count {
                tree.holders.insert(JSONPath(steps: Array(place.path.steps.prefix(depth))))
            }
        }
        tree.add("frame", frame.value, JSONPath(), 0)
        return tree.rows
    }

    private struct Tree {
        let toggled: Set<RecordedPath>
        var changes: [JSONPath: RecordedDifference] = [:]
        /// Not by path: where an element of a list was, there is the next one now.
        var removed: [RecordedDifference] = []
        /// The places with a change inside.
        var holders: Set<JSONPath> = []
        var rows: [FrameRow] = []

        init(toggled: Set<RecordedPath>) {
            self.toggled = toggled
        }

        mutating func add(_ name: String, _ value: JSON, _ path: JSONPath, _ depth: Int) {
            let parts = value.parts
            let isBranch = !parts.isEmpty
            let holdsChange = holders.contains(path)
            let isOpenByItself =
                depth == 0 || holdsChange
                || changes.isEmpty && removed.isEmpty && depth < 2 && parts.count <= 8 && !value.isShort
            let isOpen = isBranch && isOpenByItself != toggled.contains(RecordedPath(path))
            let difference = changes[path]
            rows.append(
                FrameRow(
                    place: RecordedPath(path), name: name, identity: isOpen ? value.identity(at: path) : nil,
                    text: isOpen
                        ? value.size : difference?.afterText(upTo: 300) ?? RecordedValue(value).text(upTo: 300),
                    before: difference?.beforeText(upTo: 120), depth: depth, isBranch: isBranch, isOpen: isOpen,
                    mark: mark(difference, holdsChange)))
            guard isOpen else { return }
            for part in parts.prefix(FrameRow.partLimit) { add(part.name, part.value, path + part.step, depth + 1) }
            if holdsChange { addRemoved(path, depth + 1) }
        }

        private func mark(_ difference: RecordedDifference?, _ holdsChange: Bool) -> Mark {
            guard let difference else { return holdsChange ? .holdsChange : .none }
            return difference.before == nil ? .added : .changed
        }

        /// Rows for the parts that are gone from here.
        private mutating func addRemoved(_ path: JSONPath, _ depth: Int) {
            for difference in removed {
                guard let place = RecordedPath(difference.path), place.path.steps.dropLast() == path.steps[...] else {
                    continue
                }
                rows.append(
                    FrameRow(
                        place: place, name: JSONPath(steps: place.path.steps.suffix(1)).keyPath(root: ""),
                        identity: nil,
                        text: difference.beforeText(upTo: 300) ?? "", before: nil, depth: depth, isBranch: false,
                        isOpen: false, mark: .removed))
            }
        }
    }
}

extension JSON {
    fileprivate var parts: [(name: String, step: JSONPath.Step, value: JSON)] {
        switch self {
        case .null, .bool, .number, .string: []
        // A duration is read as one value, not as the halves of its number.
        case .array where durationText != nil: []
        case .array(let elements): elements.enumerated().map { ("[\($0)]", .index($0), $1) }
        case .object(let fields): fields.map { ($0.key, .key($0.key), $0.value) }
        }
    }

    /// The field `id` of an element of a list.
    fileprivate func identity(at path: JSONPath) -> String? {
        guard case .index = path.steps.last, let id = self["id"] else { return nil }
        return id.plainText(upTo: 40)
    }

    /// Whether it is read more quickly on one line.
    fileprivate var isShort: Bool { byteCount(upTo: 32) <= 32 }

    fileprivate var size: String {
        switch self {
        case .null, .bool, .number, .string, .object: ""
        case .array(let elements): "\(elements.count)"
        }
    }
}

import CycleBase

/// The rows of a frame, as a page draws them: those of a moment are the rows of the moment before with a few edits.
///
///     total: 3           depth 1, name "total", text "3"
///     items:             depth 1, name "items", no text: the deeper rows behind it are its parts
///       "milk"           depth 2, no name: the page counts the elements of a list, so that they can move along
struct PageFrame {
    struct Row: Hashable {
        let depth: Int
        /// `nil` for an element of a list.
        let name: String?
        /// `nil` for a value with rows of its own.
        let text: String?
        /// The number of its place, which it keeps while its text changes, and while it moves along in a list.
        let place: Int
    }

    /// Some rows take the place of others.
    struct Edit {
        let rows: Range<Int>
        let added: [Row]
    }

    /// A field of an object, an element of a list by its field `id`, or one by the index at which it came.
    private struct Slot: Hashable {
        let holder: Int
        let name: String
    }

    /// A longer text is cut.
    static let textLimit = 2_000

    private var rows: [Row] = []
    private var value: JSON?
    private var places: [Slot: Int] = [:]
    private var isShown: [Bool] = [true]
    private var moment = 0
    /// The moments that wrote the row of each place or took it away.
    private(set) var blame: [[Int]] = [[]]

    /// Goes on to the frame of the next moment.
    ///
    /// - Parameter isStart: Whether it has nothing to do with the frame before it.
    mutating func show(_ frame: JSON, isStart: Bool, moment: Int) -> [Edit] {
        self.moment = moment
        guard var value, !isStart else { return [showWhole(frame)] }
        var edits: [Edit] = []
        for operation in JSONDifference.patch(from: value, to: frame, isForPeople: true).operations {
            do { try JSONPatch(operations: [operation]).apply(to: &value) } catch { return [showWhole(frame)] }
            edits.append(edit(operation, value))
        }
        self.value = frame
        return edits
    }

    private mutating func showWhole(_ frame: JSON) -> Edit {
        value = frame
        return replace(rows.indices, by: frame, nil, depth: 0) { _ in 0 }
    }

    /// - Parameter value: The frame after the operation.
    private mutating func edit(_ operation: JSONPatch.Operation, _ value: JSON) -> Edit {
        var path = operation.path
        // A part of what is one row changes that row.
        if let last = path.steps.indices.last, value[JSONPath(steps: Array(path.steps[..<last]))]?.rowText != nil {
            path.steps.removeLast()
        }
        var (at, holder, isThere) = (0, 0, true)
        for (index, step) in path.steps.enumerated() {
            guard rows[at].text == nil else {
                path.steps.removeSubrange(index...)
                break
            }
            holder = at
            (at, isThere) = child(step, of: at)
        }
        let name = path.steps.last?.key
        let isWhole = path.steps.count < operation.path.steps.count
        let old = at..<(isThere ? end(of: at) : at)
        let holderPlace = rows[holder].place
        guard !isWhole, !path.steps.isEmpty else { return replaceRow(old, by: value[path] ?? .null, name, path) }
        switch operation.kind {
        case .remove: return remove(old)
        case .add, .copy:
            guard name == nil || !isThere else { return replaceRow(old, by: value[path] ?? .null, name, path) }
            let new = value[path] ?? .null
            return replace(at..<at, by: new, name, depth: path.steps.count) {
                $0.place(in: holderPlace, name.map { "." + $0 } ?? new.slot(at: path.steps.last?.index ?? 0))
            }
        case .replace: return replaceRow(old, by: value[path] ?? .null, name, path)
        }
    }

    /// The row of a part, or where it belongs.
    private func child(_ step: JSONPath.Step, of holder: Int) -> (row: Int, isThere: Bool) {
        var (at, index) = (holder + 1, 0)
        while at < rows.count, rows[at].depth > rows[holder].depth {
            switch (rows[at].name, step) {
            case (let name?, .key(let key)):
                if name >= key { return (at, name == key) }
            case (nil, _):
                if index == step.index { return (at, true) }
            case (_, .index), (_, .element): break
            }
            index += 1
            at = end(of: at)
        }
        return (at, false)
    }

    private func end(of row: Int) -> Int {
        rows[(row + 1)...].firstIndex { $0.depth <= rows[row].depth } ?? rows.count
    }

    // MARK: Edits

    private mutating func remove(_ old: Range<Int>) -> Edit {
        for row in rows[old] { leave(row.place) }
        rows.removeSubrange(old)
        return Edit(rows: old, added: [])
    }

    /// The new row has the place of the old one.
    private mutating func replaceRow(_ old: Range<Int>, by value: JSON, _ name: String?, _ path: JSONPath) -> Edit {
        let place = old.isEmpty ? 0 : rows[old.lowerBound].place
        return replace(old, by: value, name, depth: path.steps.count) {
            $0.isShown[place] = true
            return place
        }
    }

    private mutating func replace(
        _ old: Range<Int>, by value: JSON, _ name: String?, depth: Int, at place: (inout PageFrame) -> Int
    ) -> Edit {
        for row in rows[old] { leave(row.place) }
        var added: [Row] = []
        add(value, name, depth: depth, place: place(&self), to: &added)
        rows.replaceSubrange(old, with: added)
        return Edit(rows: old, added: added)
    }

    private mutating func add(_ value: JSON, _ name: String?, depth: Int, place: Int, to added: inout [Row]) {
        note(place)
        let text = value.rowText
        added.append(Row(depth: depth, name: name, text: text, place: place))
        guard text == nil else { return }
        switch value {
        case .null, .bool, .number, .string: break
        case .object(let fields):
            for field in fields {
                let part = self.place(in: place, "." + field.key)
                add(field.value, field.key, depth: depth + 1, place: part, to: &added)
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                let part = self.place(in: place, element.slot(at: index))
                add(element, nil, depth: depth + 1, place: part, to: &added)
            }
        }
    }

    // MARK: Places

    /// The place that had this name before, unless its row has moved along and is still shown.
    private mutating func place(in holder: Int, _ name: String) -> Int {
        let slot = Slot(holder: holder, name: name)
        if let known = places[slot], !isShown[known] {
            isShown[known] = true
            return known
        }
        blame.append([])
        isShown.append(true)
        places[slot] = places[slot] ?? blame.count - 1
        return blame.count - 1
    }

    private mutating func leave(_ place: Int) {
        isShown[place] = false
        note(place)
    }

    private mutating func note(_ place: Int) {
        if blame[place].last != moment { blame[place].append(moment) }
    }
}

extension JSON {
    /// The text of a value without rows of its own: it has no parts, or is read as one value.
    fileprivate var rowText: String? {
        switch self {
        case .null, .bool, .number, .string, .array([]), .object([]): shortText
        case .array: durationText
        case .object: nil
        }
    }

    private var shortText: String { text.shortened(to: PageFrame.textLimit + 1) }

    /// The name of an element of a list among its slots.
    fileprivate func slot(at index: Int) -> String { self["id"].map { "id: \($0.text)" } ?? "[\(index)]" }
}

extension JSONPath.Step {
    fileprivate var key: String? { if case .key(let key) = self { key } else { nil } }
}

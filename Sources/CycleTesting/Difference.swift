import CycleBase

/// Where two values differ, field by field.
///
///     print(Difference(of: expected, and: actual, named: "frame"))
///
///     frame.items[3].title: "a" -> "b"
///     frame.items[4]: added Item(title: "c")
///     frame.mode: browsing -> adding
///
/// Made for a person who looks at a failed test: what is equal is not mentioned. Values of any type are taken apart as
/// `Mirror` shows them; what is `Equatable` is compared by `==`. Of two arrays what is equal at both ends is left out, and
/// the rest is compared in pairs.
///
/// - Source: `diff` and `expectNoDifference` of swift-custom-dump.
public struct Difference: Hashable, Sendable {
    /// One place where they differ.
    public struct Place: Hashable, Sendable {
        /// How Swift would get there: `frame.items[3].title`.
        public let path: String
        /// The value before, as text; `nil` where there was none.
        public let before: String?
        /// The value after, as text; `nil` where there is none.
        public let after: String?
    }

    /// In the order in which the fields are declared.
    public let places: [Place]

    /// - Parameters:
    ///   - before: The old value, or the expected one.
    ///   - after: The new value.
    ///   - name: Stands at the beginning of every path.
    ///   - limit: How many differences to find.
    /// - Complexity: Equal parts that are `Equatable` cost one `==`.
    public init<Value>(of before: Value, and after: Value, named name: String = "", limit: Int = 100) {
        var finder = DifferenceFinder(limit: limit)
        finder.compare(before, after, at: name, depth: 0)
        places = finder.places
    }

    /// Whether no difference was found.
    public var isEmpty: Bool { places.isEmpty }
}

extension Difference: CustomStringConvertible {
    /// A place a line.
    public var description: String { places.map(\.description).joined(separator: "\n") }
}

extension Difference.Place: CustomStringConvertible {
    public var description: String {
        let place = path.isEmpty ? "" : "\(path): "
        return switch (before, after) {
        case (let before?, let after?) where before == after:
            "\(place)\(before) -> \(after), unequal though they read alike"
        case (let before?, let after?): "\(place)\(before) -> \(after)"
        case (nil, let after): "\(place)added \(after ?? "")"
        case (let before, nil): "\(place)removed \(before ?? "")"
        }
    }
}

/// Takes two values apart, in step.
private struct DifferenceFinder {
    /// Deeper than any frame.
    private static let depthLimit = 64

    private(set) var places: [Difference.Place] = []
    private let limit: Int
    /// Objects may refer to each other: each pair is compared once.
    private var visited: Set<[ObjectIdentifier]> = []

    init(limit: Int) {
        self.limit = limit
    }

    private mutating func note(_ path: String, _ before: Any?, _ after: Any?) {
        guard places.count < limit else { return }
        places.append(Difference.Place(path: path, before: before.map(shownText), after: after.map(shownText)))
    }

    mutating func compare(_ before: Any, _ after: Any, at path: String, depth: Int) {
        guard places.count < limit, areEqual(before, after) != true else { return }
        let count = places.count
        guard depth < Self.depthLimit, compareParts(before, after, at: path, depth: depth + 1) else {
            return noteLeaf(before, after, at: path)
        }
        // Unequal, but not in anything that they show of themselves.
        if places.count == count, areEqual(before, after) == false { note(path, before, after) }
    }

    private mutating func noteLeaf(_ before: Any, _ after: Any, at path: String) {
        guard areEqual(before, after) == false || shownText(before) != shownText(after) else { return }
        note(path, before, after)
    }

    private func identity(of object: Any) -> ObjectIdentifier { ObjectIdentifier(object as AnyObject) }

    /// - Returns: Whether both have parts that can be compared.
    private mutating func compareParts(_ before: Any, _ after: Any, at path: String, depth: Int) -> Bool {
        if isShownWhole(before) { return false }
        let (old, new) = (Mirror(reflecting: before), Mirror(reflecting: after))
        guard old.displayStyle == new.displayStyle, old.subjectType == new.subjectType else { return false }
        switch old.displayStyle {
        case .optional:
            guard let old = old.children.first, let new = new.children.first else { return false }
            compare(old.value, new.value, at: path, depth: depth)
        case .collection: compareElements(old.children.map(\.value), new.children.map(\.value), at: path, depth)
        case .dictionary: compareEntries(old, new, at: path, depth)
        case .set: compareMembers(old.children.map(\.value), new.children.map(\.value), at: path)
        case .enum:
            guard let old = old.children.first, let new = new.children.first, old.label == new.label else {
                return false
            }
            compare(old.value, new.value, at: path.appending(field: old.label ?? ""), depth: depth)
        case .class where !visited.insert([identity(of: before), identity(of: after)]).inserted: break
        case .struct, .class, .tuple: return compareFields(old, new, at: path, depth)
        default: return false
        }
        return true
    }

    /// - Returns: Whether they have fields, the same ones.
    private mutating func compareFields(_ old: Mirror, _ new: Mirror, at path: String, _ depth: Int) -> Bool {
        let (oldFields, newFields) = (old.fields, new.fields)
        guard !oldFields.isEmpty, oldFields.map(\.label) == newFields.map(\.label) else { return false }
        for (old, new) in zip(oldFields, newFields) {
            compare(old.value, new.value, at: path.appending(field: old.label ?? ""), depth: depth)
        }
        return true
    }

    private mutating func compareElements(_ old: [Any], _ new: [Any], at path: String, _ depth: Int) {
        let head = zip(old, new).prefix { areAlike($0, $1) }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { areAlike($0, $1) }.count
        let (oldRest, newRest) = (old[head..<(old.count - tail)], new[head..<(new.count - tail)])
        for (index, pair) in zip(oldRest.indices, zip(oldRest, newRest)) {
            compare(pair.0, pair.1, at: "\(path)[\(index)]", depth: depth)
        }
        for index in oldRest.indices.dropFirst(newRest.count) { note("\(path)[\(index)]", old[index], nil) }
        for index in newRest.indices.dropFirst(oldRest.count) { note("\(path)[\(index)]", nil, new[index]) }
    }

    private mutating func compareEntries(_ old: Mirror, _ new: Mirror, at path: String, _ depth: Int) {
        let (old, new) = (old.entries, new.entries)
        for key in Set(old.keys).union(new.keys).sorted() {
            let path = "\(path)[\(key)]"
            if let before = old[key], let after = new[key] {
                compare(before, after, at: path, depth: depth)
            } else {
                note(path, old[key], new[key])
            }
        }
    }

    private mutating func compareMembers(_ old: [Any], _ new: [Any], at path: String) {
        let names = { (members: [Any]) in Set(members.map(shownText)) }
        let byText = { (first: Any, second: Any) in shownText(first) < shownText(second) }
        let (oldNames, newNames) = (names(old), names(new))
        for member in old.sorted(by: byText) where !newNames.contains(shownText(member)) { note(path, member, nil) }
        for member in new.sorted(by: byText) where !oldNames.contains(shownText(member)) { note(path, nil, member) }
    }

    private func areAlike(_ first: Any, _ second: Any) -> Bool {
        if let isEqual = areEqual(first, second) { return isEqual }
        var finder = DifferenceFinder(limit: 1)
        finder.visited = visited
        finder.compare(first, second, at: "", depth: 0)
        return finder.places.isEmpty
    }
}

extension Mirror {
    /// Those of a superclass first.
    fileprivate var fields: [Child] { (superclassMirror?.fields ?? []) + children }

    /// The values of a dictionary, by their keys as text.
    fileprivate var entries: [String: Any] {
        var entries: [String: Any] = [:]
        for child in children {
            let parts = Mirror(reflecting: child.value).children.map(\.value)
            if parts.count == 2 { entries[shownText(parts[0])] = parts[1] }
        }
        return entries
    }
}

extension String {
    /// The place of a field in this place. A tuple's first field is `.0`: its label is `.0` already.
    package func appending(field: String) -> String {
        if field.isEmpty { return self }
        return field.first == "." || isEmpty ? self + field : "\(self).\(field)"
    }
}

/// `nil` where they cannot be compared.
private func areEqual(_ first: Any, _ second: Any) -> Bool? {
    func isEqual<Value: Equatable>(_ first: Value) -> Bool? {
        (second as? Value).map { $0 == first }
    }
    guard let first = first as? any Equatable else { return nil }
    return isEqual(first)
}

/// Whether the value is shown as one, though its mirror has parts: the two halves of a number for a duration, and each byte of bytes.
package func isShownWhole(_ value: Any) -> Bool { value is Duration || isBytes(value) }

/// An empty array of anything could be cast to bytes.
private func isBytes(_ value: Any) -> Bool { type(of: value) == [UInt8].self }

/// On one line, and of a huge value its beginning only.
package func shownText(_ value: Any) -> String {
    let isText = value is String || value is Substring || value is Character
    let bytes = isBytes(value) ? (value as? [UInt8]).map(readableBytes) : nil
    return (isText ? String(reflecting: value) : bytes ?? readableText(value)).shortened(to: 301)
}

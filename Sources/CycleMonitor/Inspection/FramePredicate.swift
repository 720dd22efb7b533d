import CycleBase

/// A condition on a recorded frame, as a person types it.
///
///     let isStuck = try FramePredicate("total > 3 && !isDone || items[0].title contains \"milk\"")
///     recording.moments.filter { isStuck.holds(for: $0.effect) }
///
/// Operands are key paths, numbers, strings, `true`, `false` and `nil`; operators are `==`, `!=`, `<`, `<=`, `>`, `>=`,
/// `contains`, `!`, `&&`, `||` and parentheses, with Swift's precedence. A key path that leads nowhere is `nil`. A comparison of
/// a number with a text is false. `contains` looks for a part of a text, an element of an array or a key of an object.
///
/// - Complexity: O(size of the condition) for a frame.
public struct FramePredicate: Hashable, Sendable, CustomStringConvertible {
    /// The text that is not a condition, with the reason.
    public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        /// The whole text.
        public let text: String
        /// The word that does not fit, and why.
        public let reason: String
        public var description: String { "\"\(text)\" is not a condition: \(reason)" }
    }

    /// The text that it was made of.
    public let description: String
    private let condition: Condition

    /// - Throws: ``Mistake``, which names the word that does not fit.
    public init(_ text: String) throws(Mistake) {
        description = text
        var parser = PredicateParser(text)
        condition = try parser.whole()
    }

    /// Whether a frame fulfils it.
    public func holds(for frame: RecordedValue) -> Bool { condition.holds(for: frame.value) }

    indirect enum Condition: Hashable, Sendable {
        case operand(Operand)
        case comparison(Operand, Comparison, Operand)
        case not(Condition)
        case both(Condition, Condition)
        case either(Condition, Condition)

        func holds(for frame: JSON) -> Bool {
            switch self {
            case .operand(let operand): operand.value(in: frame) == .bool(true)
            case .comparison(let left, let comparison, let right):
                comparison.holds(left.value(in: frame), right.value(in: frame))
            case .not(let condition): !condition.holds(for: frame)
            case .both(let left, let right): left.holds(for: frame) && right.holds(for: frame)
            case .either(let left, let right): left.holds(for: frame) || right.holds(for: frame)
            }
        }
    }

    enum Operand: Hashable, Sendable {
        case path(JSONPath)
        case value(JSON)

        func value(in frame: JSON) -> JSON {
            switch self {
            case .path(let path): frame[path] ?? .null
            case .value(let value): value
            }
        }
    }

    enum Comparison: String, CaseIterable, Hashable, Sendable {
        case equal = "=="
        case different = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case contains = "contains"

        func holds(_ left: JSON, _ right: JSON) -> Bool {
            switch self {
            case .equal: left.isSame(as: right)
            case .different: !left.isSame(as: right)
            case .less: left.isOrdered(before: right)
            case .lessOrEqual: left.isOrdered(before: right) || left.isComparable(with: right) && left.isSame(as: right)
            case .greater: right.isOrdered(before: left)
            case .greaterOrEqual:
                right.isOrdered(before: left) || left.isComparable(with: right) && left.isSame(as: right)
            case .contains: left.holdsPart(right)
            }
        }
    }
}

extension JSON {
    fileprivate var double: Double? {
        if case .number(let digits) = self { Double(digits) } else { nil }
    }

    fileprivate func isComparable(with other: JSON) -> Bool {
        double != nil && other.double != nil || string != nil && other.string != nil
    }

    fileprivate func isSame(as other: JSON) -> Bool {
        if let number = double, let other = other.double { return number == other }
        return self == other
    }

    fileprivate func isOrdered(before other: JSON) -> Bool {
        if let number = double, let other = other.double { return number < other }
        if let text = string, let other = other.string { return text < other }
        return false
    }

    fileprivate func holdsPart(_ part: JSON) -> Bool {
        switch self {
        case .string(let text): part.string.map(text.hasPart) ?? false
        case .array(let elements): elements.contains { $0.isSame(as: part) }
        case .object(let fields): fields.contains { $0.key == part.string }
        case .null, .bool, .number: false
        }
    }
}

extension String {
    /// Not `contains`, which links the library of regular expressions into static programs.
    func hasPart(_ part: String) -> Bool {
        let (text, part) = (Array(utf8), Array(part.utf8))
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }
}

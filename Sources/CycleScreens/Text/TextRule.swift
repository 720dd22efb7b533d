/// A rule that a text must obey before it can be submitted.
public enum TextRule: Hashable, Sendable, Codable {
    case notEmpty
    /// So many characters.
    case length(ClosedRange<Int>)
    /// A whole number.
    case integer(ClosedRange<Int>)
    case number
    case oneOf([String])
    /// `9` is a digit, `a` a letter, `*` either; all else, as what follows a `\`, stands for itself: `99.99.9999`. A field that
    /// has this rule takes nothing else, and puts in what stands for itself.
    case pattern(String)

    /// The mistake in a text, in words for its writer; `nil` for none.
    public func problem(in text: String) -> String? {
        switch self {
        case .notEmpty: text.allSatisfy(\.isWhitespace) ? "must not be empty" : nil
        case .length(let range):
            if text.count < range.lowerBound {
                "at least \(range.lowerBound) characters"
            } else if text.count > range.upperBound {
                "at most \(range.upperBound) characters"
            } else {
                nil
            }
        case .integer(let range):
            Int(text).map { range.contains($0) } == true
                ? nil : "a number from \(range.lowerBound) to \(range.upperBound)"
        case .number: Double(text) == nil ? "must be a number" : nil
        case .pattern(let pattern): TextPattern(pattern).matches(text) ? nil : "must look like \(pattern)"
        case .oneOf(let texts): texts.contains(text) ? nil : "one of \(texts.joined(separator: ", "))"
        }
    }
}

extension [TextRule] {
    /// The message of the first broken rule.
    func problem(in text: String) -> String? { lazy.compactMap { $0.problem(in: text) }.first }

    /// The pattern that shapes the text as it is typed.
    var pattern: TextPattern? {
        for case .pattern(let text) in self { return TextPattern(text) }
        return nil
    }
}

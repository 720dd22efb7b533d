/// What a text must be before it can be submitted.
public enum TextRule: Hashable, Sendable, Codable {
    case notEmpty
    /// So many characters.
    case length(ClosedRange<Int>)
    /// A whole number.
    case integer(ClosedRange<Int>)
    case number
    case oneOf([String])

    /// What is wrong with a text, in words for its writer; `nil` if nothing is.
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
        case .oneOf(let texts): texts.contains(text) ? nil : "one of \(texts.joined(separator: ", "))"
        }
    }
}

extension [TextRule] {
    /// What the first rule that is broken says.
    func problem(in text: String) -> String? { lazy.compactMap { $0.problem(in: text) }.first }
}

/// A rule that a text must obey before it can be submitted.
///
///     TextInput(rules: [.notEmpty, TextRule("is no address") { $0.contains("@") }])
public enum TextRule: Hashable, Sendable, Codable {
    /// Something that is not blank.
    case notEmpty
    /// So many characters.
    case length(ClosedRange<Int>)
    /// A whole number.
    case integer(ClosedRange<Int>)
    /// A number in decimal digits, with or without a fraction and a power of ten: `12`, `-0.5`, `1e3`.
    case number
    /// One of these texts.
    case oneOf([String])
    /// `9` is a digit, `a` a letter, `*` either; all else, as what follows a `\`, stands for itself: `99.99.9999`. A field that
    /// has this rule takes nothing else, and puts in what stands for itself.
    case pattern(String)
    /// A rule of the program: see ``init(_:holds:)``.
    case named(NamedTextRule)

    /// A rule of the program.
    ///
    /// Two such rules are equal when their messages are, and a frame that is written down has the message alone. In a frame
    /// that was read, the rule holds for every text, until the field is given its ``TextInput/rules`` again, or the form by
    /// ``FormState/restoreRules(from:)``.
    ///
    /// - Parameters:
    ///   - problem: The mistake, in words for the writer of the text.
    ///   - holds: Whether a text is right: a function of the text alone.
    public init(_ problem: String, holds: @escaping @Sendable (_ text: String) -> Bool) {
        self = .named(NamedTextRule(problem, holds: holds))
    }

    /// The mistake in a text, in words for its writer; `nil` for none.
    public func problem(in text: String) -> String? {
        switch self {
        case .notEmpty: text.allSatisfy(\.isWhitespace) ? "must be filled in" : nil
        case .length(let range): range.contains(text.count) ? nil : Self.problem(ofLength: text.count, in: range)
        case .integer(let range): Int(text).map { range.contains($0) } == true ? nil : Self.problem(ofNumberIn: range)
        case .number: Self.isNumber(text) ? nil : "must be a number"
        case .pattern(let pattern): TextPattern(pattern).matches(text) ? nil : "must look like \(pattern)"
        case .oneOf(let texts): texts.contains(text) ? nil : "must be \(Self.choice(of: texts))"
        case .named(let rule): rule.holds(for: text) ? nil : rule.problem
        }
    }

    /// The standard library reads `nan`, `inf` and `0x10`, too, which no user means by a number; `1e400` is none that there is.
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) } && Double(text)?.isFinite == true
    }

    private static func problem(ofLength count: Int, in range: ClosedRange<Int>) -> String {
        let (least, most) = (range.lowerBound, range.upperBound)
        func characters(_ count: Int) -> String { count == 1 ? "1 character" : "\(count) characters" }
        if count == 0, least == 1 { return "must be filled in" }
        if least == most { return "must have \(characters(least))" }
        return count < least ? "must have \(characters(least)) or more" : "must have \(characters(most)) or fewer"
    }

    private static func problem(ofNumberIn range: ClosedRange<Int>) -> String {
        switch (range.lowerBound > .min, range.upperBound < .max) {
        case (true, true): "must be a number from \(range.lowerBound) to \(range.upperBound)"
        case (true, false): "must be a number, \(range.lowerBound) or more"
        case (false, true): "must be a number, \(range.upperBound) or less"
        case (false, false): "must be a whole number"
        }
    }

    private static func choice(of texts: [String]) -> String {
        guard let last = texts.last, texts.count > 1 else { return texts.first ?? "empty" }
        return texts.dropLast().joined(separator: ", ") + " or " + last
    }
}

/// A rule of the program, by its message.
public struct NamedTextRule: Hashable, Sendable, Codable {
    /// The mistake, in words for the writer of the text.
    public let problem: String
    /// `nil` in a frame that was read.
    private let check: (@Sendable (String) -> Bool)?

    /// See ``TextRule/init(_:holds:)``.
    public init(_ problem: String, holds: @escaping @Sendable (_ text: String) -> Bool) {
        (self.problem, check) = (problem, holds)
    }

    /// A rule that was written down: it holds for every text.
    public init(from decoder: any Decoder) throws {
        (problem, check) = (try decoder.singleValueContainer().decode(String.self), nil)
    }

    /// Writes the message.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(problem)
    }

    func holds(for text: String) -> Bool { check?(text) ?? true }

    /// By their messages.
    public static func == (one: NamedTextRule, other: NamedTextRule) -> Bool { one.problem == other.problem }

    /// By its message.
    public func hash(into hasher: inout Hasher) { hasher.combine(problem) }
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

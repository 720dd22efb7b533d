/// A rule across the fields of a form.
///
///     FormState<Field>(
///         [.text(.password, "Password", …), .text(.again, "Again", …)],
///         rules: [FormRule("is not the same", at: .again) { $0.text(.again) == $0.text(.password) }])
///
/// Two such rules are equal when their messages and fields are, and a frame that is written down has these alone. In a frame
/// that was read the rule holds, until ``FormState/restoreRules(from:)`` gives the form its rules again.
public struct FormRule<Name: Hashable & Sendable>: Hashable, Sendable {
    /// The mistake, in words for people.
    public let problem: String
    /// The field that shows it.
    public let field: Name
    /// `nil` in a frame that was read.
    private let check: (@Sendable (FormState<Name>) -> Bool)?

    /// A rule of the program.
    ///
    /// - Parameters:
    ///   - problem: The mistake, in words for people.
    ///   - field: The field that shows it.
    ///   - holds: Whether all is right: a function of the form alone.
    public init(_ problem: String, at field: Name, holds: @escaping @Sendable (_ form: FormState<Name>) -> Bool) {
        (self.problem, self.field, check) = (problem, field, holds)
    }

    func holds(for form: FormState<Name>) -> Bool { check?(form) ?? true }

    /// By message and field.
    public static func == (one: FormRule, other: FormRule) -> Bool {
        one.problem == other.problem && one.field == other.field
    }

    /// By message and field.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(problem)
        hasher.combine(field)
    }
}

extension FormRule: Codable where Name: Codable {
    private enum Key: String, CodingKey { case problem, field }

    /// A rule that was written down: it holds for every form.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        problem = try fields.decode(String.self, forKey: .problem)
        field = try fields.decode(Name.self, forKey: .field)
        check = nil
    }

    /// Writes message and field.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(problem, forKey: .problem)
        try fields.encode(field, forKey: .field)
    }
}

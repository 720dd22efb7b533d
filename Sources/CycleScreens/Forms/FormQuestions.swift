extension FormState {
    /// A text that something outside of the program has to judge.
    public struct Question: Hashable, Sendable {
        /// The field.
        public let name: Name
        /// Its text.
        public let text: String
    }

    /// The fields that were left, or submitted, with a text that has no answer yet: of those that are
    /// ``FormState/Field/asked()``. A driver asks for what is here, and ``answer(_:_:problem:)`` takes it away:
    ///
    ///     frames.lens(
    ///         driver: NetworkDriver<String>(),
    ///         frameFilter: { .init($0.form.questions.map { .init(id: $0.text, get: "\(server)/names/\($0.text)") }) },
    ///         eventFilter: { frame, event in
    ///             guard case .response(let name, let answer) = event else { return }
    ///             let problem = answer.status == 404 ? nil : "is taken"
    ///             if frame.form.answer(.name, name, problem: problem) == .submitted { frame.save() }
    ///         })
    public var questions: [Question] {
        shown.compactMap { field in
            guard field.isAsked, field.isVisited || isWaiting, field.problem == nil, field.rejection == nil,
                field.answer?.text != field.content.text
            else { return nil }
            return Question(name: field.name, text: field.content.text)
        }
    }

    /// Takes the answer about a text. An answer about a text that the field no longer has changes nothing.
    ///
    /// - Parameters:
    ///   - name: The field.
    ///   - text: The text that the driver judged.
    ///   - problem: The mistake, in words for people; `nil` for none.
    /// - Returns: `submitted` if the form has waited for this alone, and all is right.
    public mutating func answer(_ name: Name, _ text: String, problem: String?) -> Outcome {
        for index in fields.indices where fields[index].name == name && fields[index].content.text == text {
            fields[index].answer = FormAnswer(text: text, problem: problem)
        }
        guard isWaiting, questions.isEmpty else { return .changed }
        return submit()
    }

    /// Gives fields and form the rules of another one, by their names: for a form that was read from a disk, whose own rules
    /// have lost their functions.
    public mutating func restoreRules(from other: FormState) {
        rules = other.rules
        for index in fields.indices {
            guard case .text(var input) = fields[index].content,
                case .text(let its)? = other.fields.first(where: { $0.name == fields[index].name })?.content
            else { continue }
            input.rules = its.rules
            fields[index].content = .text(input)
        }
    }
}

/// The answer about a text of a field.
struct FormAnswer: Hashable, Codable, Sendable {
    let text: String
    let problem: String?
}

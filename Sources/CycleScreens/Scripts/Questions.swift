import CycleDrivers

/// Asks for a line of text.
///
///     let name = await ask("Name?", rules: [.notEmpty])
///
/// Questions go to standard error, so that what a script prints can be piped. Without a terminal, or with `ACCESSIBLE`, the
/// question is a line, and a line is read.
///
/// - Parameters:
///   - question: The question.
///   - standard: The text in the field at first; without a terminal, the answer for an empty line.
///   - placeholder: Shown while nothing is typed.
///   - isSecret: Whether characters are hidden.
///   - suggestions: Answers to offer.
///   - rules: The rules for the answer.
///   - timeout: The time limit for an answer; then the answer is `standard`, if that is one. Without a terminal, for
///     each line.
///   - isolation: Where it runs.
/// - Returns: The answer; `nil` after Escape, Ctrl-C, the end of the input, or that time.
@available(iOS, unavailable, message: "iOS has no terminal")
public func ask(
    _ question: String, default standard: String = "", placeholder: String = "", isSecret: Bool = false,
    suggestions: [String] = [], rules: [TextRule] = [], timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation
) async -> String? {
    let console = ConsoleDriver(output: 2)
    guard console.canDraw else {
        return await PlainTalk.standard.ask(question, default: standard, rules: rules, timeout: timeout)
    }
    var field = TextInput(standard, placeholder: placeholder, isSecret: isSecret, rules: rules)
    field.suggestions = suggestions
    let asked = FieldQuestion(question: question, field: field)
    let isAnswer = !standard.isEmpty && field.problem == nil
    return await Prompt.ask(
        asked, on: console, timeout: timeout, standard: isAnswer ? asked : nil, question: question, isolation: isolation
    ) {
        $0.field.isSecret ? "" : $0.field.text
    }?.field.text
}

/// Lets the user choose one of several options; typing filters them.
///
///     let color = await choose("Colour?", from: ["red", "green", "blue"])
///
/// - Parameters:
///   - question: The question.
///   - options: Each is shown by its description.
///   - timeout: The time limit for an answer. Without a terminal, for each line.
///   - isolation: Where it runs.
/// - Returns: The chosen option; `nil` after Escape, Ctrl-C, the end of the input, or that time, and without options.
@available(iOS, unavailable, message: "iOS has no terminal")
public func choose<Option: Hashable & Sendable>(
    _ question: String = "", from options: [Option], timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation
) async -> Option? {
    await choose(question, from: options, upTo: 1, timeout: timeout, isolation: isolation)?.first
}

/// Lets the user choose several options: a blank marks an option.
///
/// - Parameters:
///   - question: The question.
///   - options: Each is shown by its description.
///   - limit: How many may be chosen.
///   - timeout: As above.
///   - isolation: Where it runs.
/// - Returns: The chosen ones, in the order of the options; `nil` as above.
@available(iOS, unavailable, message: "iOS has no terminal")
public func choose<Option: Hashable & Sendable>(
    _ question: String = "", from options: [Option], upTo limit: Int, timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation
) async -> [Option]? {
    guard !options.isEmpty else { return nil }
    let console = ConsoleDriver(output: 2)
    guard console.canDraw else {
        return await PlainTalk.standard
            .choose(question, from: options.map { "\($0)" }, limit: limit, timeout: timeout)?.map { options[$0] }
    }
    let choice = Choice(question, from: options, limit: limit)
    return await Prompt.ask(
        choice, on: console, timeout: timeout, standard: nil, question: question, isolation: isolation
    ) { choice in
        choice.chosen.map { "\($0)" }.joined(separator: ", ")
    }?.chosen
}

/// Asks a question with two answers.
///
///     guard await confirm("Delete 3 files?") == true else { return }
///
/// - Parameters:
///   - question: The question.
///   - standard: The answer for Enter.
///   - timeout: The time limit for an answer; then the answer is `standard`. Without a terminal, for each line.
///   - isolation: Where it runs.
/// - Returns: The answer; `nil` after Escape, Ctrl-C or the end of the input.
@available(iOS, unavailable, message: "iOS has no terminal")
public func confirm(
    _ question: String, default standard: Bool = false, timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation
) async -> Bool? {
    let console = ConsoleDriver(output: 2)
    guard console.canDraw else {
        return await PlainTalk.standard.confirm(question, default: standard, timeout: timeout)
    }
    let asked = YesNoQuestion(question, isYes: standard)
    return await Prompt.ask(
        asked, on: console, timeout: timeout, standard: asked, question: question, isolation: isolation
    ) { asked in
        asked.isYes ? asked.yes : asked.no
    }?.isYes
}

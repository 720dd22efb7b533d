import CycleDrivers

/// Asks for a line of text.
///
///     let name = await ask("Name?", rules: [.notEmpty])
///
/// Questions go to standard error, so that what a script prints can be piped. Without a terminal, or with `ACCESSIBLE`, the
/// question is a line, and a line is read.
///
/// - Parameters:
///   - question: What is asked.
///   - standard: What the field has in it at first; without a terminal, what an empty line means.
///   - placeholder: Shown while nothing is typed.
///   - isSecret: Whether characters are hidden.
///   - suggestions: What may be meant.
///   - rules: What must hold of the answer.
///   - isolation: Where it runs.
/// - Returns: The answer; `nil` after Escape, Ctrl-C or the end of the input.
public func ask(
    _ question: String, default standard: String = "", placeholder: String = "", isSecret: Bool = false,
    suggestions: [String] = [], rules: [TextRule] = [], isolation: isolated (any Actor)? = #isolation
) async -> String? {
    let console = ConsoleDriver(output: 2)
    guard console.canDraw else {
        return await PlainTalk.standard.ask(question, default: standard, rules: rules)
    }
    var field = TextInput(standard, placeholder: placeholder, isSecret: isSecret, rules: rules)
    field.suggestions = suggestions
    let asked = FieldQuestion(question: question, field: field)
    return await Prompt.ask(asked, on: console, isolation: isolation) {
        "\($0.question, .bold) \($0.field.isSecret ? "" : $0.field.text, .cyan)"
    }?.field.text
}

/// Lets one of several things be chosen; typing looks for those that are meant.
///
///     let color = await choose("Colour?", from: ["red", "green", "blue"])
///
/// - Parameters:
///   - question: What is asked.
///   - options: Each is shown by its description.
///   - isolation: Where it runs.
/// - Returns: What was chosen; `nil` after Escape, Ctrl-C or the end of the input, and without options.
public func choose<Option: Hashable & Sendable>(
    _ question: String = "", from options: [Option], isolation: isolated (any Actor)? = #isolation
) async -> Option? {
    await choose(question, from: options, upTo: 1, isolation: isolation)?.first
}

/// Lets several things be chosen: a blank marks them.
///
/// - Parameters:
///   - question: What is asked.
///   - options: Each is shown by its description.
///   - limit: How many may be chosen.
///   - isolation: Where it runs.
/// - Returns: What was chosen, in the order of the options; `nil` as above.
public func choose<Option: Hashable & Sendable>(
    _ question: String = "", from options: [Option], upTo limit: Int, isolation: isolated (any Actor)? = #isolation
) async -> [Option]? {
    guard !options.isEmpty else { return nil }
    let console = ConsoleDriver(output: 2)
    guard console.canDraw else {
        return await PlainTalk.standard
            .choose(question, from: options.map { "\($0)" }, limit: limit)?.map { options[$0] }
    }
    let choice = Choice(question, from: options, limit: limit)
    return await Prompt.ask(choice, on: console, isolation: isolation) { choice in
        "\(choice.question, .bold) \(choice.chosen.map { "\($0)" }.joined(separator: ", "), .cyan)"
    }?.chosen
}

/// Asks a question with two answers.
///
///     guard await confirm("Delete 3 files?") == true else { return }
///
/// - Parameters:
///   - question: What is asked.
///   - standard: What Enter says.
///   - isolation: Where it runs.
/// - Returns: The answer; `nil` after Escape, Ctrl-C or the end of the input.
public func confirm(
    _ question: String, default standard: Bool = false, isolation: isolated (any Actor)? = #isolation
) async -> Bool? {
    let console = ConsoleDriver(output: 2)
    guard console.canDraw else {
        return await PlainTalk.standard.confirm(question, default: standard)
    }
    return await Prompt.ask(YesNoQuestion(question, isYes: standard), on: console, isolation: isolation) { asked in
        "\(asked.question, .bold) \(asked.isYes ? asked.yes : asked.no, .cyan)"
    }?.isYes
}

import CycleDrivers
import CycleMonitor
import CycleScreens

// The line in which a command or its argument is typed.
extension InspectorFrame {
    /// A line that was typed.
    struct Typed: Hashable, Sendable, Codable {
        /// The command whose argument it was; `nil` for a whole command.
        let word: String?
        let text: String
    }

    private static let typedLimit = 100
    private static let suggestionLimit = 300

    /// Asks for the argument of a command, or for a whole one.
    ///
    /// - Parameters:
    ///   - word: The command; `nil` for a whole one.
    ///   - start: Stands in the line already.
    ///   - source: The moments.
    mutating func ask(for word: String?, startingWith start: String = "", _ source: InspectedSource) {
        var field = TextInput(start, prompt: "\(word ?? ""):")
        field.suggestions = suggestions(for: word, source)
        field.history = typed.filter { $0.word == word }.map(\.text)
        prompt = Prompt(word: word, field: field)
    }

    /// The words that may be typed there. Right and Tab accept one.
    private func suggestions(for word: String?, _ source: InspectedSource) -> [String] {
        guard let word else {
            let places = self.places(source)
            let lenses = self.lenses(source)
            // Those first that no key stands for.
            let table = InspectionCommand.table
            return (table.filter(\.keys.isEmpty) + table.filter { !$0.keys.isEmpty })
                .map { $0.argument == nil ? $0.word : $0.word + " " }
                + places.map { "place \($0)" } + places.map { "blame \($0)" } + lenses.map { "lens \($0)" }
                + lenses.map { "hide \($0)" }
        }
        return switch word {
        case "place", "blame", "find": places(source)
        case "set": places(source).map { $0 + " " }
        case "lens", "hide": lenses(source)
        case "insert": lenses(source).map { $0 + " " }
        default: []
        }
    }

    private func places(_ source: InspectedSource) -> [String] {
        source.frame(of: inspection)?.places(upTo: Self.suggestionLimit) ?? []
    }

    /// Each kind of lens, then each lens.
    private func lenses(_ source: InspectedSource) -> [String] {
        let lenses = source.moments(of: inspection).lenses.filter { $0 != "start" }.prefix(Self.suggestionLimit)
        return (lenses.map(\.kindOfLens) + lenses).reduce(into: []) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    mutating func handlePrompt(_ input: ScreenInput, _ source: InspectedSource) {
        guard var prompt else { return }
        let outcome = prompt.field.handle(input.at(Place.prompt))
        self.prompt = prompt
        if outcome == .cancelled || input.key == .escape { return self.prompt = nil }
        guard outcome == .submitted else { return }
        self.prompt = nil
        remember(Typed(word: prompt.word, text: prompt.field.text))
        let line = [prompt.word, prompt.field.text].compactMap { $0 }.joined(separator: " ")
        do throws(InspectionCommand.Mistake) {
            perform(try InspectionCommand(line: line), source)
        } catch {
            notice = error.reason
        }
    }

    private mutating func remember(_ line: Typed) {
        guard !line.text.isEmpty else { return }
        typed.removeAll { $0 == line }
        typed = typed.suffix(Self.typedLimit - 1) + [line]
    }
}

import Cycle
import CycleDrivers

/// A component that is asked alone, below what was printed so far; what was answered stays there as a line.
struct Prompt<Part: Component & Equatable>: Screen, Equatable {
    var size: ConsoleDriver.Size?
    var isDone = false
    var part: Part
    /// Whether it was answered, and not left.
    var isAnswered = false
    /// What stands there in the end.
    let summary: @Sendable (Part) -> StyledText

    static func == (one: Self, other: Self) -> Bool {
        one.size == other.size && one.isDone == other.isDone && one.part == other.part
            && one.isAnswered == other.isAnswered
    }

    var view: ScreenView {
        guard isDone else { return part.view }
        return isAnswered ? "\("✓", .green) \(summary(part))" : "\("✗", .red) \(summary(part))"
    }

    mutating func handle(_ input: ScreenInput) -> Outcome {
        let outcome = part.handle(input)
        isAnswered = outcome == .submitted
        // Ctrl-D where there is nothing to delete is the end of the input.
        isDone = isAnswered || outcome == .cancelled || outcome == .ignored && input.key == .control("d")
        return outcome
    }

    /// Shows it on the terminal until it is answered or left.
    static func ask(
        _ part: Part, on console: some Driver<ConsoleDriver.Model, ConsoleDriver.Event>,
        isolation: isolated (any Actor)?, summary: @escaping @Sendable (Part) -> StyledText
    ) async -> Part? {
        let last = await Prompt(part: part, summary: summary).run(on: console, isFull: false, isolation: isolation)
        return last.isAnswered ? last.part : nil
    }
}

/// A question before a field.
struct FieldQuestion: Component, Equatable {
    let question: String
    var field: TextInput

    var view: ScreenView {
        .column {
            ScreenView.row(spacing: 1) {
                "\("?", .cyan) \(question, .bold)"
                field.view.region(0)
            }.height(1)
            if field.isRejected, let problem = field.problem { "  \("✗ \(problem)", .red)" }
        }
    }

    mutating func handle(_ input: ScreenInput) -> Outcome { field.handle(input.at(0)) }
}

/// How questions are asked without a screen: a line is printed, and a line is read.
struct PlainTalk: Sendable {
    var say: @Sendable (String) async -> Void
    /// `nil` at the end of the input.
    var hear: @Sendable () -> String?

    /// Standard error, so that the answers of a script can be piped; lines of standard input are read by the standard
    /// library, which keeps what comes after them for the next question.
    static let standard = PlainTalk(say: { await print($0) }, hear: { readLine() })

    private static func print(_ line: String) async {
        let cycle = CycledLens(startingWith: line) { frames in
            frames.lens(driver: ConsoleDriver(output: 2), frameFilter: { .lines($0) })
        }
        await cycle.run(until: { _ in true })
    }

    /// A line that its rules allow; what is wrong is told, and asked again.
    func ask(_ question: String, default standard: String, rules: [TextRule]) async -> String? {
        while true {
            await say(standard.isEmpty ? question : "\(question) [\(standard)]")
            guard let line = hear() else { return nil }
            let answer = line.isEmpty ? standard : line
            guard let problem = rules.lazy.compactMap({ $0.problem(in: answer) }).first else { return answer }
            await say(problem)
        }
    }

    /// Some of the options, by their numbers.
    func choose(_ question: String, from options: [String], limit: Int) async -> [Int]? {
        guard !options.isEmpty else { return nil }
        let list = options.enumerated().map { "\($0.offset + 1). \($0.element)" }
        let hint =
            limit > 1 ? "numbers from 1 to \(options.count), apart by blanks" : "a number from 1 to \(options.count)"
        await say(([question] + list).filter { !$0.isEmpty }.joined(separator: "\n"))
        while true {
            await say(hint)
            guard let line = hear() else { return nil }
            let words = line.split { $0 == " " || $0 == "," }
            let numbers = words.compactMap { Int($0) }.filter { options.indices.contains($0 - 1) }
            let isRight = numbers.count == words.count && (limit > 1 ? numbers.count <= limit : numbers.count == 1)
            if isRight { return Array(Set(numbers.map { $0 - 1 })).sorted() }
        }
    }

    func confirm(_ question: String, default standard: Bool) async -> Bool? {
        while true {
            await say("\(question) [\(standard ? "Y/n" : "y/N")]")
            guard let line = hear() else { return nil }
            switch line.lowercased() {
            case "": return standard
            case "y", "yes": return true
            case "n", "no": return false
            default: await say("y or n")
            }
        }
    }
}

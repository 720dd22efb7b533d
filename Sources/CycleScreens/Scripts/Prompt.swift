import Cycle
import CycleDrivers

/// A component that stands alone below the printed text; what was answered stays there as a line.
struct Prompt<Part: Component & Equatable>: Screen, Equatable {
    var size: ConsoleDriver.Size?
    var isDone = false
    var clipboard: ConsoleDriver.Clipboard?
    var part: Part
    /// Whether it was answered, and not left.
    var isAnswered = false
    /// The time limit for an answer.
    var timeLimit: TimeLimit?
    /// The question as it is left on the terminal in the end, with the answer behind it if there is one.
    let question: String
    let answer: @Sendable (Part) -> String

    /// A time in steps of a second at most, of which so many are left; and what is the answer then.
    struct TimeLimit: Equatable {
        let period: Duration
        var stepsLeft: Int
        let standard: Part?

        init(_ limit: Duration, standard: Part?) {
            stepsLeft = max(1, Int((limit / .seconds(1)).rounded(.up).clamped(to: 0...1e6)))
            period = max(limit, .milliseconds(1)) / stepsLeft
            self.standard = standard
        }
    }

    static func == (one: Self, other: Self) -> Bool {
        one.size == other.size && one.isDone == other.isDone && one.clipboard == other.clipboard
            && one.part == other.part && one.isAnswered == other.isAnswered && one.timeLimit == other.timeLimit
    }

    var view: ScreenView {
        if isDone {
            guard isAnswered else { return "\("✗", .danger) \(question, .bold)" }
            return "\("✓", .success) \(question, .bold)\(question.isEmpty ? "" : " ")\(answer(part), .accent)"
        }
        guard let timeLimit else { return part.view }
        return .column {
            part.view
            "\("\(clock: timeLimit.period * timeLimit.stepsLeft) left", .muted)"
        }
    }

    mutating func handle(_ input: ScreenInput) -> Outcome {
        let outcome = part.handle(input)
        isAnswered = outcome == .submitted
        // Ctrl-D where there is nothing to delete is the end of the input.
        isDone = isAnswered || outcome == .cancelled || outcome == .ignored && input.key == .control("d")
        return outcome
    }

    /// A step of the time is over.
    mutating func wait() {
        timeLimit?.stepsLeft -= 1
        guard let timeLimit, timeLimit.stepsLeft <= 0, !isDone else { return }
        if let standard = timeLimit.standard { part = standard }
        (isDone, isAnswered) = (true, timeLimit.standard != nil)
    }

    static func cycle<Console: Driver<ConsoleDriver.Model, ConsoleDriver.Event>>(
        _ prompt: Prompt, on console: Console, timers: TimerDriver<String>
    ) -> CycledLens<some Any, Prompt> {
        CycledLens(startingWith: prompt) { frames in
            let screen = frames.lens(screen: console, isFull: false)
            let limit = frames.lens(
                driver: timers,
                frameFilter: { frame in
                    frame.timeLimit.map { frame.isDone ? .none : .timers(.every("second", $0.period)) } ?? .none
                },
                eventFilter: { frame, _ in frame.wait() })
            return MutatingLens.zip(screen, limit)
        }
    }

    /// Shows it on the terminal until it is answered or left.
    ///
    /// - Parameters:
    ///   - part: The component that asks.
    ///   - console: The console that shows it.
    ///   - timeout: How long to wait; without one there is no limit.
    ///   - standard: The answer after that time; `nil` for none.
    ///   - question: The text that is left on the terminal.
    ///   - isolation: Where it runs.
    ///   - answer: The text behind the question then.
    static func ask(
        _ part: Part, on console: some Driver<ConsoleDriver.Model, ConsoleDriver.Event>, timeout: Duration?,
        standard: Part?, question: String, isolation: isolated (any Actor)?,
        answer: @escaping @Sendable (Part) -> String
    ) async -> Part? {
        var prompt = Prompt(part: part, question: question, answer: answer)
        prompt.timeLimit = timeout.map { TimeLimit($0, standard: standard) }
        let last = await cycle(prompt, on: console, timers: TimerDriver()).run(until: \.isDone)
        return last.isAnswered ? last.part : nil
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? range.upperBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

/// A question before a field.
struct FieldQuestion: Component, Equatable {
    let question: String
    var field: TextInput

    var view: ScreenView {
        .column {
            ScreenView.row(spacing: 1) {
                "\("?", .accent) \(question, .bold)"
                field.view.style(\.fields.shape, .plain).region(0)
            }.height(1)
            if field.isRejected, let problem = field.problem { "  \("✗ \(problem)", .danger)" }
        }
    }

    mutating func handle(_ input: ScreenInput) -> Outcome { field.handle(input.at(0)) }
}

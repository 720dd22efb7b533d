import CycleDrivers

/// A question with two answers. `y` and `n` answer at once; arrows and Tab go between the answers, Enter takes one.
///
///     var leaving: YesNoQuestion?
///
///     screen.dialog(leaving)                                 // over the screen, which is dimmed
///     if case .submitted(let leaving) = input.answer(of: &leaving) { isDone = leaving.isYes }
public struct YesNoQuestion: Component, Hashable, Codable, Sendable {
    /// The question.
    public var question: String
    /// The first answer.
    public var yes: String
    /// The other answer.
    public var no: String
    /// Whether yes destroys something, and looks so.
    public var isDestructive: Bool
    /// The answer, or what it would be now.
    public var isYes: Bool

    /// - Parameters:
    ///   - question: The question.
    ///   - yes: The first answer.
    ///   - no: The other answer.
    ///   - isYes: Whether Enter answers yes at first.
    ///   - isDestructive: Whether yes destroys something, and looks so.
    public init(
        _ question: String, yes: String = "Yes", no: String = "No", isYes: Bool = false, isDestructive: Bool = false
    ) {
        self.question = question
        self.yes = yes
        self.no = no
        self.isYes = isYes
        self.isDestructive = isDestructive
    }

    private enum Answer: Hashable { case yes, no }

    /// `submitted` with the answer in ``isYes``; `cancelled` for Escape.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        if let answer: Answer = input.pressed() {
            isYes = answer == .yes
            return .submitted
        }
        switch input.key {
        case "y", "Y", "n", "N":
            isYes = input.key == "y" || input.key == "Y"
            return .submitted
        case .enter: return .submitted
        case .escape, .control("g"): return .cancelled
        case .left, .right, .tab, .shift(.tab), "h", "l": isYes.toggle()
        default: return .ignored
        }
        return .changed
    }

    /// The question above its answers. Enter takes the filled one.
    public var view: ScreenView {
        let text = ScreenView.wrapped(StyledText(question))
        let whole = ScreenView.column(spacing: 1) {
            text; answers(padding: 2)
        }
        return .sized(measuring: { whole.natural(in: $0, $1) }) { space in
            guard !space.isPlain else { return whole }
            // A question that is longer than its room leaves a row for the answers.
            let available = Size(columns: space.columns, rows: max(1, space.rows - 1))
            let rows = text.natural(along: .column, in: available, space.look)
            let width = ConsoleDriver.CharacterWidth.of(yes) + ConsoleDriver.CharacterWidth.of(no) + 6
            return .column(spacing: 1) {
                text.height(min(rows, space.rows - 1))
                answers(padding: min(2, max(0, (space.columns - width) / 4))).aligned(.center)
            }
        }.height(.fit)
    }

    /// - Parameter padding: How many blanks stand beside each answer.
    private func answers(padding: Int) -> ScreenView {
        let yes = Button(yes, role: isDestructive ? .danger : .primary)
        return .row(spacing: padding == 0 ? 1 : 2) {
            yes.view(isChosen: isYes, padding: padding).region(Answer.yes)
            Button(no).view(isChosen: !isYes, padding: padding).region(Answer.no)
        }.fitting
    }
}

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

    /// The question above its answers, which stand one below the other where there is no room for both. Enter takes the filled one.
    public var view: ScreenView {
        let text = ScreenView.wrapped(StyledText(question))
        let width = ConsoleDriver.CharacterWidth.of(yes) + ConsoleDriver.CharacterWidth.of(no)
        let whole = { (columns: Int) in
            ScreenView.column(spacing: 1) {
                text; answers(columns < width + 5 ? .column : .row, padding: 2)
            }
        }
        return .sized(measuring: { whole($0.columns).natural(in: $0, $1) }) { space in
            guard !space.isPlain else { return whole(.max) }
            // A question that is longer than its room leaves the rows of the answers.
            let axis: ScreenAxis = space.columns < width + 5 && space.rows > 1 ? .column : .row
            let rest = space.rows - (axis == .row ? 1 : 2)
            let available = Size(columns: space.columns, rows: max(1, rest))
            let rows = text.natural(along: .column, in: available, space.look)
            return .column(spacing: 1) {
                text.height(min(rows, rest))
                answers(axis, padding: min(2, max(0, (space.columns - width - 6) / 4))).aligned(.center)
            }
        }.height(.fit)
    }

    /// - Parameter padding: How many blanks stand beside each answer.
    private func answers(_ axis: ScreenAxis, padding: Int) -> ScreenView {
        let button = Button(yes, role: isDestructive ? .danger : .primary)
        let views = [
            button.view(isChosen: isYes, padding: padding).region(Answer.yes),
            Button(no).view(isChosen: !isYes, padding: padding).region(Answer.no),
        ]
        return .stack(axis, spacing: axis == .column ? 0 : padding == 0 ? 1 : 2, views).fitting
    }
}

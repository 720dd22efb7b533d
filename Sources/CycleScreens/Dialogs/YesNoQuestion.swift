import CycleDrivers

/// A question with two answers. `y` and `n` answer at once; arrows and Tab go between the answers, Enter takes one.
///
///     var leaving: YesNoQuestion?
///
///     screen.dialog(leaving)                                 // over the screen, which is dimmed
///     if leaving?.handle(input.inDialog) == .submitted { isDone = leaving?.isYes == true }
public struct YesNoQuestion: Component, Hashable, Codable, Sendable {
    public var question: String
    public var yes: String
    public var no: String
    /// The answer, or what it would be now.
    public var isYes: Bool

    /// - Parameters:
    ///   - question: The question.
    ///   - yes: The first answer.
    ///   - no: The other answer.
    ///   - isYes: Whether Enter answers yes at first.
    public init(_ question: String, yes: String = "Yes", no: String = "No", isYes: Bool = false) {
        self.question = question
        self.yes = yes
        self.no = no
        self.isYes = isYes
    }

    private enum Answer: Hashable { case yes, no }

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

    public var view: ScreenView {
        let text = ScreenView.wrapped("\(question, .bold)")
        let answers = ScreenView.row(spacing: 2) {
            button(yes, isOn: isYes).region(Answer.yes)
            button(no, isOn: !isYes).region(Answer.no)
        }.fitting
        let whole = ScreenView.column(spacing: 1) {
            text; answers
        }
        return .sized(measuring: { whole.natural(in: $0, $1) }) { space in
            // A question that is longer than its room leaves a row for the answers.
            let room = Size(columns: space.columns, rows: max(1, space.rows - 1))
            let rows = text.natural(along: .column, in: room, space.look)
            return .column(spacing: 1) {
                text.height(min(rows, space.rows - 1)); answers
            }
        }.fitting
    }

    private func button(_ label: String, isOn: Bool) -> ScreenView {
        let sign = isOn ? "❯" : " "
        return .text("\(sign, .cyan)\(" \(label) ", isOn ? .bold + .reverse : .dim)")
    }
}

extension ScreenView {
    /// This below a dialog, which has the focus while it is there. The view below is dimmed, and places no cursor. Its
    /// focus stays where it was, and is back when the dialog is gone.
    ///
    /// - Parameters:
    ///   - part: The component in the dialog; `nil` for no dialog.
    ///   - title: In its border.
    ///   - width: The width of its content.
    ///   - view: Makes its view.
    public func dialog<Part>(
        _ part: Part?, title: StyledText = "", width: Int = 40, view: (Part) -> ScreenView
    ) -> ScreenView {
        guard let part else { return self }
        let content = ScreenView(.length(columns: .fixed(width), rows: .fit, view(part)))
        // A narrow screen has no blanks to spare beside what is in the dialog.
        let padded = { (columns: Int) in content.padding(1, min(2, max(0, (columns - min(width, 12)) / 2))) }
        let body = ScreenView.sized(measuring: { padded($0.columns).natural(in: $0, $1) }) { padded($0.columns) }
        return .layers {
            dimmed
            body.fitting.raised(title: title).region(DialogRegion.dialog).fitting.centered
        }
    }

    /// The same with a component.
    public func dialog(_ part: (some Component)?, title: StyledText = "", width: Int = 40) -> ScreenView {
        dialog(part, title: title, width: width) { $0.view }
    }
}

/// Names the region of a dialog.
enum DialogRegion: Hashable { case dialog }

extension ScreenInput {
    /// The same for the dialog over the screen.
    public var inDialog: ScreenInput { at(DialogRegion.dialog) }

    /// Gives a dialog its input, and takes it away when it is over.
    ///
    ///     if let answer = input.answer(of: &question) {
    ///         if case .submitted(let question) = answer, question.isYes { deleteAll() }
    ///         return .changed
    ///     }
    ///
    /// - Parameter part: The component in the dialog, as ``ScreenView/dialog(_:title:width:)`` shows it.
    /// - Returns: `nil` where there is no dialog, and the input is for the screen.
    public func answer<Part: Component>(of part: inout Part?) -> DialogAnswer<Part>? {
        guard let outcome = part?.handle(inDialog), let answered = part else { return nil }
        switch outcome {
        case .ignored, .changed: return .open
        case .cancelled:
            part = nil
            return .cancelled
        case .submitted:
            part = nil
            return .submitted(answered)
        }
    }
}

/// The result of a dialog's input: see ``ScreenInput/answer(of:)``.
public enum DialogAnswer<Part> {
    /// It has all input still.
    case open
    /// It was closed without an answer.
    case cancelled
    /// It was closed, with the answer in the component.
    case submitted(Part)
}

extension DialogAnswer: Equatable where Part: Equatable {}
extension DialogAnswer: Sendable where Part: Sendable {}

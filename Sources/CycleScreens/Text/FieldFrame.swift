import CycleDrivers

/// The label and the problem around the text of a field.
struct FieldFrame {
    /// In the border of a box.
    var label: StyledText = ""
    /// The problem with the text, shown in the border of a box.
    var problem: String?
    /// The label of a box stands in its border. Other shapes leave it to what is around the field.
    static func hasLabel(_ theme: ScreenTheme) -> Bool { theme.fields.shape == .box }
}

/// Names where the text of a field stands.
enum FieldPart: Hashable { case text }

extension ScreenView {
    /// A field for typing, in the shape that the theme gives to fields.
    ///
    /// - Parameters:
    ///   - content: Grows along the row.
    ///   - frame: The label and the problem around it.
    ///   - height: The rows of the content; `nil` for all that there are.
    static func field(_ content: ScreenView, _ frame: FieldFrame = FieldFrame(), height: Int? = 1) -> ScreenView {
        let whole = ScreenView.sized(measuring: { available, look in
            look.field(content, frame, isFocused: false, in: available, height).natural(in: available, look)
        }) { space in
            guard !space.isPlain else { return content }
            let available = Size(columns: space.columns, rows: space.rows)
            return space.look.field(content, frame, isFocused: space.isFocused, in: available, height)
        }
        return height == nil ? whole : whole.height(.fit)
    }

    /// Some rows of a label beside something that is no field, or above it.
    static func label(_ text: StyledText) -> ScreenView {
        .sized(fitting: { .init(columns: min(text.width, $0.columns), rows: min(1, $0.rows)) }) { space in
            let fields = space.theme.fields
            return .text(text.style(space.isFocused ? fields.focusedLabel : fields.label), overflow: .ellipsis)
        }.width(.fit).height(1)
    }
}

extension Look {
    fileprivate func field(
        _ content: ScreenView, _ frame: FieldFrame, isFocused: Bool, in available: ConsoleDriver.Size, _ height: Int?
    ) -> ScreenView {
        let fields = theme.fields
        let line = frame.problem != nil ? fields.mistake : isFocused ? fields.focusedLine : fields.line
        let inner = content.width(.growing())
        let content = height.map { inner.height($0) } ?? inner
        switch fields.shape {
        case .plain: return content
        case .box where available.rows > 2 && available.columns > 4:
            let label = frame.label.style(isFocused ? fields.focusedLabel : fields.label)
            let problem = frame.problem.map { StyledText("✗ \($0)", fields.mistake) } ?? ""
            return content.padding(0, 1).border(fields.border, title: label, footer: problem, style: line)
        case .underline where available.rows > 1:
            return .column {
                content
                ScreenView.filled(with: isFocused ? "━" : "─", line).height(1)
            }
        case .tint, .box, .underline:
            guard available.columns > 3 else { return content }
            return .row {
                ScreenView.filled(with: isFocused ? "▌" : "▏", line).width(1)
                content
                ScreenView.empty.width(1)
            }.style(fields.ground)
        }
    }
}

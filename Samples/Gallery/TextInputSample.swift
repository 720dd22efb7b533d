import CycleDrivers
import CycleScreens

struct TextInputSample: Sample {
    static let title = "Text input"
    static let source = #filePath

    var field = TextInput("Edit me", placeholder: "Type here; Up brings back what was entered")
    var entered: [String] = []

    var view: View {
        .column {
            field.view(label: "Line").style(\.fields.shape, .box).region(0)
            for line in entered.suffix(5) { "  \("↳", .muted) \(line)" }
            View.spacer
            View.help(EditCommand.keys.help())
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        let outcome = field.handle(input.at(0))
        guard outcome == .submitted else { return outcome }
        entered.append(field.text)
        field.commit()
        return .changed
    }
}

import CycleDrivers
import CycleScreens

struct MenuSample: Sample {
    static let title = "Menu"
    static let source = #filePath

    enum Action { case open, save, export, close }

    var menu = ActionMenu<Action>([
        .init("Open…", .open, key: "o"), .init("Save", .save, key: "s"),
        .init("Export as SVG", .export, isEnabled: false),
        .divider, .init("Close", .close, key: "c"),
    ])
    var chosen: Action?

    var view: View {
        .column {
            menu.view.width(28).raised(title: "File").fitting
            if let chosen { "\("chosen:", .muted) \(chosen)" }
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        let outcome = menu.handle(input)
        if outcome == .submitted { chosen = menu.chosen }
        return outcome == .submitted ? .changed : outcome
    }
}

import CycleDrivers
import CycleScreens

struct ControlsSample: Sample {
    static let title = "Controls"
    static let source = #filePath

    enum Place: CaseIterable { case sound, details, save, discard }

    var focus = FocusRing(Place.save)
    var sound = Switch("Sound", isOn: true)
    var details = Collapsible("Details", isOpen: true)
    var help = HelpBar()
    var last = "nothing was pressed"

    private let save = Button("Save", role: .primary)
    private let discard = Button("Discard", role: .danger)
    private let keys: [KeyHelp] = [
        .init([.tab], "next"), .init([" ", .enter], "press"), .init([.left, .right], "close, open"),
    ]

    var view: View {
        .column(spacing: 1) {
            sound.view.region(.sound, in: focus)
            details.view(.wrapped("A title opens and closes what is below it, by the keyboard and by the mouse."))
                .region(.details, in: focus)
            View.row(spacing: 2) {
                save.view.tooltip("writes all of it to the disk", isShown: focus.current == .save)
                    .region(.save, in: focus)
                discard.view.region(.discard, in: focus)
                Button("Disabled", isEnabled: false).view
            }
            View.text(last, .muted)
            View.spacer
            help.view(keys)
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        let (place, inner) = focus.target(of: input)
        let outcome =
            switch place {
            case .sound: sound.handle(inner)
            case .details: details.handle(inner)
            case .save: press(save, inner)
            case .discard: press(discard, inner)
            }
        return outcome.otherwise { focus.handle(input) }.otherwise { help.handle(input) }
    }

    private mutating func press(_ button: Button, _ input: Input) -> Outcome {
        let outcome = button.handle(input)
        guard outcome == .submitted else { return outcome }
        last = "\(button.title) was pressed"
        return .changed
    }
}

import CycleDrivers
import CycleScreens

struct NumbersSample: Sample {
    static let title = "Numbers and patterns"
    static let source = #filePath

    enum Place: CaseIterable { case volume, port, day, code }

    var focus = FocusRing(Place.volume)
    var volume = NumberField(35, in: 0...100, step: 5, hasBar: true)
    var port = NumberField(8_080, in: 1...65_535)
    var day = TextInput("24.12", rules: [.pattern("99.99.9999")])
    var code = TextInput(rules: [.pattern("aa-9999")])

    var view: View {
        .column(spacing: 1) {
            field("Volume", volume.view.width(40), .volume)
            field("Port", port.view, .port)
            field("Day", day.view, .day)
            field("Code", code.view, .code)
            View.help([.init([.left, .right], "change"), .init(["0"], "type"), .init([.tab], "next")])
        }
    }

    private func field(_ label: String, _ view: View, _ place: Place) -> View {
        .row(spacing: 1) {
            View.text(label, focus.current == place ? .accent + .bold : .muted).width(7)
            view.region(place, in: focus)
        }.height(1)
    }

    mutating func handle(_ input: Input) -> Outcome {
        let (place, inner) = focus.target(of: input)
        let outcome =
            switch place {
            case .volume: volume.handle(inner)
            case .port: port.handle(inner)
            case .day: day.handle(inner)
            case .code: code.handle(inner)
            }
        return outcome.otherwise { focus.handle(input) }
    }
}

import CycleDrivers
import CycleScreens

struct DropDownSample: Sample {
    static let title = "Drop-down"
    static let source = #filePath

    enum Place: CaseIterable { case size, crust }

    var focus = FocusRing(Place.size)
    var size: DropDown<String> = {
        var size = DropDown(from: ["small", "medium", "large", "family"], chosen: "medium")
        _ = size.handle(Input(.enter))
        return size
    }()
    var crust = DropDown(from: ["thin", "thick", "stuffed"])

    var view: View {
        .column(spacing: 1) {
            field("Size", size.view, .size)
            field("Crust", crust.view, .crust)
            "\("\(size.chosen ?? "") and \(crust.chosen ?? "…")", .muted)"
        }
    }

    private func field(_ label: String, _ view: View, _ place: Place) -> View {
        .row(spacing: 1) {
            View.text(label, focus.current == place ? .accent + .bold : .muted).width(6)
            view.width(.fit).region(place, in: focus)
        }.height(1)
    }

    mutating func handle(_ input: Input) -> Outcome {
        let (place, inner) = focus.target(of: input)
        let outcome = place == .size ? size.handle(inner) : crust.handle(inner)
        return outcome.otherwise { focus.handle(input) }
    }
}

import CycleDrivers
import CycleScreens

struct CheckBoxesSample: Sample {
    static let title = "Check boxes"
    static let source = #filePath

    enum Place: CaseIterable { case size, toppings, terms }

    var focus = FocusRing(Place.toppings)
    var size = CheckBoxes(oneOf: ["small", "medium", "large"], chosen: "medium", axis: .row)
    var toppings = CheckBoxes(from: ["basil", "capers", "olives", "onions"], chosen: ["basil", "olives"], limit: 3)
    var terms = CheckBoxes(from: ["Bring it at once"])

    var view: View {
        .column(spacing: 1) {
            field("Size", size.view, .size)
            field("Up to 3", toppings.view, .toppings)
            field("", terms.view, .terms)
            let all = [size.chosen, toppings.chosen].joined().joined(separator: ", ")
            "\("\(all)\(terms.chosen.isEmpty ? "" : ", at once")", .muted)"
        }
    }

    private func field(_ label: String, _ view: View, _ place: Place) -> View {
        .row(spacing: 1) {
            View.text(label, focus.current == place ? .accent + .bold : .muted).width(8)
            view.region(place, in: focus)
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        let (place, inner) = focus.target(of: input)
        let outcome =
            switch place {
            case .size: size.handle(inner)
            case .toppings: toppings.handle(inner)
            case .terms: terms.handle(inner)
            }
        return outcome.otherwise { focus.handle(input) }
    }
}

import CycleDrivers
import CycleScreens

struct MarksSample: Sample {
    static let title = "Several of many"
    static let source = #filePath

    var choice = Choice(
        "Up to three toppings", from: ["Basil", "Capers", "Mozzarella", "Mushrooms", "Olives", "Onions", "Peppers"],
        limit: 3)

    var view: View {
        .column(spacing: 1) {
            choice
            "\("on it:", .muted) \(choice.chosen.joined(separator: ", "), .success)"
        }
    }

    mutating func handle(_ input: Input) -> Outcome { choice.handle(input) }
}

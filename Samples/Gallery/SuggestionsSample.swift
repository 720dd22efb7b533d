import CycleDrivers
import CycleScreens

struct SuggestionsSample: Sample {
    static let title = "Suggestions"
    static let source = #filePath

    var field: TextInput = {
        var field = TextInput("Be", placeholder: "A capital")
        field.suggestions = ["Athens", "Berlin", "Bern", "Brussels", "Cairo", "Lisbon", "London", "Madrid", "Tokyo"]
        return field
    }()

    var view: View {
        .column(spacing: 1) {
            View.row {
                View.text("Capital: ", .bold); field.view.region(0)
            }
            "\("→ or ⇥ takes what is offered", .dim)"
        }
    }

    mutating func handle(_ input: Input) -> Outcome { field.handle(input.at(0)) }
}

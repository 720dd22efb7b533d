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
            View.row(spacing: 1) {
                View.text("Capital"); field.view.region(0)
            }
            View.help(.init([.right, .tab], "take what is offered"))
        }
    }

    mutating func handle(_ input: Input) -> Outcome { field.handle(input.at(0)) }
}

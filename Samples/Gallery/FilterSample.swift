import CycleDrivers
import CycleScreens

struct FilterSample: Sample {
    static let title = "Fuzzy finder"
    static let source = #filePath

    let words = [
        "Sources/Cycle/Loop/Loop.swift", "Sources/Cycle/Lens/CycledLens.swift",
        "Sources/CycleScreens/List/ListState.swift",
        "Sources/CycleScreens/Text/TextInput.swift", "Tests/CycleTests/Laws/LawTests.swift", "README.md",
        "ARCHITECTURE.md",
        "Samples/Gallery/FilterSample.swift",
    ]
    var field = TextInput("cls", placeholder: "some letters of a path")
    var list = ListState<String>()

    var pattern: FuzzyPattern { FuzzyPattern(field.text) }
    var found: [String] {
        words.compactMap { word in pattern.match(in: word).map { (word, $0.score) } }.sorted { $0.1 > $1.1 }.map(\.0)
    }

    var view: View {
        .column {
            View.row {
                View.text("❯ ", .accent); field.view.style(\.fields.shape, .plain).region(1)
            }
            "\("\(found.count)/\(words.count)", .muted)"
            list.view(of: found, id: \.self, empty: "nothing") { word, row in
                .text(row.pointer + pattern.highlighted(word, .accent + .bold), overflow: .ellipsisInTheMiddle)
            }.region(0)
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        list.handle(input.at(0), rows: found, id: \.self, keys: ListCommand.keysBesideTyping)
            .otherwise { field.handle(input.at(1)) }
    }
}

import CycleDrivers
import CycleScreens

struct NotesSample: Sample {
    static let title = "Rows of any height"
    static let source = #filePath

    struct Note: Equatable, Identifiable {
        var id: String
        var text: String
    }

    let notes = [
        Note(id: "Milk", text: "Two litres."),
        Note(id: "Ideas", text: "A row is as high as what is in it: text is wrapped, and a row can be any view."),
        Note(id: "Call Ada", text: "About the engine, and whether it can compose music of any degree of complexity."),
        Note(id: "Books", text: "The Mythical Man-Month."),
        Note(id: "Garden", text: "Water the tomatoes every second day, the beans on Sunday, and the cactus never."),
    ]
    var list = ListState<String>()

    var view: View {
        list.view(of: notes, rowHeight: nil, hasScrollBar: true) { note, row in
            View.column {
                "\(row.pointer)\(note.id)"
                View.wrapped(StyledText(note.text, .muted)).padding(left: 2, bottom: 1)
            }
        }.region(0)
    }

    mutating func handle(_ input: Input) -> Outcome { list.handle(input.at(0), rows: notes, rowHeight: nil) }
}

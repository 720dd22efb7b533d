import CycleDrivers
import CycleScreens

struct TextAreaSample: Sample {
    static let title = "Text area"
    static let source = #filePath

    var area = TextArea(
        """
        A text of several lines, wrapped between words, 日本語も、 with undo (^_),
        a ring of cuts (^W ^K ^Y), and selection with Shift.

        Each emoji 👩‍🚀 is one character.
        """, hasLineNumbers: true)

    var view: View {
        area.view.style(\.fields.shape, .plain).region(0)
            .border(title: "notes.txt", footer: "\(area.text.count) characters")
    }

    mutating func handle(_ input: Input) -> Outcome { area.handle(input.at(0)) }
}

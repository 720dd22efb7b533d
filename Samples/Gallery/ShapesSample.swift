import CycleDrivers
import CycleScreens

/// One form in each shape that fields can have.
struct ShapesSample: Sample {
    static let title = "Shapes of fields"
    static let source = #filePath

    enum Field { case name, city }

    var form = FormState<Field>([
        .text(.name, "Name", TextInput("Ada")), .text(.city, "City", TextInput(placeholder: "where you live")),
    ])

    var view: View {
        .row(spacing: 3) {
            for shapes in [[ScreenTheme.Fields.Shape.tint, .underline], [.box]] {
                View.column(spacing: 1) {
                    for shape in shapes {
                        View.text(shape.rawValue, .muted)
                        form.view.height(.fit).style(\.fields.shape, shape)
                    }
                }.width(.growing())
            }
        }
    }

    mutating func handle(_ input: Input) -> Outcome { form.handle(input) }
}

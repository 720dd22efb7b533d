import CycleDrivers
import CycleScreens
import Testing

@Suite("Guide: styles and themes")
struct StylesGuideTests {
    struct Mail: Screen, Equatable {
        var size: Size?
        var isDone = false
        var look = 0
        var theme: ScreenTheme { ScreenTheme.all[look] }
        var view: View {
            View.column {
                View.text("3 of 7 read", .muted)
                "\("Delete all", .danger)  \(theme.name, .accent)"
            }.border(title: "Mail")
        }
        mutating func handle(_ input: Input) -> Outcome {
            guard input.key == .control("t") else { return .ignored }
            look = (look + 1) % ScreenTheme.all.count
            return .changed
        }
    }

    func panel(_ title: StyledText, isFocused: Bool, _ content: ScreenView) -> ScreenView {
        .themed { theme in
            content.border(title: title, style: isFocused ? theme.borders.focused : theme.borders.style)
        }
    }

    private func color(_ view: ScreenView, _ column: Int, _ row: Int, _ theme: ScreenTheme = .night)
        -> ConsoleDriver.Color?
    {
        let size = ConsoleDriver.Size(columns: 30, rows: 8)
        return ScreenLayout(view, size, theme: theme).canvas.style(at: .init(row: row, column: column))?.foreground
    }

    @Test("another theme shows with the next frame")
    func themes() {
        var mail = Mail()
        #expect(mail.handle(ScreenInput(.control("t"))) == .changed && mail.theme == .night)
        #expect(color(mail.view, 1, 2, mail.theme) == ScreenTheme.night.color(of: .danger))
    }

    @Test("a theme of one's own, a style for a part, and a view that knows its theme")
    func parts() {
        var berry = ScreenTheme.night
        berry.name = "Berry"
        berry.dark.accent = .rgb(230, 130, 190)
        berry.fields.shape = .box
        berry.rows.edge = "┃"
        #expect(berry.color(of: .accent) == .rgb(230, 130, 190) && ScreenTheme.night.fields.shape != .box)
        let form = FormState<Int>([.text(1, "Name", TextInput("Ada"))])
        let boxed = form.view.style(\.fields.shape, .box)
        let sharp = ScreenView.column { form }.border().style(\.borders.border, .line)
        let warm = form.view.theme(.ember)
        let loud = form.view.theme { theme in
            theme.fields.focusedLabel = .warning + .bold
            theme.fields.shape = .underline
        }
        let size = ConsoleDriver.Size(columns: 30, rows: 8)
        #expect(ScreenLayout(boxed, size).canvas.text.contains("╭"))
        #expect(ScreenLayout(sharp, size).canvas.text.contains("┌"))
        #expect(ScreenLayout(warm, size).canvas != ScreenLayout(form.view, size).canvas)
        #expect(color(loud, 0, 0) == ScreenTheme.night.color(of: .warning))
        #expect(color(panel("a", isFocused: true, "b"), 0, 0) == ScreenTheme.night.color(of: .accent))
    }
}

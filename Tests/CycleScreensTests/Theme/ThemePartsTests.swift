import CycleDrivers
import CycleScreens
import Testing

@testable import gallery

/// A screen shows each part of a theme that a program changes.
@Suite("Parts of a theme")
struct ThemePartsTests {
    typealias Style = ConsoleDriver.Style

    private enum Place: CaseIterable { case left, right }

    private static let size = Size(columns: 62, rows: 20)

    /// The form with a mistake, and the same with the focus elsewhere.
    private static var form: View {
        var form = FormState<Int>([.text(1, "Name"), .text(2, "Age")])
        form.reject(1, "taken")
        return form.view
    }

    /// Some views in states in which no sample begins: another focus, a mistake, a button that cannot be pressed.
    private static var states: [View] {
        let list = ListState<Int>(markLimit: 2).view(of: [1, 2], id: \.self) { number, row in
            View.text(row.pointer + "row \(number)")
        }
        let found = ListState<Int>().view(of: [1], id: \.self) { _, row in "\("found", row.match)" }
        var marked = ListState<Int>(markLimit: 2)
        _ = marked.handle(ScreenInput(" "), rows: [1, 2], id: \.self)
        let delete = Button("Delete", role: .danger).view
        return [
            list, list.focused(false), found, form, form.focused(false), TextInput("Ada").view,
            marked.view(of: [1, 2], id: \.self) { _, row in View.text(row.pointer) },
            delete.focused(true), delete.focused(false), Button("Send").view.focused(false),
            Button("Send", isEnabled: false).view, View.text("inside").border(title: "A", footer: "B"),
            View.text("inside").pane(.left, in: FocusRing(Place.left), title: "C"),
        ]
    }

    /// The screens that may show a part: the states, and the samples whose names have one of the words.
    private func views(_ words: [String]) -> [View] {
        Self.states
            + samples.filter { sample in words.contains { "\(sample)".hasPrefix($0) } }.map { $0.init().view }
    }

    private func isSeen(_ words: [String], _ change: (inout ScreenTheme) -> Void) -> Bool {
        var theme = ScreenTheme.night
        change(&theme)
        return views(words).contains {
            ScreenLayout($0, Self.size, theme: theme).canvas != ScreenLayout($0, Self.size, theme: .night).canvas
        }
    }

    @Test("each style of a theme is seen where it is changed")
    func styles() {
        let parts: [(path: WritableKeyPath<ScreenTheme, Style>, samples: [String])] = [
            (\.rows.selected, []), (\.rows.unfocused, []), (\.rows.edgeStyle, []), (\.rows.unfocusedEdgeStyle, []),
            (\.rows.cell, ["Cells"]), (\.rows.header, ["Table"]), (\.rows.match, []),
            (\.fields.ground, []), (\.fields.line, []), (\.fields.focusedLine, []), (\.fields.mistake, []),
            (\.fields.placeholder, ["TextInput", "SignIn"]), (\.fields.label, []), (\.fields.focusedLabel, []),
            (\.marks.on, ["CheckBoxes", "Controls"]), (\.marks.off, ["CheckBoxes", "Controls"]),
            (\.marks.chosenStyle, ["Controls", "Form"]), (\.marks.otherStyle, ["Controls", "Form"]),
            (\.buttons.normal, ["Controls", "Dialog"]), (\.buttons.primary, ["Controls", "SignIn"]),
            (\.buttons.danger, []), (\.buttons.focused, ["Controls", "Dialog"]), (\.buttons.focusedDanger, []),
            (\.buttons.disabled, []), (\.tabs.chosen, ["Tabs"]), (\.tabs.other, ["Tabs"]), (\.tabs.line, ["Tabs"]),
            (\.tabs.mark, ["Tabs"]), (\.borders.style, []), (\.borders.focused, []),
            (\.borders.title, []), (\.borders.footer, []), (\.borders.raised, ["Dialog"]),
            (\.charts.axis, ["LineChart"]), (\.charts.grid, ["LineChart"]),
            (\.charts.area, ["LineChart", "Dashboard"]),
            (\.charts.label, ["Bars", "LineChart"]), (\.charts.rest, ["Progress"]), (\.help.key, ["Mail", "Manager"]),
            (\.help.text, ["Mail", "Manager"]),
        ]
        let other = Style(foreground: .rgb(1, 2, 3), background: .rgb(4, 5, 6), attributes: .italic)
        for (path, samples) in parts {
            #expect(isSeen(samples) { $0[keyPath: path] = other }, "\(path)")
        }
        #expect(
            isSeen(["Tabs"]) { theme in
                theme.tabs.shape = .pill
                theme.tabs.pill = other
            })
    }

    @Test("each mark and word of a theme is seen where it is changed")
    func marks() {
        let marks: [(path: WritableKeyPath<ScreenTheme, Character>, samples: [String])] = [
            (\.marks.check, ["CheckBoxes"]), (\.marks.knob, ["Controls"]), (\.marks.chosen, ["Controls", "Form"]),
            (\.marks.other, ["Controls", "Form"]),
        ]
        for (path, samples) in marks { #expect(isSeen(samples) { $0[keyPath: path] = "*" }, "\(path)") }
        #expect(isSeen([]) { $0.rows.edge = ">" })
        #expect(isSeen(["Mail", "Manager"]) { $0.help.separator = " | " })
        #expect(isSeen(["LineChart"]) { $0.charts.palette = [.bold] })
        #expect(isSeen([]) { $0.borders.border = .double })
        #expect(isSeen(["Dialog"]) { $0.borders.raisedBorder = .heavy })
        #expect(
            isSeen([]) { theme in
                theme.fields.shape = .box
                theme.fields.border = .double
            })
        #expect(isSeen(["Calendar"]) { $0.calendar.months = (1...12).map { "M\($0)" } })
    }

    @Test("a menu or calendar below a field has the border of the focus")
    func opened() {
        var theme = ScreenTheme.night
        theme.borders.focused = .foreground(.rgb(1, 2, 3))
        var dropDown = DropDown(from: [1, 2])
        var date = DateField(picker: DayPicker(CalendarDay(year: 2026, month: 12, day: 1)))
        #expect(dropDown.handle(ScreenInput(" ")) == .changed && date.handle(ScreenInput(" ")) == .changed)
        for view in [dropDown.view, date.view] {
            let styles = ScreenLayout(view, Self.size, theme: theme).canvas.styles
            #expect(styles.contains("foreground=#010203"), "\(styles)")
        }
    }

    @Test("a calendar has its weekdays in the words and the order of the theme")
    func calendar() {
        let day = DayPicker(CalendarDay(year: 2026, month: 12, day: 1))
        var theme = ScreenTheme.night
        #expect(ScreenLayout(day.view, Self.size, theme: theme).canvas.text.contains("Mo Tu We Th Fr Sa Su"))
        theme.calendar.firstWeekday = 6
        #expect(ScreenLayout(day.view, Self.size, theme: theme).canvas.text.contains("Su Mo Tu We Th Fr Sa"))
        theme.calendar.weekdays = ["lu", "ma", "me", "je", "ve", "sa", "di"]
        #expect(ScreenLayout(day.view, Self.size, theme: theme).canvas.text.contains("di lu ma me je ve sa"))
    }

    @Test("a border has a character for each side and corner")
    func border() {
        var border = ScreenBorder("─", "│", corners: "┌┐└┘")
        border.horizontal = "t"
        border.vertical = "l"
        (border.topLeft, border.topRight, border.bottomLeft, border.bottomRight) = ("1", "2", "3", "4")
        (border.bottom, border.right) = ("b", "r")
        #expect(text(4, 3, View.text("xy").border(border)) == "1tt2\nlxyr\n3bb4")
    }
}

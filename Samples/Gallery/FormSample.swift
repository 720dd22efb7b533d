import CycleDrivers
import CycleScreens

struct FormSample: Sample {
    static let title = "Form"
    static let source = #filePath

    enum Field { case host, port, isSecure, level, outputs, retries, region, start, note }

    var form = FormState<Field>([
        .text(.host, "Host", TextInput("localhost", rules: [.notEmpty])),
        .text(.port, "Port", TextInput("80800", rules: [.integer(1...65_535)])),
        .toggle(.isSecure, "TLS", isOn: true), .choice(.level, "Log", from: ["error", "info", "debug"], chosen: 1),
        .boxes(.outputs, "Log to", CheckBoxes(from: ["file", "screen", "server"], chosen: ["file"], axis: .row)),
        .number(.retries, "Retries", NumberField(3, in: 0...10, hasBar: true)),
        .dropDown(.region, "Region", DropDown(from: ["Africa", "America", "Asia", "Europe"], chosen: "Europe")),
        .date(.start, "From", DateField(picker: DayPicker(CalendarDay(year: 2026, month: 11, day: 22)))),
        .area(.note, "Note", TextArea("As long as you like.\nIt is wrapped."), height: 2),
    ])
    var saved: String?

    var view: View {
        .column(spacing: 1) {
            form
            if let saved { "\("✓ \(saved)", .green)" }
            View.help([.init([.tab], "next"), .init([" "], "change"), .init([.control("s")], "save")])
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        let outcome = input.key == .control("s") ? form.submit() : form.handle(input)
        guard outcome == .submitted else { return outcome }
        guard form.text(.host) != "example.org" else {
            // As a server would.
            form.reject(.host, "taken")
            return .changed
        }
        saved =
            "\(form.isOn(.isSecure) ? "https" : "http")://\(form.text(.host)):\(form.text(.port)) (\(form.text(.level)), \(form.text(.outputs)))"
        return .changed
    }
}

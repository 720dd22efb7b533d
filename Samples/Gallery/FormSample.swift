import CycleDrivers
import CycleScreens

struct FormSample: Sample {
    static let title = "Form"
    static let source = #filePath

    enum Field { case host, port, isSecure, level, outputs, retries, region, start, note, save }

    var form = FormState<Field>(
        groups: [
            .init(
                "Server",
                [
                    .text(.host, "Host", TextInput("localhost", rules: [.notEmpty])),
                    .text(.port, "Port", TextInput("80800", rules: [.integer(1...65_535)])),
                    .toggle(.isSecure, "TLS", isOn: true),
                    .dropDown(
                        .region, "Region", DropDown(from: ["Africa", "America", "Asia", "Europe"], chosen: "Europe")),
                    .number(.retries, "Retries", NumberField(3, in: 0...10, hasBar: true)),
                ]),
            .init(
                "Log",
                [
                    .choice(.level, "Level", from: ["error", "info", "debug"], chosen: 1),
                    .boxes(
                        .outputs, "To", CheckBoxes(from: ["file", "screen", "server"], chosen: ["file"], axis: .row)),
                    .date(.start, "From", DateField(picker: DayPicker(CalendarDay(year: 2026, month: 11, day: 22)))),
                    .area(.note, "Note", TextArea("As long as you like.\nIt is wrapped."), height: 2),
                    .button(.save, "Save"),
                ]),
        ], isPaged: true)
    var saved: String?

    init() {
        // The focus has been in the field whose mistake is shown.
        _ = form.handle(Input(.tab))
        _ = form.handle(Input(.tab))
    }

    var view: View {
        .column(spacing: 1) {
            form
            if let saved { "\("✓ \(saved)", .success)" }
            View.help([.init([.tab], "next"), .init([" "], "change"), .init([.control("s")], "save")])
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        let outcome = form.handle(input)
        guard outcome == .submitted else { return outcome }
        guard form.text(.host) != "example.org" else {
            // As a server would.
            form.reject(.host, "is taken")
            return .changed
        }
        let outputs = form.text(.outputs)
        let scheme = form.isOn(.isSecure) ? "https" : "http"
        saved = "\(scheme)://\(form.text(.host)):\(form.text(.port)) (\(form.text(.level)), \(outputs))"
        return .changed
    }
}

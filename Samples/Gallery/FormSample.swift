import CycleDrivers
import CycleScreens

struct FormSample: Sample {
    static let title = "Form"
    static let source = #filePath

    enum Field { case host, port, isSecure, level, outputs, retries }

    var form = FormState<Field>([
        .text(.host, "Host", TextInput("localhost", rules: [.notEmpty])),
        .text(.port, "Port", TextInput("80800", rules: [.integer(1...65_535)])),
        .toggle(.isSecure, "TLS", isOn: true), .choice(.level, "Log", from: ["error", "info", "debug"], chosen: 1),
        .boxes(.outputs, "Log to", CheckBoxes(from: ["file", "screen", "server"], chosen: ["file"], axis: .row)),
        .number(.retries, "Retries", NumberField(3, in: 0...10, hasBar: true)),
    ])
    var saved: String?

    var view: View {
        .column(spacing: 1) {
            form
            if let saved { "\("✓ \(saved)", .green)" }
            View.help([.init([.tab], "next"), .init([" "], "change"), .init([.enter], "save")])
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        let outcome = form.handle(input)
        guard outcome == .submitted else { return outcome }
        saved =
            "\(form.isOn(.isSecure) ? "https" : "http")://\(form.text(.host)):\(form.text(.port)) (\(form.text(.level)), \(form.text(.outputs)))"
        return .changed
    }
}

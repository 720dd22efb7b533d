import CycleDrivers
import CycleScreens

/// The files below a folder; the gallery's driver reads what the picker asks for.
struct FilesSample: Sample {
    static let title = "Files"
    static let source = #filePath

    var picker = FilePicker()
    var opened: FilePicker.Path?

    var requests: [PersistenceDriver.Request] { picker.requests }

    mutating func take(_ event: PersistenceDriver.Event) { picker.take(event) }

    var view: View {
        .column {
            picker
            if let opened { "\("opened", .muted) \(opened, .success)" }
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        let outcome = picker.handle(input)
        guard outcome == .submitted else { return outcome }
        opened = picker.selected
        return .changed
    }
}

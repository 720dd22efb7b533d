import CycleDrivers
import CycleScreens

/// Files that are only told of here; a program would ask a driver for those of ``FilePicker/wanted``.
struct FilesSample: Sample {
    static let title = "Files"
    static let source = #filePath

    private static let folders: [String: [FilePicker.Entry]] = [
        "": [
            .init("README.md"), .init("Sources", isFolder: true), .init(".git", isFolder: true), .init("Package.swift"),
        ],
        "Sources": [.init("main.swift"), .init("Views", isFolder: true)],
        "Sources/Views": [.init("List.swift"), .init("Tree.swift")],
    ]

    var picker = FilePicker()
    var opened: String?

    init() { read() }

    var view: View {
        .column {
            picker
            if let opened { "\("opened", .dim) \(opened, .green)" }
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        let outcome = picker.handle(input)
        if outcome == .submitted { opened = picker.selected }
        read()
        return outcome == .submitted ? .changed : outcome
    }

    private mutating func read() {
        guard let folder = picker.wanted else { return }
        if let entries = Self.folders[folder] {
            picker.show(entries, of: folder)
        } else {
            picker.fail("no permission", of: folder)
        }
    }
}

import CycleDrivers
import CycleScreens
import Foundation

/// A picture of a program for its documents, drawn from its cells: `Samples/Pictures/NAME.svg`.
struct Picture {
    private static let samples = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Samples")

    /// `Samples/README.md`.
    static var page: String {
        get throws { try String(contentsOf: samples.appendingPathComponent("README.md"), encoding: .utf8) }
    }

    private let file: URL

    init(_ name: String) {
        file = Self.samples.appendingPathComponent("Pictures/\(name).svg")
    }

    /// Whether it is of these cells; with `CYCLE_REDRAW` it is drawn anew.
    func shows(_ canvas: ConsoleDriver.Canvas) throws -> Bool {
        if ProcessInfo.processInfo.environment["CYCLE_REDRAW"] != nil {
            try canvas.svg(isCropped: true).write(to: file, atomically: true, encoding: .utf8)
        }
        return try String(contentsOf: file, encoding: .utf8) == canvas.svg(isCropped: true)
    }
}

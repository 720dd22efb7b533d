import CycleDrivers
import CycleScreens
import Foundation
import TestSupport

/// A picture of a program for its documents, drawn from its cells: `Samples/Pictures/NAME.svg`.
struct Picture {
    private static let samples = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Samples")

    /// `Samples/README.md`.
    static var page: String {
        get throws { try String(contentsOf: samples.appendingPathComponent("README.md"), encoding: .utf8) }
    }

    private let file: KeptFile

    init(_ name: String) {
        file = KeptFile("Samples/Pictures/\(name).svg")
    }

    /// Whether it is of these cells; with `CYCLE_REDRAW` it is drawn anew.
    func shows(_ canvas: ConsoleDriver.Canvas) throws -> Bool {
        try file.has(canvas.svg(isCropped: true))
    }
}

import CycleBase
import Foundation

/// Screens of tmux: a terminal that was not written by the authors of this one.
enum TmuxScreens {
    struct Shown {
        /// Without blanks at the ends of rows.
        var rows: [String]
        /// Its column may be the one behind the last.
        var column: Int
        var row: Int
    }

    static let isInstalled = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The screens that tmux shows after some bytes each.
    ///
    /// - Parameter isBare: Whether the screen is left as it was by the bytes before; otherwise it is empty, and wraps no lines.
    static func shown(_ screens: [[UInt8]], columns: Int, rows: Int, isBare: Bool = false) throws -> [Shown] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cycle-tmux-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let names = screens.indices.map { String(format: "%06d.bytes", $0) }
        for (screen, name) in zip(screens, names) {
            try Data(screen).write(to: folder.appendingPathComponent(name))
        }
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let here: String = #filePath
        let script = here.replacingOccurrences(
            of: "Tests/CycleDriversTests/Terminal/TmuxScreens.swift", with: "Scripts/tmux-screens")
        program.arguments = ["bash", script, folder.path, "\(columns)", "\(rows)"] + (isBare ? ["bare"] : [])
        try program.run()
        program.waitUntilExit()
        let shown = try names.map { name in
            let text = try String(contentsOf: folder.appendingPathComponent("\(name).shown"), encoding: .utf8)
            return Shown(text)
        }
        try FileManager.default.removeItem(at: folder)
        return shown
    }
}

extension TmuxScreens.Shown {
    fileprivate init(_ text: String) {
        // By scalars: a mark that no letter carries stands by itself in tmux.
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        if lines.last == "" { lines.removeLast() }
        let cursor = (lines.popLast() ?? "").split(separator: " ").compactMap { Int($0) }
        self.init(rows: lines, column: cursor.first ?? -1, row: cursor.last ?? -1)
    }
}

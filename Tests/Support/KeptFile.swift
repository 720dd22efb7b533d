import Foundation

/// A file of the repository that is made by a test: a picture, or a page.
package struct KeptFile {
    private let file: URL

    /// - Parameter path: From the folder of the package.
    package init(_ path: String) {
        file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(path)
    }

    /// Whether it has this text; with `CYCLE_REDRAW` it is written anew.
    package func has(_ text: String) throws -> Bool {
        if ProcessInfo.processInfo.environment["CYCLE_REDRAW"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        return try String(contentsOf: file, encoding: .utf8) == text
    }
}

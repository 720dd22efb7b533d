import Foundation

/// A program of the package, which stands beside that of the tests.
package func builtProgram(_ name: String) -> URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent(name)
}

extension Process {
    /// Runs to its end.
    ///
    /// - Returns: All that it has written on standard error.
    package func complaint() throws -> String {
        let pipe = Pipe()
        standardError = pipe
        try run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        waitUntilExit()
        return text
    }
}

import Foundation

/// A folder that is gone when the test is over.
package final class Folder: Sendable {
    package let path: String

    package init() throws {
        // Short: the path of a socket has little room.
        path = NSTemporaryDirectory() + "cycle-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { print("cannot remove \(path): \(error)") }
    }

    package func file(_ name: String = "run.jsonl", _ content: String? = nil) throws -> String {
        let file = path + "/" + name
        if let content { try Data(content.utf8).write(to: URL(fileURLWithPath: file)) }
        return file
    }

    package func text(_ file: String) throws -> String {
        try String(contentsOfFile: file, encoding: .utf8)
    }
}

import Foundation

/// The files of the package, as text.
struct Tree {
    struct File {
        let path: String
        let text: String

        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
        /// Without comments and the insides of string literals: what the compiler acts on.
        var code: String {
            lines.map { line in
                var line = String(line)
                if let comment = line.range(of: "//") { line.removeSubrange(comment.lowerBound...) }
                return line.replacing(/"[^"]*"/, with: "\"\"")
            }.joined(separator: "\n")
        }
    }

    let root: URL

    init() {
        root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// All Swift files below a folder.
    func swiftFiles(_ folder: String) throws -> [File] {
        let base = root.appendingPathComponent(folder)
        let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
        return try paths.sorted().filter { $0.hasSuffix(".swift") }.map { path in
            File(path: folder + "/" + path, text: try text(folder + "/" + path))
        }
    }
}

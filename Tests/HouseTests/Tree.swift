import Foundation
import Synchronization

/// The files of the package, as text.
struct Tree {
    let root: URL

    init() {
        // Resolved: a scratch package may link to this folder.
        root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
    }

    /// The names of the modules, in the order of the alphabet.
    static let modules: [String] = {
        do { return try Tree().folders("Sources").sorted() } catch { return [] }
    }()

    func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The pages that a newcomer reads before the sources: the README, the guides of all products, and the book.
    var shown: [String] {
        get throws {
            let catalogues = try folders("Sources").map { "Sources/\($0)/\($0).docc" } + ["Docs/Book.docc"]
            return try [text("README.md")] + catalogues.flatMap(pages)
        }
    }

    /// The pages below a folder, which need not be there.
    private func pages(below folder: String) throws -> [String] {
        let base = root.appendingPathComponent(folder)
        let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
        return try paths.sorted().filter { $0.hasSuffix(".md") }.map { try text(folder + "/" + $0) }
    }

    /// The paths of all pages that are written for readers, wherever they stand.
    var allPages: [String] {
        get throws {
            let top = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".md") }
            let below = ["Docs", "Sources", "Tests", "Samples", "Benchmarks", ".github"].flatMap { folder in
                let base = root.appendingPathComponent(folder)
                let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
                return paths.filter { $0.hasSuffix(".md") && !$0.contains(".build/") }.map { folder + "/" + $0 }
            }
            return (top + below).sorted()
        }
    }

    /// Many tests read the same files: each is read and taken apart once.
    private static let files = Mutex<[String: SourceFile]>([:])

    private static func file(_ path: String, in tree: Tree) throws -> SourceFile {
        // Behind the lock: all tests begin at once, with the same files.
        try files.withLock { files in
            if let known = files[path] { return known }
            let file = SourceFile(path: path, text: try tree.text(path))
            files[path] = file
            return file
        }
    }

    /// The names of the folders in a folder.
    func folders(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
            .filter { !$0.hasPrefix(".") }
    }

    /// All Swift files below a folder.
    func swiftFiles(_ folder: String) throws -> [SourceFile] {
        let base = root.appendingPathComponent(folder)
        let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
        return try paths.sorted().filter { $0.hasSuffix(".swift") }.map { path in
            try Self.file(folder + "/" + path, in: self)
        }
    }

    func swiftFiles(_ folders: [String]) throws -> [SourceFile] {
        try folders.flatMap { try swiftFiles($0) }
    }
}

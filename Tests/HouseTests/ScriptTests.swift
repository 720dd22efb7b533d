import Foundation
import Testing

@Suite("Scripts")
struct ScriptTests {
    private let tree = Tree()
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cycle \"scripts\" \(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func removeFolder() {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }

    /// The status and the complaint of a script that is started in the folder.
    private func run(_ script: URL, _ arguments: String...) throws -> (status: Int32, complaint: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [script.path] + arguments
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let complaint = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: complaint, as: UTF8.self))
    }

    @Test("the site is written into no folder that holds other files, into no file and through no link")
    func site() throws {
        defer { removeFolder() }
        let script = tree.root.appending(path: "Scripts/site")
        let own = folder.appending(path: "own")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        try Data("a".utf8).write(to: own.appending(path: "file"))
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "link"), withDestinationURL: folder.appending(path: "missing"))
        for name in ["own", own.path, "own/file", "link", "", ".", "own/.."] {
            let (status, complaint) = try run(script, name)
            #expect(status == 2 && complaint.contains("choose"), "\(name): \(complaint)")
        }
        #expect(try String(contentsOf: own.appending(path: "file"), encoding: .utf8) == "a")
    }

    @Test("a new program has another name than the clone's folder, and finds a clone whose path has quotes and blanks")
    func program() throws {
        defer { removeFolder() }
        // A clone of which the script reads its guide only.
        let clone = folder.appending(path: "Clone")
        let scripts = clone.appending(path: "Scripts")
        let pages = clone.appending(path: "Docs/Book.docc/Start")
        for made in [scripts, pages] {
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        }
        for path in ["Scripts/new-program", "Docs/Book.docc/Start/YourFirstLoop.md"] {
            try FileManager.default.copyItem(at: tree.root.appending(path: path), to: clone.appending(path: path))
        }
        let script = scripts.appending(path: "new-program")
        for name in ["Clone", "clone", "CLONE"] {
            let (status, complaint) = try run(script, name)
            #expect(status == 2 && complaint.contains("choose another name"), "\(name): \(complaint)")
        }
        #expect(try run(script, "hello").status == 0)
        let package = try String(contentsOf: folder.appending(path: "hello/Package.swift"), encoding: .utf8)
        // As Swift reads it: every quote and backslash of the path is escaped.
        let path = clone.path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        #expect(package.contains("path: \"\(path)\""), "\(package)")
    }
}

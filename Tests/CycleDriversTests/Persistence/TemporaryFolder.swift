import CycleBase
import CycleDrivers
import Foundation

/// A folder for one test, removed with all that is in it.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/cycle-test-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "no temporary folder")
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        removeAll(path)
    }

    func path(of name: String) -> String { path + "/" + name }

    /// The names in it, or in a folder below it, sorted.
    func names(in folder: String = ".") -> [String] {
        list(path(of: folder)).sorted()
    }

    func text(of name: String) -> String? {
        guard let file = fopen(path(of: name), "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    func write(_ text: String, to name: String) {
        guard let file = fopen(path(of: name), "w") else { preconditionFailure("cannot write \(name)") }
        defer { fclose(file) }
        let bytes = Array(text.utf8)
        fwrite(bytes, 1, bytes.count, file)
    }

    /// With the folders on the way.
    func makeFolder(_ name: String) {
        let parts = name.split(separator: "/")
        for count in 1...max(1, parts.count) { mkdir(path(of: parts.prefix(count).joined(separator: "/")), 0o755) }
    }

    /// All plain files in a folder, and in those below it.
    func files(below name: String) -> Set<PersistenceDriver.Path> {
        let found = FileManager.default.enumerator(atPath: path(of: name))
        let files = (found?.allObjects as? [String] ?? []).filter { isFile("\(name)/\($0)") }
        return Set(files.map { PersistenceDriver.Path("\(name)/\($0)") })
    }

    private func isFile(_ name: String) -> Bool {
        var status = stat()
        return lstat(path(of: name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    func mode(of name: String) -> UInt32? {
        var status = stat()
        return stat(path(of: name), &status) == 0 ? UInt32(status.st_mode & 0o7777) : nil
    }

    func owner(of name: String) -> UInt32? {
        var status = stat()
        return stat(path(of: name), &status) == 0 ? status.st_uid : nil
    }

    private func list(_ folder: String) -> [String] {
        namesInFolder(folder).filter { $0 != "." && $0 != ".." }
    }

    private func removeAll(_ folder: String) {
        for name in list(folder) {
            let path = folder + "/" + name
            if unlink(path) != 0 { removeAll(path) }
        }
        rmdir(folder)
    }
}

import CycleBase

/// Where lines of results go: each is appended by one call, so that a worker that is killed leaves whole lines.
final class LineOutput {
    private let file: Int32
    private let path: String

    /// - Parameters:
    ///   - path: A file, or a folder in which each worker has a file of its own; `nil` for standard output.
    ///   - name: The beginning of the name of a file in a folder.
    /// - Returns: `nil` where it cannot be opened; `errno` says why.
    init?(_ path: String?, named name: String) {
        guard let path else {
            (file, self.path) = (STDOUT_FILENO, "standard output")
            return
        }
        var status = stat()
        let isFolder = path.hasSuffix("/") || stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        if isFolder, mkdir(path, 0o777) != 0, errno != EEXIST { return nil }
        let slash = path.hasSuffix("/") ? "" : "/"
        self.path = isFolder ? "\(path)\(slash)\(name)-\(LineOutput.host)-\(getpid()).jsonl" : path
        do {
            file = try Descriptors.open(self.path, O_WRONLY | O_APPEND | O_CREAT)
        } catch {
            errno = error.code
            return nil
        }
        if LineOutput.endsInALine(self.path) { _ = Descriptors.writeAll([UInt8(ascii: "\n")], to: file) }
    }

    /// Whether a worker that was killed has left a part of a line at the end: the next one would be lost with it.
    private static func endsInALine(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, FileKind(status) == .regular, status.st_size > 0 else { return false }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var last: UInt8 = 0
        return pread(file, &last, 1, status.st_size - 1) == 1 && last != UInt8(ascii: "\n")
    }

    deinit {
        if file != STDOUT_FILENO { close(file) }
    }

    /// The name of the machine, as far as it fits into the name of a file.
    private static var host: String {
        var buffer = [CChar](repeating: 0, count: 256)
        let code = gethostname(&buffer, buffer.count - 1)
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return code == 0 ? String(name.prefix { $0 != "." && $0 != "/" }) : "host"
    }

    /// - Returns: Whether the line was written; where not, `errno` says why.
    func write(_ line: CampaignLine) -> Bool { Descriptors.writeAll(Array("\(line)\n".utf8), to: file) }
}

/// A whole file, as text.
func textOfFile(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = buffer.withUnsafeMutableBytes { fread($0.baseAddress, 1, $0.count, file) }
        if count == 0 { return ferror(file) == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
        bytes += buffer[..<count]
    }
}

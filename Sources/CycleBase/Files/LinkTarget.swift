/// The place that a path leads to, with its symbolic links resolved, and the file that stands there.
package struct LinkTarget {
    /// As many links as Linux follows.
    private static let linkLimit = 40

    let path: String
    /// The folder of the path, and the name in it.
    let folder: String
    let name: String
    /// The status of the regular file that stands there; `nil` where nothing does.
    let status: stat?

    /// - Throws: Where something else than a regular file stands there.
    init(of path: String) throws(FileReplacement.Problem) {
        var path = path
        for _ in 0..<Self.linkLimit {
            let (folder, name) = Self.split(path)
            guard !path.utf8.contains(0), !name.isEmpty else { throw .system(operation: "open", code: ENOENT) }
            guard let status = try Self.status(of: path) else {
                (self.path, self.folder, self.name, self.status) = (path, folder, name, nil)
                return
            }
            switch FileKind(status) {
            case .link: path = try Self.following(path, status, in: folder)
            case .regular:
                (self.path, self.folder, self.name, self.status) = (path, folder, name, status)
                return
            case let kind: throw .notAFile(kind)
            }
        }
        throw .system(operation: "open", code: ELOOP)
    }

    /// Whether the place may still be taken: nothing stands there, or a regular file.
    func check() throws(FileReplacement.Problem) {
        guard let status = try Self.status(of: path) else { return }
        let kind = FileKind(status)
        if kind != .regular { throw .notAFile(kind) }
    }

    /// The name may be lost with the power until the folder is written. A folder that this user cannot read, and a file system
    /// whose folders cannot be synced, are passed over.
    func syncFolder() throws(FileReplacement.Problem) {
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard flushToDrive(descriptor) != 0, !unsyncedFolderCodes.contains(errno) else { return }
        throw .unsafe(code: errno)
    }

    /// By bytes: a mark that a name begins with is one character with the slash before it.
    package static func split(_ path: String) -> (folder: String, name: String) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
        return (String(path[..<start]), String(path[start...]))
    }

    private static func status(of path: String) throws(FileReplacement.Problem) -> stat? {
        var status = stat()
        if lstat(path, &status) == 0 { return status }
        guard errno == ENOENT else { throw .system(operation: "open", code: errno) }
        return nil
    }

    private static func following(
        _ path: String, _ link: stat, in folder: String
    ) throws(FileReplacement.Problem) -> String {
        var holding = stat()
        guard stat(folder.isEmpty ? "." : folder, &holding) == 0 else {
            throw .system(operation: "open", code: errno)
        }
        let isShared = holding.st_mode & 0o1000 != 0 && holding.st_mode & 0o002 != 0
        guard !isShared || link.st_uid == geteuid() || link.st_uid == holding.st_uid else { throw .linkOfAnother }
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = readlink(path, &bytes, bytes.count)
        guard count > 0, count < bytes.count else { throw .system(operation: "open", code: count < 0 ? errno : ENOENT) }
        guard let next = String(validating: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) else {
            throw .system(operation: "open", code: EILSEQ)
        }
        return next.utf8.first == UInt8(ascii: "/") ? next : folder + next
    }
}

import CycleBase

/// Replaces files as a whole.
enum SafeFile {
    struct Failure: Error {
        let operation: String
        let code: Int32
    }

    /// Writes beside the file, waits until that is on the disk, and puts it in the file's place.
    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let path = target(of: path)
        var template = Array("\(path).XXXXXX".utf8CString)
        // Readable for this user only.
        let file = mkstemp(&template)
        guard file >= 0 else { throw Failure(operation: "open", code: errno) }
        do throws(Failure) {
            try fill(file, bytes, likeThatOf: path)
        } catch {
            unlink(template)
            throw error
        }
        guard rename(template, path) == 0 else {
            let code = errno
            unlink(template)
            throw Failure(operation: "replace", code: code)
        }
        syncFolder(of: path)
    }

    /// The target of a link is replaced, not the link itself.
    private static func target(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func fill(_ file: Int32, _ bytes: [UInt8], likeThatOf path: String) throws(Failure) {
        defer { _ = System.closeFile(file) }
        var status = stat()
        if stat(path, &status) == 0 { fchmod(file, status.st_mode & 0o7777) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { System.writeBytes(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(operation: "write", code: count < 0 ? errno : EIO) }
            written += count
        }
        guard fsync(file) == 0 else { throw Failure(operation: "write", code: errno) }
    }

    /// Without it the new name may be lost with the power; the content, old or new, is whole in any case.
    private static func syncFolder(of path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let folder = open(parts.isEmpty ? "." : parts.joined(separator: "/") + "/", O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        _ = System.closeFile(folder)
    }
}

/// A file beside the one that it is to replace, locked as long as it is written.
///
/// Its name follows from the name of the file: what a killed process has left is removed the next time, so that leftovers do
/// not pile up. Where another process writes it at this moment, a name by chance is taken.
struct FreshFile {
    /// No part of a path is longer.
    private static let nameLimit = 255
    /// A file of this name is no one's but this house's: it may be removed.
    private static let suffix = ".cycle-new"

    let path: String
    let file: Int32

    /// - Parameter newMode: Of a file that replaces none.
    init(beside target: LinkTarget, newMode: mode_t) throws(FileReplacement.Problem) {
        // No other user may read a private file while it is written.
        let mode = target.status == nil ? newMode : 0o600
        let usual = target.folder + ".\(target.name)\(Self.suffix)"
        if target.name.utf8.count <= Self.nameLimit - 1 - Self.suffix.utf8.count {
            Self.removeLeftover(usual)
            if let file = try Self.make(usual, mode) {
                (path, self.file) = (usual, file)
                return
            }
        }
        for _ in 0..<100 {
            let path = target.folder + ".cycle-new-" + String(UInt64.random(in: .min ... .max), radix: 36)
            guard let file = try Self.make(path, mode) else { continue }
            (self.path, self.file) = (path, file)
            return
        }
        throw .system(operation: "open", code: EEXIST)
    }

    /// - Returns: `nil` where another has it.
    private static func make(_ path: String, _ mode: mode_t) throws(FileReplacement.Problem) -> Int32? {
        let file: Int32
        do {
            file = try Descriptors.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
        } catch {
            if error.code == EEXIST { return nil }
            throw .system(operation: "open", code: error.code)
        }
        // Another process may have taken it for a leftover before it was locked.
        guard FileLock.take(file, at: path), FileOwner.hasOneName(file) else {
            Descriptors.close(file)
            return nil
        }
        return file
    }

    /// A plain file of this user that no process has locked.
    private static func removeLeftover(_ path: String) {
        do {
            let file = try Descriptors.open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
            defer { Descriptors.close(file) }
            guard FileLock.take(file, at: path) else { return }
            if FileOwner.isThisUserAlone(file, at: path) { unlink(path) }
            FileLock.release(file)
        } catch {
            return
        }
    }

    /// Takes the mode and the owner of the file that it is to replace. The owner first: the mode may let others read. Without
    /// the set-user-ID bit and its like, which any write by others than root takes away.
    func imitate(_ old: stat) throws(FileReplacement.Problem) {
        var own = stat()
        guard fstat(file, &own) == 0 else { throw .system(operation: "write", code: errno) }
        if own.st_uid != old.st_uid || own.st_gid != old.st_gid {
            guard fchown(file, old.st_uid, old.st_gid) == 0 else {
                throw .system(operation: "keep the owner of", code: errno)
            }
        }
        do {
            try FileMode.set(old.st_mode & 0o777, of: file)
        } catch {
            throw .system(operation: "keep the mode of", code: error.code)
        }
    }

    func close() {
        FileLock.release(file)
        Descriptors.close(file)
    }

    func discard() {
        unlink(path)
        close()
    }
}

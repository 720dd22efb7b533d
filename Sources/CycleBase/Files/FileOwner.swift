/// The user to whom a file belongs.
package enum FileOwner {
    /// Whether this user has made the file, as far as the file system tells.
    ///
    /// A share, or a card of a camera, may be mounted so that all files belong to another user, those that this user makes as well: then
    /// such a file counts as this user's.
    ///
    /// - Parameters:
    ///   - status: Of the file.
    ///   - path: Of the file, in whose folder a file is made and removed to see whose it is.
    package static func isThisUser(of status: stat, at path: String) -> Bool {
        status.st_uid == geteuid() || status.st_uid == ownerOfNewFiles(beside: path)
    }

    /// Whether no other user and no other name can change the open file: in a folder for all, another user may have made it before.
    package static func isThisUserAlone(_ file: Int32, at path: String) -> Bool {
        statusOfOneName(file).map { isThisUser(of: $0, at: path) } ?? false
    }

    /// Whether the open file is a plain one with one name.
    static func hasOneName(_ file: Int32) -> Bool { statusOfOneName(file) != nil }

    private static func statusOfOneName(_ file: Int32) -> stat? {
        var status = stat()
        return fstat(file, &status) == 0 && FileKind(status) == .regular && status.st_nlink == 1 ? status : nil
    }

    private static func ownerOfNewFiles(beside path: String) -> uid_t? {
        let (folder, _) = LinkTarget.split(path)
        let new = folder + ".cycle-new-" + String(UInt64.random(in: .min ... .max), radix: 36)
        let file: Int32
        do {
            file = try Descriptors.open(new, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        } catch {
            return nil
        }
        defer {
            unlink(new)
            Descriptors.close(file)
        }
        var status = stat()
        return fstat(file, &status) == 0 ? status.st_uid : nil
    }
}

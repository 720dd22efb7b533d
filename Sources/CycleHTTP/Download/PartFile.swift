import CCurl
import CycleDrivers
import CycleBase

/// The file that a download grows in, beside the one that it is to become, locked as long as it is written: a file
/// without a lock was left by a process that is gone.
struct PartFile {
    let path: String
    let descriptor: Int32

    /// Where a download that can be resumed grows.
    static func resumable(_ path: String) -> String { path + ".part" }
    /// The path of the information about an unfinished download.
    static func info(_ path: String) -> String { path + ".part.info" }

    /// Stands between the name of the file and `.part` where the download cannot be resumed.
    private static let mark = ".cycle-"
    private static let markLength = 13

    /// Whether there is a name for what is known of it: no part of a path is longer than 255 bytes.
    static func canResume(_ path: String) -> Bool { LinkTarget.split(info(path)).name.utf8.count <= 255 }

    /// The folder, and what such a name in it begins with: as much of the file's as leaves room for the rest.
    private static func beginning(_ path: String) -> (folder: String, name: String) {
        var (folder, name) = LinkTarget.split(path)
        while name.utf8.count > 255 - mark.utf8.count - markLength - 5 { name.removeLast() }
        return (folder, name + mark)
    }

    /// A name that no other file has.
    static func unique(_ path: String) -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 36)
        let (folder, name) = beginning(path)
        return folder + name + String(repeating: "0", count: markLength - digits.count) + digits + ".part"
    }

    /// Opens and locks it, if it is there or `creates`. Where the file system has no locks, it is taken for one that no process writes.
    ///
    /// - Returns: `nil` when it is not there, when another has it, or when it is another user's.
    static func open(_ path: String, creates: Bool, mode: mode_t = 0o666) throws(SystemFailure) -> PartFile? {
        // Asked first: one that was made and is not used would stay.
        guard cycle_curl_leaves_descriptors(1) else { throw SystemFailure(code: EMFILE) }
        let new = creates ? try opened(path, O_CREAT | O_EXCL, mode) : -1
        let isNew = new >= 0
        let descriptor = isNew ? new : try opened(path, 0, mode)
        guard descriptor >= 0 else { return nil }
        // A part that was made here is this user's, though a file system of another one, as a card of a camera, may say otherwise.
        guard FileLock.take(descriptor, at: path), isNew || FileOwner.isThisUserAlone(descriptor, at: path) else {
            Descriptors.close(descriptor)
            return nil
        }
        return PartFile(path: path, descriptor: descriptor)
    }

    /// - Returns: A descriptor; -1 where the file is not there, or is there already.
    private static func opened(_ path: String, _ flags: Int32, _ mode: mode_t) throws(SystemFailure) -> Int32 {
        do throws(SystemFailure) {
            return try Descriptors.open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | flags, mode: mode)
        } catch {
            if error.code == ENOENT && flags == 0 || error.code == EEXIST { return -1 }
            throw error
        }
    }

    var byteCount: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Cuts it, and goes on writing there.
    func truncate(to byteCount: Int) -> Bool {
        ftruncate(descriptor, off_t(byteCount)) == 0 && lseek(descriptor, off_t(byteCount), SEEK_SET) >= 0
    }

    func write(_ bytes: [UInt8]) throws(SystemFailure) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                CycleBase.write(descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemFailure(code: count == 0 ? ENOSPC : errno) }
            offset += count
        }
    }

    func close() {
        FileLock.release(descriptor)
        Descriptors.close(descriptor)
    }

    /// Writes the information about the unfinished download of `path`. A process killed meanwhile leaves the old or the new
    /// information. No other user may read it: a URL may hold a secret.
    static func describe(_ path: String, _ info: PartInfo) throws(SystemFailure) {
        guard let file = try open(unique(path), creates: true, mode: 0o600) else { throw SystemFailure(code: EEXIST) }
        defer { file.close() }
        do throws(SystemFailure) {
            try file.write([UInt8](info.text.utf8))
            guard rename(file.path, PartFile.info(path)) == 0 else { throw SystemFailure(code: errno) }
        } catch {
            unlink(file.path)
            throw error
        }
    }

    /// Makes the folder of a path, with those that it is in, where it is not there.
    static func makeFolder(of path: String) throws(SystemFailure) {
        var folder = Substring(LinkTarget.split(path).folder)
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        var status = stat()
        guard !folder.isEmpty, stat(String(folder), &status) != 0, errno == ENOENT else { return }
        try makeFolder(of: String(folder))
        guard mkdir(String(folder), 0o777) == 0 || errno == EEXIST else { throw SystemFailure(code: errno) }
    }

    /// Whether a download may become `path`: there is nothing, or a plain file.
    static func mayBecome(_ path: String) -> Bool {
        guard !path.utf8.contains(0), !path.isEmpty, !path.hasSuffix("/") else { return false }
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno == ENOENT }
        return status.st_mode & S_IFMT == S_IFREG
    }

    /// Removes what downloads to `path` have left and no process writes any more.
    static func sweep(_ path: String) {
        let (folder, beginning) = beginning(path)
        for other in namesInFolder(folder.isEmpty ? "." : folder) where isLeftover(other, beginning) {
            remove(folder + other)
        }
    }

    /// Removes `path` if no process writes it.
    static func remove(_ path: String) {
        do throws(SystemFailure) {
            guard let part = try open(path, creates: false) else { return }
            unlink(path)
            part.close()
        } catch {
            // It stays until the next time.
            return
        }
    }

    private static func isLeftover(_ other: String, _ prefix: String) -> Bool {
        let suffix = ".part"
        guard other.hasPrefix(prefix), other.hasSuffix(suffix) else { return false }
        let digits = other.dropFirst(prefix.count).dropLast(suffix.count)
        return digits.utf8.count == markLength && digits.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLowercase) }
    }
}

/// Small files, whole.
package enum SmallFile {
    /// - Returns: `nil` when it cannot be read, or is no plain file, or larger than `limit`.
    package static func read(_ path: String, upTo limit: Int) -> [UInt8]? {
        let descriptor: Int32
        do {
            descriptor = try Descriptors.open(path, O_RDONLY | O_NONBLOCK)
        } catch {
            return nil
        }
        defer { Descriptors.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var all: [UInt8] = []
        while all.count <= limit {
            switch Descriptors.read(descriptor, upTo: 65_536) {
            case .bytes(let bytes): all += bytes
            case .nothingYet: continue
            case .end: return all
            case .lost, .failed: return nil
            }
        }
        return nil
    }

    static func text(_ path: String) -> String? {
        read(path, upTo: 65_536).map { String(decoding: $0, as: UTF8.self) }
    }
}

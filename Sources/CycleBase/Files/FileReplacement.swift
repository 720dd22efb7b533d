/// Replaces a file as a whole: the one way in the house. The path leads to the old content or to the new one, also where the
/// process is killed or the power fails.
///
/// - Only a regular file is replaced. A folder, a device, a FIFO or a socket is refused and stays as it is.
/// - A symbolic link stays, and the file that it leads to is replaced, as the kernel with `protected_symlinks` allows it: a
///   link in a folder that all may write to counts only where this user or the owner of the folder has made it.
/// - A file that is replaced keeps its mode and its owner; where the owner cannot be kept, it is refused. Another hard link
///   to it keeps the old content.
/// - The content is on the disk before the name leads to it, and the name before `write` returns.
package enum FileReplacement {
    /// Why a file was not replaced. It has its old content, but for ``Problem/unsafe(code:)``.
    package struct Failure: Error, Hashable, Sendable {
        package let path: String
        package let problem: Problem
    }

    package enum Problem: Error, Hashable, Sendable {
        /// Something else than a regular file stands there.
        case notAFile(FileKind)
        /// A symbolic link in a shared folder, which another user has made.
        case linkOfAnother
        /// The system refuses one step: `open`, `write` or `replace`.
        case system(operation: String, code: Int32)
        /// The file is replaced, but the system does not say that its name is on the disk.
        case unsafe(code: Int32)
    }

    /// Replaces the file by these bytes.
    ///
    /// - Parameters:
    ///   - bytes: The new content.
    ///   - path: Of the file, which need not exist; its folder must.
    ///   - mode: Of a file that is new, before the process's mask is applied. By default no other user may read it.
    package static func write(
        _ bytes: [UInt8], to path: String, newMode mode: mode_t = 0o600
    ) throws(Failure) {
        try write(to: path, newMode: mode) { file in
            Descriptors.writeAll(bytes, to: file) ? nil : errno == 0 ? EIO : errno
        }
    }

    /// Replaces the file by what `fill` writes.
    ///
    /// - Parameter fill: Writes the content to the descriptor that it is given; an `errno` where it cannot.
    package static func write(
        to path: String, newMode mode: mode_t = 0o600, _ fill: (Int32) -> Int32?
    ) throws(Failure) {
        do throws(Problem) {
            let target = try LinkTarget(of: path)
            let fresh = try FreshFile(beside: target, newMode: mode)
            do throws(Problem) {
                if let code = fill(fresh.file) { throw .system(operation: "write", code: code) }
                if let old = target.status { try fresh.imitate(old) }
                guard flushToDrive(fresh.file) == 0 else { throw .system(operation: "write", code: errno) }
                // A device may have come there while the content was written.
                try target.check()
                guard rename(fresh.path, target.path) == 0 else { throw .system(operation: "replace", code: errno) }
            } catch {
                fresh.discard()
                throw error
            }
            fresh.close()
            try target.syncFolder()
        } catch {
            throw Failure(path: path, problem: error)
        }
    }
}

extension FileReplacement.Failure: CustomStringConvertible {
    package var description: String { "\(path): \(problem)" }
}

extension FileReplacement.Problem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notAFile(let kind): "\(kind.noun) stands there, which is not replaced"
        case .linkOfAnother: "another user's symbolic link stands there, in a folder that all may write to"
        case .system(let operation, let code): "cannot \(operation) it, \(SystemFailure.words(of: code))"
        case .unsafe(let code):
            "it is replaced, and may not outlive a power failure, \(SystemFailure.words(of: code))"
        }
    }
}

/// The kind of thing that stands at a path.
package enum FileKind: Hashable, Sendable {
    case regular, folder, link, device, pipe, socket, other

    package init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        case S_IFCHR, S_IFBLK: self = .device
        case S_IFIFO: self = .pipe
        case S_IFSOCK: self = .socket
        default: self = .other
        }
    }

    /// With its article, for messages.
    var noun: String {
        switch self {
        case .regular: "a file"
        case .folder: "a folder"
        case .link: "a symbolic link"
        case .device: "a device"
        case .pipe: "a pipe"
        case .socket: "a socket"
        case .other: "something that is no file"
        }
    }
}

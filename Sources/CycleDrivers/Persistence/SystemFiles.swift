#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The disk.
package final class SystemFiles: FileSystem {
    package init() {}

    package func openRoot(_ path: String) throws(SystemError) -> Int32 {
        try checked(openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    package func open(_ name: String, in folder: Int32, for purpose: OpenPurpose) throws(SystemError) -> Int32 {
        switch purpose {
        case .folder: try checked(openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
        case .reading: try checked(openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
        case .creating(let mode):
            try checked(openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(mode)))
        }
    }

    package func close(_ file: Int32) throws(SystemError) {
        #if canImport(Glibc)
            try checked(Glibc.close(file))
        #elseif canImport(Musl)
            try checked(Musl.close(file))
        #elseif canImport(Darwin)
            try checked(Darwin.close(file))
        #endif
    }

    package func read(_ file: Int32, into buffer: inout [UInt8]) throws(SystemError) -> Int {
        try checked(
            buffer.withUnsafeMutableBytes { readv(file, [iovec(iov_base: $0.baseAddress, iov_len: $0.count)], 1) })
    }

    package func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        try checked(
            bytes.withUnsafeBytes {
                writev(file, [iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)], 1)
            })
    }

    package func status(of file: Int32) throws(SystemError) -> FileStatus {
        var status = stat()
        try checked(fstat(file, &status))
        return FileStatus(status)
    }

    package func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
        var status = stat()
        try checked(fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW))
        return FileStatus(status)
    }

    package func setMode(of file: Int32, to mode: UInt32) throws(SystemError) {
        try checked(fchmod(file, mode_t(mode)))
    }

    package func setOwner(of file: Int32, to owner: UInt32, group: UInt32) throws(SystemError) {
        try checked(fchown(file, owner, group))
    }

    package func sync(_ file: Int32) throws(SystemError) {
        #if canImport(Darwin)
            // fsync there leaves the content in the cache of the drive.
            if fcntl(file, F_FULLFSYNC) == 0 { return }
        #endif
        try checked(fsync(file))
    }

    package func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
        try checked(renameat(folder, name, folder, newName))
    }

    package func link(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
        try checked(linkat(folder, name, folder, newName, 0))
    }

    package func remove(_ name: String, in folder: Int32) throws(SystemError) {
        try checked(unlinkat(folder, name, 0))
    }

    package func makeFolder(_ name: String, in folder: Int32) throws(SystemError) {
        try checked(mkdirat(folder, name, 0o777))
    }

    package func names(in folder: Int32) throws(SystemError) -> [String] {
        // The stream takes the descriptor over, and the caller keeps its own.
        let own = try checked(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        guard let stream = fdopendir(own) else {
            let error = SystemError(code: errno)
            try close(own)
            throw error
        }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw SystemError(code: errno) }
        return names
    }

    package func target(ofLink name: String, in folder: Int32) throws(SystemError) -> String {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = try checked(readlinkat(folder, name, &bytes, bytes.count))
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package func lock(_ file: Int32) throws(SystemError) {
        try checked(flock(file, LOCK_EX | LOCK_NB))
    }

    @discardableResult
    private func checked<Result: SignedInteger>(_ result: Result) throws(SystemError) -> Result {
        guard result >= 0 else { throw SystemError(code: errno) }
        return result
    }
}

extension FileStatus {
    init(_ status: stat) {
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        self.init(
            kind: kind,
            version: Version(
                device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino),
                byteCount: Int(status.st_size), seconds: Int(modified.tv_sec), nanoseconds: Int(modified.tv_nsec)),
            mode: UInt32(status.st_mode & 0o7777), owner: status.st_uid, group: status.st_gid,
            linkCount: Int(status.st_nlink))
    }
}

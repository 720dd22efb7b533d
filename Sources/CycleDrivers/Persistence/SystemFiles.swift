import CycleBase

/// The disk.
package final class SystemFiles: FileSystem {
    /// The open files that are locked.
    private var locked: Set<Int32> = []

    package init() {}

    package func openRoot(_ path: String) throws(SystemFailure) -> Int32 {
        try Descriptors.open(path, O_RDONLY | O_DIRECTORY)
    }

    package func open(_ name: FileName, in folder: Int32, for purpose: OpenPurpose) throws(SystemFailure) -> Int32 {
        switch purpose {
        case .folder: try open(name, in: folder, O_RDONLY | O_DIRECTORY)
        case .reading: try open(name, in: folder, O_RDONLY | O_NONBLOCK)
        case .creating(let mode): try open(name, in: folder, O_WRONLY | O_CREAT | O_EXCL, mode_t(mode))
        case .appending(let mode): try open(name, in: folder, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK, mode_t(mode))
        }
    }

    private func open(
        _ name: FileName, in folder: Int32, _ flags: Int32, _ mode: mode_t = 0
    ) throws(SystemFailure) -> Int32 {
        StandardDescriptors.reserve()
        return try Descriptors.aboveStandard(
            name.withCString { openat(folder, $0, flags | O_NOFOLLOW | O_CLOEXEC, mode) })
    }

    package func close(_ file: Int32) throws(SystemFailure) {
        if locked.remove(file) != nil { FileLock.release(file) }
        try checked(CycleBase.close(file))
    }

    package func read(_ file: Int32, into buffer: inout [UInt8]) throws(SystemFailure) -> Int {
        try checked(
            buffer.withUnsafeMutableBytes { readv(file, [iovec(iov_base: $0.baseAddress, iov_len: $0.count)], 1) })
    }

    package func read(_ file: Int32, at offset: Int, into buffer: inout [UInt8]) throws(SystemFailure) -> Int {
        try checked(buffer.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(offset)) })
    }

    package func setSize(of file: Int32, to byteCount: Int) throws(SystemFailure) {
        try checked(ftruncate(file, off_t(byteCount)))
    }

    package func copyAttributes(of name: FileName, in folder: Int32, to file: Int32) throws(SystemFailure) {
        try ExtendedAttributes.copy(of: name, in: folder, to: file)
    }

    package func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int {
        try checked(
            bytes.withUnsafeBytes {
                writev(file, [iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)], 1)
            })
    }

    package func status(of file: Int32) throws(SystemFailure) -> FileStatus {
        var status = stat()
        try checked(fstat(file, &status))
        return FileStatus(status)
    }

    package func status(of name: FileName, in folder: Int32) throws(SystemFailure) -> FileStatus? {
        var status = stat()
        let result = name.withCString { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }
        if result != 0, errno == ENOENT { return nil }
        try checked(result)
        return FileStatus(status)
    }

    package func setMode(of file: Int32, to mode: UInt32) throws(SystemFailure) {
        try FileMode.set(mode_t(mode), of: file)
    }

    package func setOwner(of file: Int32, to owner: UInt32, group: UInt32) throws(SystemFailure) {
        try checked(fchown(file, owner, group))
    }

    package func sync(_ file: Int32) throws(SystemFailure) {
        try checked(flushToDrive(file))
    }

    package func rename(_ name: FileName, to newName: FileName, in folder: Int32) throws(SystemFailure) {
        try checked(
            name.withCString { name in newName.withCString { renameat(folder, name, folder, $0) } })
    }

    package func link(_ name: FileName, to newName: FileName, in folder: Int32) throws(SystemFailure) {
        try checked(
            name.withCString { name in newName.withCString { linkat(folder, name, folder, $0, 0) } })
    }

    package func remove(_ name: FileName, in folder: Int32) throws(SystemFailure) {
        try checked(name.withCString { unlinkat(folder, $0, 0) })
    }

    package func makeFolder(_ name: FileName, in folder: Int32) throws(SystemFailure) {
        try checked(name.withCString { mkdirat(folder, $0, 0o777) })
    }

    package func names(in folder: Int32) throws(SystemFailure) -> [FileName] {
        // The stream takes the descriptor over, and the caller keeps its own.
        let own = try open(".", in: folder, O_RDONLY | O_DIRECTORY)
        guard let stream = fdopendir(own) else {
            let error = SystemFailure(code: errno)
            try close(own)
            throw error
        }
        defer { closedir(stream) }
        var names: [FileName] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { FileName(bytes: $0.prefix { $0 != 0 }) }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw SystemFailure(code: errno) }
        return names
    }

    package func target(ofLink name: FileName, in folder: Int32) throws(SystemFailure) -> FileName {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = try checked(name.withCString { readlinkat(folder, $0, &bytes, bytes.count) })
        return FileName(bytes: bytes.prefix(count).lazy.map { UInt8(bitPattern: $0) })
    }

    package func lock(_ file: Int32) throws(SystemFailure) {
        try checked(flock(file, LOCK_EX | LOCK_NB))
        locked.insert(file)
    }

    @discardableResult
    private func checked<Result: SignedInteger>(_ result: Result) throws(SystemFailure) -> Result {
        guard result >= 0 else { throw SystemFailure(code: errno) }
        return result
    }
}

extension FileStatus {
    init(_ status: stat) {
        let (modified, changed) = (status.contentTime, status.changeTime)
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
                byteCount: Int(status.st_size), seconds: Int(modified.tv_sec), nanoseconds: Int(modified.tv_nsec),
                changeSeconds: Int(changed.tv_sec), changeNanoseconds: Int(changed.tv_nsec)),
            mode: UInt32(status.st_mode & 0o7777), owner: status.st_uid, group: status.st_gid,
            linkCount: Int(status.st_nlink))
    }
}

import CycleBase

/// Sockets of this machine that only programs of this user can connect to.
enum LocalSocket {
    /// Makes a socket that listens at a path.
    ///
    /// The folder is checked as ssh checks its own: it belongs to this user, and no other user can write to it. A
    /// socket that an earlier program has left there is replaced.
    static func listen(at path: String) throws(LiveError) -> Int32 {
        try checkFolder(of: path)
        try removeOld(path)
        let file = try make()
        do throws(LiveError) {
            guard withAddress(path, { bind(file, $0, $1) }) == 0 else { throw .system(operation: "bind", code: errno) }
            // Connections are refused until `listen`.
            guard chmod(path, 0o600) == 0, CycleBase.listen(file, 8) == 0 else {
                throw .system(operation: "listen", code: errno)
            }
        } catch {
            _ = System.closeFile(file)
            throw error
        }
        return file
    }

    static func connect(to path: String) throws(LiveError) -> Int32 {
        let file = try make()
        guard withAddress(path, { CycleBase.connect(file, $0, $1) }) == 0 else {
            let code = errno
            _ = System.closeFile(file)
            throw .system(operation: "connect", code: code)
        }
        guard isOwn(file) else {
            _ = System.closeFile(file)
            throw .notOwn
        }
        return file
    }

    private static func make() throws(LiveError) -> Int32 {
        #if canImport(Darwin)
            let file = socket(AF_UNIX, SOCK_STREAM, 0)
        #elseif canImport(Musl)
            let file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)
        #else
            let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #endif
        guard file >= 0 else { throw .system(operation: "make", code: errno) }
        prepare(file)
        guard preventSignal(file) else {
            let code = errno
            _ = System.closeFile(file)
            throw .system(operation: "prepare", code: code)
        }
        return file
    }

    /// A connection that waits at a listening socket; `nil` where none does, or another user's, or one that has gone already.
    ///
    /// - Parameter silence: Another than the system's in tests only.
    static func accept(at listening: Int32, silence: (Int32) -> Bool = preventSignal) -> Int32? {
        let file = CycleBase.accept(listening, nil, nil)
        guard file >= 0 else { return nil }
        guard isOwn(file), silence(file) else {
            _ = System.closeFile(file)
            return nil
        }
        prepare(file)
        return file
    }

    /// Does not block, and is not inherited.
    private static func prepare(_ file: Int32) {
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
    }

    /// Has a write cause no signal where the other end is closed. Linux is told at each write.
    ///
    /// - Returns: Whether it will cause none: Darwin sets no option of a connection whose other end has gone.
    private static func preventSignal(_ file: Int32) -> Bool {
        #if canImport(Darwin)
            var isOn: Int32 = 1
            return setsockopt(file, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size)) == 0
        #else
            true
        #endif
    }

    /// Has reads and writes wait.
    static func setBlocking(_ file: Int32) {
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
    }

    /// As `send(2)`.
    static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            send(file, bytes.baseAddress, bytes.count, 0)
        #else
            // `MSG_NOSIGNAL`, which is an enum in one library and a number in the other.
            send(file, bytes.baseAddress, bytes.count, 0x4000)
        #endif
    }

    /// Whether the program at the other end is one of this user.
    private static func isOwn(_ file: Int32) -> Bool {
        #if canImport(Darwin)
            var (user, group): (uid_t, gid_t) = (0, 0)
            return getpeereid(file, &user, &group) == 0 && user == geteuid()
        #else
            // `ucred` of the system: process, user, group.
            var credentials: (pid: Int32, user: UInt32, group: UInt32) = (0, .max, 0)
            var size = socklen_t(MemoryLayout<(Int32, UInt32, UInt32)>.size)
            return getsockopt(file, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 && credentials.user == geteuid()
        #endif
    }

    // MARK: The path

    private static func checkFolder(of path: String) throws(LiveError) {
        let parts = path.parts(between: "/").dropLast()
        let folder = parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
        var status = stat()
        guard stat(folder, &status) == 0 else { throw .system(operation: "find the folder of", code: errno) }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else { throw .folderOfOthers(folder) }
    }

    private static func removeOld(_ path: String) throws(LiveError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else { throw .notASocket }
        let file = try make()
        defer { _ = System.closeFile(file) }
        if withAddress(path, { CycleBase.connect(file, $0, $1) }) == 0 { throw .inUse }
        unlink(path)
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8) + [0]
        guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else {
            errno = ENAMETOOLONG
            return -1
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

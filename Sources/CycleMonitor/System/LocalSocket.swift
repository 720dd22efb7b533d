import CycleBase

/// Sockets of this machine that only programs of this user can connect to.
enum LocalSocket {
    /// Makes a socket that listens at a path.
    ///
    /// The folder is checked as ssh checks its own: it belongs to this user, and no other user can write to it. A
    /// socket that an earlier program has left there is replaced.
    static func listen(at path: String) throws(LiveError) -> (file: Int32, path: ListeningPath?) {
        try checkFolder(of: path)
        return try SocketPath.alone(at: path) { () throws(LiveError) in
            do throws(SocketPath.Problem) {
                try SocketPath.clear(path)
            } catch {
                throw LiveError(error)
            }
            let (file, address) = try make(for: path)
            // Connections are refused until `listen`.
            guard address.withPointer({ bind(file, $0, $1) }) == 0 else { throw failed("bind", file) }
            guard chmod(path, 0o600) == 0, CycleBase.listen(file, 8) == 0 else { throw failed("listen", file) }
            return (file, ListeningPath(path))
        }
    }

    static func connect(to path: String) throws(LiveError) -> Int32 {
        let (file, address) = try make(for: path)
        guard address.withPointer({ CycleBase.connect(file, $0, $1) }) == 0 else { throw failed("connect", file) }
        guard isOwn(file) else {
            Descriptors.close(file)
            throw .notOwn
        }
        return file
    }

    private static func make(for path: String) throws(LiveError) -> (file: Int32, address: SystemAddress) {
        guard let address = SystemAddress(path: path) else {
            throw .system(operation: "name", code: path.isEmpty ? ENOENT : ENAMETOOLONG)
        }
        do throws(SystemFailure) {
            return (try Sockets.make(AF_UNIX, .stream), address)
        } catch {
            throw .system(operation: "make", code: error.code)
        }
    }

    private static func failed(_ operation: String, _ file: Int32) -> LiveError {
        let code = errno
        Descriptors.close(file)
        return .system(operation: operation, code: code)
    }

    /// A connection that waits at a listening socket; `nil` for one of another user.
    static func accept(at listening: Int32) throws(SystemFailure) -> Int32? {
        let file = try Sockets.accept(at: listening).file
        if isOwn(file) { return file }
        Descriptors.close(file)
        return nil
    }

    /// Has reads and writes wait.
    static func setBlocking(_ file: Int32) {
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
    }

    /// Calls `body` with the lines that have come together, until the other side ends. A line without its end is none.
    ///
    /// - Parameter file: One whose reads wait.
    static func readLines(from file: Int32, _ body: ([String]) -> Void) {
        var cutter = LineCutter(limit: .max)
        while true {
            switch Descriptors.read(file, upTo: 64 << 10) {
            case .bytes(let bytes):
                let lines = cutter.takeTexts(bytes)
                if !lines.isEmpty { body(lines) }
            case .nothingYet: continue
            case .end, .lost, .failed: return
            }
        }
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

    private static func checkFolder(of path: String) throws(LiveError) {
        let parts = path.parts(between: "/").dropLast()
        let folder = parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
        var status = stat()
        guard stat(folder, &status) == 0 else { throw .system(operation: "find the folder of", code: errno) }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else { throw .folderOfOthers(folder) }
    }
}

extension LiveError {
    fileprivate init(_ problem: SocketPath.Problem) {
        switch problem {
        case .notASocket: self = .notASocket
        case .inUse: self = .inUse
        case .system(let code): self = .system(operation: "make", code: code)
        }
    }
}

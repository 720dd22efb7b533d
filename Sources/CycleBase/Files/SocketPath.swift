/// The path at which a socket listens.
package enum SocketPath {
    /// Why a path is not free.
    package enum Problem: Error, Hashable, Sendable {
        /// Something else than a socket of this user stands there.
        case notASocket
        /// A program listens there.
        case inUse
        case system(code: Int32)
    }

    /// Takes or gives back a path while no other program does, as far as it asks here.
    ///
    /// A program that is between `bind` and `listen` looks like one that has left its socket: of two that began at once, one would remove the
    /// socket of the other, which then listens at no path. The lock is a file of its own, which goes with the few calls of the closure: a
    /// lock of the folder would be taken for that of a driver of files that has it for itself. A program that keeps it longer does not
    /// hold up others.
    package static func alone<Result, Failure: Error>(
        at path: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let lock = Lock(of: path)
        defer { lock?.open() }
        return try body()
    }

    /// The lock of a path, as a file beside it whose name drivers of files pass over.
    private struct Lock {
        /// Another program may keep it for about so many milliseconds.
        private static let mostTries = 100

        private let path: String
        private let file: Int32

        /// - Returns: `nil` where no file can be made, or another program keeps it.
        init?(of socket: String) {
            let (folder, name) = LinkTarget.split(socket)
            path = "\(folder).cycle-\(name).lock"
            for _ in 0..<Self.mostTries {
                let opened: Int32
                do {
                    opened = try Descriptors.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
                } catch {
                    return nil
                }
                // The one that had it before may have removed the file that was opened.
                if FileLock.take(opened, at: path), FileOwner.hasOneName(opened) {
                    file = opened
                    return
                }
                Descriptors.close(opened)
                poll(nil, 0, 1)
            }
            return nil
        }

        func open() {
            unlink(path)
            FileLock.release(file)
            Descriptors.close(file)
        }
    }

    /// Removes a socket that a program has left which listens no more. Called in ``alone(at:_:)``.
    package static func clear(_ path: String) throws(Problem) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard FileKind(status) == .socket, FileOwner.isThisUser(of: status, at: path) else { throw .notASocket }
        guard let address = SystemAddress(path: path) else { throw .system(code: ENAMETOOLONG) }
        let file: Int32
        do throws(SystemFailure) {
            file = try Sockets.make(AF_UNIX, .stream)
        } catch {
            throw .system(code: error.code)
        }
        defer { Descriptors.close(file) }
        // A full queue of connections is one of a program that listens, and so is a socket of another kind.
        let isAnswered = address.withPointer { connect(file, $0, $1) } == 0 || errno == EAGAIN || errno == EPROTOTYPE
        if isAnswered { throw .inUse }
        unlink(path)
    }
}

/// The path of a socket that listens, known by its node: another one that stands there later is not removed.
package final class ListeningPath: Sendable {
    private let path: String
    private let node: (dev_t, ino_t)

    /// - Returns: `nil` where nothing stands at the path.
    package init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.path = path
        node = (status.st_dev, status.st_ino)
    }

    /// Called while the socket is open: another file may get the number of one that is closed.
    package func remove() {
        SocketPath.alone(at: path) {
            var status = stat()
            guard lstat(path, &status) == 0, (status.st_dev, status.st_ino) == node else { return }
            unlink(path)
        }
    }
}

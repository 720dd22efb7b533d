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

    /// Removes a socket that a program has left which listens no more.
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

import CycleBase

/// A socket of the system while it is served. Confined to the thread of its share.
///
/// An object, as there may be thousands: a dictionary of values that has just grown is half empty, and the memory that it had before serves
/// nothing else on this thread.
final class SystemSocket {
    enum Role {
        /// Its name is looked up.
        case unresolved
        /// Another thread connects it, until the latch is open.
        case encrypting(isUnwanted: Latch)
        /// - Parameter others: Addresses to try if this one fails.
        indirect case connecting(others: ArraySlice<SystemAddress>)
        case stream
        /// The other side takes nothing more: what it has sent before is read before the failure.
        indirect case cut(SocketFailure)
        case listener
        case datagrams(family: Int32)
    }

    /// -1 while there is none.
    var file: Int32 = -1
    /// Whether the loop waits for the end of a write.
    var isWriteOwed = false
    /// Whether the output ends behind the rest.
    var endsOutput = false
    /// Whether it waits until the system takes more.
    var isWatchedForRoom = false
    /// Whether nothing is read of it for now.
    var isHeld = false
    var role = Role.unresolved
    /// The encryption above its file, which it closes.
    var encrypted: (any EncryptedStream)?
    /// The path that is removed with it.
    var path: ListeningPath?
    /// Bytes of a stream that the system has not taken.
    var rest: ArraySlice<UInt8> = []
    /// Datagrams that the system has not taken, and the number of the first.
    var datagrams: [Datagram] = []
    var nextDatagram = 0

    init() {}

    /// A stream that was accepted.
    convenience init(accepted file: Int32) {
        self.init()
        self.file = file
        role = .stream
    }

    var isUnwritten: Bool { !rest.isEmpty || !datagrams.isEmpty }
}

extension SystemSocket {
    /// Opens a socket that listens, or receives datagrams.
    ///
    /// - Parameter mode: Of its path.
    convenience init(_ kind: Sockets.Kind, at address: SystemAddress, mode: Int) throws(SystemFailure) {
        self.init()
        if let path = address.path {
            try SocketPath.alone(at: path) { () throws(SystemFailure) in
                try SystemSocket.clear(path)
                try open(kind, at: address, path: path, mode: mode)
            }
        } else {
            try open(kind, at: address, path: nil, mode: mode)
        }
    }

    private func open(
        _ kind: Sockets.Kind, at address: SystemAddress, path: String?, mode: Int
    ) throws(SystemFailure) {
        file = try Sockets.make(address.family, kind)
        role = kind == .stream ? .listener : .datagrams(family: address.family)
        // A port is free again although connections to the listener before are still on their way out.
        if path == nil, kind == .stream { Sockets.setOption(file, SOL_SOCKET, SO_REUSEADDR) }
        let file = file
        guard address.withPointer({ bind(file, $0, $1) }) == 0,
            // Connections are refused until `listen`.
            path.map({ chmod($0, mode_t(truncatingIfNeeded: mode & 0o777)) }) ?? 0 == 0,
            kind == .datagram || listen(file, 1_024) == 0
        else {
            let code = errno
            Descriptors.close(file)
            throw SystemFailure(code: code)
        }
        self.path = path.flatMap(ListeningPath.init)
    }

    private static func clear(_ path: String) throws(SystemFailure) {
        do throws(SocketPath.Problem) {
            try SocketPath.clear(path)
        } catch {
            switch error {
            case .notASocket, .inUse: throw SystemFailure(code: EADDRINUSE)
            case .system(let code): throw SystemFailure(code: code)
            }
        }
    }

    /// Small pieces leave at once, and a peer that has vanished is noticed some day.
    static func prepareStream(_ file: Int32, _ family: Int32) {
        guard family != AF_UNIX else { return }
        Sockets.setOption(file, SOL_SOCKET, SO_KEEPALIVE)
        // `IPPROTO_TCP`, `TCP_NODELAY`: of other types in other libraries.
        Sockets.setOption(file, 6, 1)
    }

    var ownAddress: SocketAddress { SocketAddress(SystemAddress.filled { getsockname(file, $0, $1) }) }
    var peerAddress: SocketAddress { SocketAddress(SystemAddress.filled { getpeername(file, $0, $1) }) }

    /// Whether it is connected to itself. The system gives a stream to a port of this machine a port of its own, of the same range: where
    /// that is the port it is to reach, and no program listens there, both ends open at once. The program that should listen there finds
    /// it taken.
    var isItsOwnPeer: Bool {
        let own = ownAddress
        if case .host = own { return own == peerAddress }
        return false
    }
}

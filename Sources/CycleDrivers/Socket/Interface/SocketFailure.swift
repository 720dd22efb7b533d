import CycleBase

/// Why a socket is not open, or is open no more.
///
///     case .failed(_, .refused): frame.attempt += 1
///     case .failed(_, let failure): frame.problem = failure.reason
///
/// In JSON an object with its name, as `{"refused": {}}`, `{"exhausted": {"code": 24}}`.
public enum SocketFailure: Error, Hashable, Sendable, Codable {
    /// The name of the host has no address, or cannot be looked up now.
    case unresolved
    /// No program listens there.
    case refused
    /// There is no way to the host.
    case unreachable
    /// The connection was cut by the other side, or on the way.
    case reset
    /// It took longer than ``SocketDriver/Socket/limit`` until it was open, or longer than the patience until it had ended.
    case timeLimit
    /// Another program listens there, or something that is no socket of this user stands at the path.
    case inUse
    /// The user may not listen or connect there.
    case notPermitted
    /// No address of this machine, a port beyond 65,535, or a path that is too long or in no folder.
    case badAddress
    /// A datagram that is longer than those of its kind may be; of a socket that receives, one of more than 1,048,576 bytes at a path, which
    /// only a program with the rights of an administrator can send.
    case tooLong
    /// The connection is not offered any more: it was put into the model after the turn of its event, or twice.
    case gone
    /// The other side of a WebSocket by `wss` could not prove who it is, or the encryption broke.
    case tls
    /// The file of certificates that a WebSocket by `wss` is to trust cannot be read.
    case unreadable(path: String)
    /// Nothing encrypts on this system: libcurl is missing, or too old.
    case noTLS
    /// No thread, descriptor or memory is left for it.
    case exhausted(code: Int32)
    /// Anything else that the system says, by its `errno`.
    case system(code: Int32)
}

extension SocketFailure {
    /// - Parameter code: A value of `errno`.
    package init(code: Int32) {
        switch code {
        case ECONNREFUSED: self = .refused
        case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN: self = .unreachable
        case ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN: self = .reset
        case ETIMEDOUT: self = .timeLimit
        case EADDRINUSE, ENOTSOCK: self = .inUse
        case EACCES, EPERM: self = .notPermitted
        // No program has ever listened at a path that is not there.
        case ENOENT: self = .refused
        case EADDRNOTAVAIL, EAFNOSUPPORT, ENAMETOOLONG, ENOTDIR, EINVAL: self = .badAddress
        case EMSGSIZE: self = .tooLong
        case EMFILE, ENFILE, ENOMEM, ENOBUFS, EAGAIN: self = .exhausted(code: code)
        default: self = .system(code: code)
        }
    }
}

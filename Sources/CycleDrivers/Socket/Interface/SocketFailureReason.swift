import CycleBase

extension SocketFailure {
    /// For people: why there is no socket, and what to do about it.
    public var reason: String {
        switch self {
        case .unresolved: "the name of the host is unknown; check it, and the network"
        case .refused: "no program listens there; is it running?"
        case .unreachable: "there is no way to the host; check its address, and the network"
        case .reset: "the other side broke off"
        case .timeLimit: "the other side did not answer in time"
        case .inUse: "another program has the address; end it, or choose another one"
        case .notPermitted: "this user may not listen or connect there; choose a port from 1024 on, or another path"
        case .badAddress: "this is no address of this machine; check the host, the port and the path"
        case .tooLong: "the datagram is too long; send several"
        case .gone: "the connection was not taken in time"
        case .tls: "the other side could not prove who it is; check the host and its certificate"
        case .noTLS: "nothing encrypts on this system; install libcurl, or connect through a program that adds TLS"
        case .unreadable(let path): "\(path) cannot be read, or is too large; name a file of certificates in PEM"
        case .exhausted(let code): "the system has nothing left for a socket, error \(code); end some other programs"
        case .system(let code): "the socket failed, \(SystemFailure.words(of: code))"
        }
    }
}

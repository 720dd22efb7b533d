extension HTTP.Failure {
    /// For people: why there is no answer, and what to do about it.
    public var reason: String {
        switch self {
        case .refused: "the connection was refused; is the server running?"
        case .unresolved: "the server's name is unknown; check the URL"
        case .tls: "the server could not prove who it is"
        case .proxyRefused(407): "the proxy wants a user name and a password; check its settings"
        case .proxyRefused(let status?): "the proxy refused the connection with status \(status); check its settings"
        case .proxyRefused(nil): "the proxy refused the connection; check its settings"
        case .clientCertificateRequired: "the server demands a certificate of the client"
        case .disconnected: "the server broke off"
        case .timedOutConnecting: "no connection to the server came in time"
        case .timedOutIdle: "the server was silent for too long"
        case .timedOut: "the server took too long"
        case .tooLarge: "the answer is too large"
        case .tooManyRedirects: "the server redirects without end"
        case .insecureRedirect: "the server redirects to an address without encryption"
        case .malformed(.url): "the URL is malformed"
        case .malformed(.header(let name)): "the header \(name) is malformed"
        case .malformed(.body): "what was to be sent is malformed"
        case .malformed(.location), .malformed(.response), .malformed(.encoding): "the answer is malformed"
        case .unreadable(let path): "\(path) cannot be read"
        case .unwritable(let path): "\(path) cannot be written; check its folder and its rights"
        case .exhausted(.disk): "the disk is full; make room, or write elsewhere"
        case .exhausted(let resource): "the system is out of \(resource); end some other programs"
        case .unavailable(let reason), .other(let reason): reason
        }
    }
}

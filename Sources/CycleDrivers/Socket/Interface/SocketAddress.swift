import CycleBase

/// An address of a socket: a host and a port, or a path of this machine.
///
///     .host("example.org", port: 80)    .host("::1", port: 8080)    .path("/run/user/1000/app.sock")
///
/// As text, and in JSON: `example.org:80`, `[::1]:8080`, `unix:/run/user/1000/app.sock`.
public enum SocketAddress: Hashable, Sendable {
    /// A name or a number of a host, and a port. To listen, an empty host is all addresses of this machine, and port 0 is any that is free.
    case host(String, port: Int)
    /// A path of the file system.
    case path(String)
}

extension SocketAddress: LosslessStringConvertible {
    public init?(_ description: String) {
        let path: [UInt8] = Array("unix:".utf8)
        let text = Array(description.utf8)
        if text.starts(with: path) {
            self = .path(String(decoding: text.dropFirst(path.count), as: UTF8.self))
            return
        }
        guard let colon = text.lastIndex(of: UInt8(ascii: ":")),
            let port = Int(digits: String(decoding: text[(colon + 1)...], as: UTF8.self)), (0...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]"), host.count > 1 {
            host = host.dropFirst().dropLast()
        } else if host.contains(UInt8(ascii: ":")) {
            return nil
        }
        self = .host(String(decoding: host, as: UTF8.self), port: port)
    }

    public var description: String {
        switch self {
        case .path(let path): "unix:\(path)"
        case .host(let host, let port): host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }
}

extension SocketAddress: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let address = SocketAddress(text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription:
                        "\(text.debugDescription) is no address, such as example.org:80 or unix:/run/app.sock"))
        }
        self = address
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension SocketAddress {
    /// As the system has it.
    package init(_ address: SystemAddress) {
        if let (host, port) = address.hostAndPort {
            // An address of version 4, as a socket of version 6 sees it.
            let longer = "::ffff:"
            let isShorter = host.hasPrefix(longer) && host.utf8.contains(UInt8(ascii: "."))
            self = .host(isShorter ? String(host.dropFirst(longer.count)) : host, port: port)
        } else {
            self = .path(address.path ?? "")
        }
    }
}

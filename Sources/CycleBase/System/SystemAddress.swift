/// An address as the calls on sockets take it: the bytes of a `sockaddr`.
package struct SystemAddress: Hashable, Sendable {
    private var storage = sockaddr_storage()
    private var size: socklen_t

    private init(size: socklen_t) { self.size = size }

    /// A copy of an address of the system.
    package init(_ address: UnsafePointer<sockaddr>, _ size: socklen_t) {
        self.init(size: min(size, socklen_t(MemoryLayout<sockaddr_storage>.size)))
        let count = Int(self.size)
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: count))
        }
    }

    /// A path of a Unix socket; `nil` for one that is too long, empty, or has a NUL.
    package init?(path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, !bytes.contains(0), bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            return nil
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        self = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { SystemAddress($0, size) }
        }
    }

    /// The address that a call fills in.
    package static func filled(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Void
    ) -> SystemAddress {
        var address = SystemAddress(size: socklen_t(MemoryLayout<sockaddr_storage>.size))
        var size = address.size
        withUnsafeMutablePointer(to: &address.storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &size) }
        }
        address.size = min(size, address.size)
        return address
    }

    /// `AF_UNIX`, `AF_INET`, `AF_INET6`, or another one; 0 where nothing was filled in.
    package var family: Int32 { size == 0 ? 0 : Int32(storage.ss_family) }

    package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var storage = storage
        return withUnsafePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }

    /// The number of a host and a port, as text; `nil` for an address of another family.
    package var hostAndPort: (host: String, port: Int)? {
        guard family == AF_INET || family == AF_INET6 else { return nil }
        var host = [CChar](repeating: 0, count: 128)
        var port = [CChar](repeating: 0, count: 16)
        let outcome = withPointer {
            getnameinfo(
                $0, $1, &host, socklen_t(host.count), &port, socklen_t(port.count), NI_NUMERICHOST | NI_NUMERICSERV)
        }
        guard outcome == 0, let number = Int(text(port)) else { return nil }
        return (text(host), number)
    }

    /// The path of a Unix socket, empty for one without a name; `nil` for an address of another family.
    package var path: String? {
        guard family == AF_UNIX else { return nil }
        let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0
        var storage = storage
        return withUnsafeBytes(of: &storage) { bytes in
            let end = max(start, min(Int(size), bytes.count))
            return String(decoding: bytes[start..<end].prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    package static func == (one: SystemAddress, other: SystemAddress) -> Bool { one.bytes == other.bytes }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    private var bytes: [UInt8] {
        var storage = storage
        return withUnsafeBytes(of: &storage) { Array($0.prefix(Int(size))) }
    }
}

extension SystemAddress {
    /// The addresses of a host that is given by its number or its name.
    ///
    /// - Parameters:
    ///   - host: A name waits for the system to look it up: call that on a thread that may wait. Empty is all addresses of this machine.
    ///   - isNumber: Whether only numbers count, which need no look-up.
    /// - Returns: An empty list for a name without a host, and for what is no number.
    package static func addresses(of host: String, port: Int, _ kind: Sockets.Kind, isNumber: Bool) -> [SystemAddress] {
        guard (0...65_535).contains(port), !host.utf8.contains(0) else { return [] }
        var hints = addrinfo()
        hints.ai_socktype = kind.number
        hints.ai_flags = AI_NUMERICSERV | (isNumber ? AI_NUMERICHOST : 0) | (host.isEmpty ? AI_PASSIVE : 0)
        var found: UnsafeMutablePointer<addrinfo>?
        let outcome = getaddrinfo(host.isEmpty ? nil : host, "\(port)", &hints, &found)
        guard outcome == 0 else { return [] }
        defer { freeaddrinfo(found) }
        return sequence(first: found, next: { $0?.pointee.ai_next }).compactMap { entry in
            guard let entry = entry.map(\.pointee), let address = entry.ai_addr else { return nil }
            return SystemAddress(address, entry.ai_addrlen)
        }
    }
}

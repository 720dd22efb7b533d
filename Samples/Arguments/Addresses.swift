package import CycleDrivers

extension SocketAddress {
    /// An address whose host is a number, as datagrams need it; `nil` for any other text.
    package init?(numbered text: String) {
        guard let address = SocketAddress(text), case .host(let host, _) = address,
            host.contains(":") || host.contains(".") && host.allSatisfy({ $0.isNumber || $0 == "." })
        else { return nil }
        self = address
    }
}

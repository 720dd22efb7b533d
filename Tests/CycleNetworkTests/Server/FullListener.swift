import Foundation
import TestSupport

/// A port whose queue of connections is full: one more is neither accepted nor refused.
final class FullListener {
    let port: Int
    private let descriptors: [Int32]

    init() {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let listener = streamSocket(AF_INET)
        withSocketAddress(&address) { pointer, length in
            var length = length
            let isReady =
                bind(listener, pointer, length) == 0 && listen(listener, 0) == 0
                && getsockname(listener, pointer, &length) == 0
            precondition(isReady, "no port is free on the loopback interface")
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        let fillers = (0..<4).map { _ in
            let filler = streamSocket(AF_INET)
            _ = fcntl(filler, F_SETFL, O_NONBLOCK)
            withSocketAddress(&address) { pointer, length in _ = connect(filler, pointer, length) }
            return filler
        }
        descriptors = fillers + [listener]
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }
}

private func withSocketAddress(
    _ address: inout sockaddr_in, _ work: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Void
) {
    withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
            work(pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}

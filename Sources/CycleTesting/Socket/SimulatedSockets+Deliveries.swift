import CycleBase
import CycleDrivers

// Deliveries on their way, and their ends.
extension SimulatedSockets {
    func post(_ delivery: Delivery) {
        let isOnItsWay = delivery.device != nil || delivery.program != nil
        if let hold, isOnItsWay { hold(delivery) } else { deliver(delivery) }
    }

    /// The socket that a datagram arrives at: the one that receives there by now.
    private func receiver(of delivery: Delivery) -> Listener? {
        switch delivery.place {
        case .stream: nil
        case .receiver(let receiver, _, _):
            receivers.first { $0.address == receiver.address && $0.device.host == receiver.device.host }
        case .absent(let address, _, _): receivers.first { $0.isReached(by: address, from: nil) }
        }
    }

    /// The loop at which a delivery arrives by now; `nil` where none takes it.
    package func device(of delivery: Delivery) -> SimulatedSocketDevice? {
        delivery.isAlongStream ? delivery.device : receiver(of: delivery)?.device
    }

    /// Has a delivery arrive.
    package func deliver(_ delivery: Delivery) {
        switch delivery.place {
        case .receiver(_, let bytes, let from), .absent(_, let bytes, let from):
            if let now = receiver(of: delivery) { now.device.tell(.datagram(now.number, bytes, from: from)) }
        case .stream(let stream, .accepted(let listener)):
            stream.listener = nil
            if !stream.isGone { listener.device.offer(stream, listener.number) }
        case .stream(let stream, let news): if !stream.isGone { stream.take(news) }
        }
        guard case .stream(let stream, let news) = delivery.place else { return }
        if case .reset = news { forget(stream) }
        stream.onNews?()
    }
}

extension Datagram {
    /// Why a system does not send it.
    ///
    /// - Parameter inSystem: Whether it goes to a program of a system of several, whose name is a host.
    func refusal(from sender: SocketAddress, inSystem: Bool) -> SocketFailure? {
        switch (sender, address) {
        // As Linux is installed.
        case (.path, .path): bytes.count > 212_960 ? .tooLong : nil
        case (.path, .host), (.host, .path): .badAddress
        case (.host, .host(let host, let port)):
            if !(0...65_535).contains(port) || !inSystem && !host.isNumber {
                .badAddress
            } else {
                bytes.count > (host.utf8.contains(UInt8(ascii: ":")) ? 65_527 : 65_507) ? .tooLong : nil
            }
        }
    }
}

extension String {
    /// Whether a host is an address, or empty for any: the name of one would have to be looked up.
    fileprivate var isNumber: Bool {
        utf8.contains(UInt8(ascii: ":")) || utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    }
}

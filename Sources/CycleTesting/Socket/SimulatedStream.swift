import CycleDrivers

/// One side of a simulated stream: of a loop, or of the test.
package final class SimulatedStream {
    /// News that arrive at one side.
    package enum News {
        case accepted(SimulatedSockets.Listener)
        case bytes([UInt8])
        case end
        case reset
    }

    package let own: SocketAddress
    package let peer: SocketAddress
    /// `nil` for a side that the test plays.
    package var device: SimulatedSocketDevice?
    /// The listener that has not accepted it yet.
    var listener: SimulatedSockets.Listener?
    /// `nil` while it is offered, and for a side that the test plays.
    var number: Int?
    package weak var other: SimulatedStream?
    /// The program of a system whose side it is.
    package var program: String? { device?.host ?? speaker }
    /// The program of a system for which the test speaks.
    private let speaker: String?
    /// Called when something has come to a side that the test plays.
    package var onNews: (() -> Void)?
    /// The bytes that a side has read which the test plays.
    package var received: [UInt8] = []
    /// The news that came before the connection was taken, or while it was held.
    package private(set) var unread: [News] = []
    /// Whether its loop reads nothing for now.
    private var isHeld = false
    package var isInputEnded = false
    package var isOutputEnded = false
    /// Whether the other side reads nothing, so that the output waits.
    var isHeldUp = false
    package var isGone = false

    package init(at own: SocketAddress, to peer: SocketAddress, of program: String? = nil) {
        self.own = own
        self.peer = peer
        speaker = program
    }

    /// The other side, unless it is gone. How long a side that is gone is still in memory makes no difference.
    package var openPeer: SimulatedStream? { other.flatMap { $0.isGone ? nil : $0 } }

    /// The loop has taken the connection.
    func take(as number: Int) {
        self.number = number
        readOn()
    }

    func hold(_ isHeld: Bool) {
        self.isHeld = isHeld
        if !isHeld { readOn() }
    }

    private func readOn() {
        let waiting = unread
        unread = []
        for news in waiting { take(news) }
    }

    func take(_ news: News) {
        if device != nil, number == nil || isHeld { return unread.append(news) }
        switch news {
        case .accepted: break
        case .bytes(let bytes):
            if let number { device?.tell(.received(number, bytes)) } else { received += bytes }
        case .end:
            isInputEnded = true
            if let number { device?.tell(.inputEnded(number)) }
        case .reset: if let number { device?.tell(.failed(number, .reset)) }
        }
    }
}

extension SimulatedSockets {
    /// A socket of a loop that listens, or receives datagrams.
    package final class Listener {
        package let device: SimulatedSocketDevice
        package let number: Int
        package let address: SocketAddress

        init(device: SimulatedSocketDevice, number: Int, address: SocketAddress) {
            self.device = device
            self.number = number
            self.address = address
        }

        /// The address by which others know it: in a system of several programs with the name of its program.
        package var ownAddress: SocketAddress {
            guard let host = device.host, case .host(let own, let port) = address, own.isAnyHost else { return address }
            return .host(host, port: port)
        }

        /// Where it can be reached.
        package var reach: Reach { Reach(host: device.host, address: address) }

        func isReached(by address: SocketAddress, from host: String?) -> Bool {
            reach.isReached(by: address, from: host)
        }
    }

    /// An address at which something listens, and its program in a system of several.
    package struct Reach: Hashable, Sendable {
        let host: String?
        let address: SocketAddress

        var text: String { "\(host ?? "") \(address)" }

        /// - Parameters:
        ///   - address: Where something goes.
        ///   - host: Where it comes from, in a system of several programs.
        package func isReached(by address: SocketAddress, from host: String?) -> Bool {
            guard let own = self.host, case .host(let name, let port) = address,
                case .host(let bound, let ownPort) = self.address, bound.isAnyHost || bound.isThisHost
            else { return self.address.isReached(by: address) }
            let comesFromHere = host == own && name.isThisHost
            return port == ownPort && (comesFromHere || bound.isAnyHost && name == own)
        }
    }

    /// Something on its way. Those along one stream keep their order.
    package struct Delivery {
        package enum Place {
            case stream(SimulatedStream, SimulatedStream.News)
            case receiver(Listener, [UInt8], from: SocketAddress)
            /// A datagram to a program of a system that receives none there yet.
            case absent(SocketAddress, [UInt8], from: SocketAddress)
        }

        package let place: Place

        package init(along stream: SimulatedStream, _ news: SimulatedStream.News) { place = .stream(stream, news) }
        init(to receiver: Listener, _ datagram: [UInt8], from sender: SocketAddress) {
            place = .receiver(receiver, datagram, from: sender)
        }
        init(toAbsent address: SocketAddress, _ datagram: [UInt8], from sender: SocketAddress) {
            place = .absent(address, datagram, from: sender)
        }

        /// The program at which it arrives, in a system of several.
        package var program: String? {
            switch place {
            case .stream(let stream, _): stream.program
            case .receiver(let receiver, _, _): receiver.device.host
            case .absent(let address, _, _): address.hostName
            }
        }

        /// The address that it comes from.
        package var sender: SocketAddress {
            switch place {
            case .stream(let stream, _): stream.peer
            case .receiver(_, _, let sender), .absent(_, _, let sender): sender
            }
        }

        package var isAlongStream: Bool {
            if case .stream = place { true } else { false }
        }

        /// Whether it opens a stream by which a program of a system makes a request.
        package var opensRequest: Bool {
            guard case .stream(let stream, .accepted) = place, let other = stream.other else { return false }
            return other.device == nil && other.program != nil
        }

        /// The loop at which it arrives; `nil` for the test.
        package var device: SimulatedSocketDevice? {
            switch place {
            case .stream(let stream, _): stream.device
            case .receiver(let receiver, _, _): receiver.device
            case .absent: nil
            }
        }
    }
}

extension SocketAddress {
    /// The name of the host; `nil` for a path.
    package var hostName: String? {
        if case .host(let name, _) = self { name } else { nil }
    }

    /// Whether what goes to an address arrives here.
    func isReached(by address: SocketAddress) -> Bool {
        guard case .host(let own, let ownPort) = self, case .host(let host, let port) = address else {
            return self == address
        }
        guard port == ownPort else { return false }
        return own == host || own.isAnyHost || own.isThisHost && host.isThisHost
    }

    /// Whether a listener at one of two addresses keeps the other from a second listener: all addresses of a machine hold each of them.
    func overlaps(_ other: SocketAddress) -> Bool {
        guard case .host(let own, let ownPort) = self, case .host(let host, let port) = other else {
            return self == other
        }
        return port == ownPort && (own == host || own.isAnyHost || host.isAnyHost)
    }

    /// The address with a port that is chosen, where it has none.
    func withPort(_ choose: () -> Int) -> SocketAddress {
        if case .host(let host, port: 0) = self { .host(host, port: choose()) } else { self }
    }
}

extension String {
    /// Whether it stands for all addresses of a machine.
    fileprivate var isAnyHost: Bool { ["", "0.0.0.0", "::"].contains(self) }
    /// Whether it leads to the machine that asks.
    package var isThisHost: Bool { ["localhost", "127.0.0.1", "::1"].contains(self) }
}

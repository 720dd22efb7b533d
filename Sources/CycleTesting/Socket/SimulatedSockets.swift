public import CycleDrivers

/// The twin of the sockets of a program: addresses of one simulated world, in which loops reach each other, and a test plays all others.
///
///     let sockets = SimulatedSockets()
///     sockets.answers = { address in address == chat ? [.sends(Array("welcome\n".utf8))] : nil }
///     let test = TestRun(build(), exhaustive: false, standIns: sockets)
///     sockets.happen(.ends, at: chat)
///
/// A loop that connects to an address at which another one listens, or itself, is connected with that one. Else ``answers`` decides, which
/// refuses by default. Bytes arrive at once, and a port that is not chosen is the lowest free one from 50,001 on.
///
/// Unchecked: as ``VirtualTime``, it belongs to the isolation of its test.
public final class SimulatedSockets: @unchecked Sendable {
    /// Something that the other side of a stream does.
    public enum Deed: Hashable, Sendable {
        /// It sends bytes.
        case sends([UInt8])
        /// It ends its output.
        case ends
        /// It cuts the connection.
        case resets

        /// It sends a text, as UTF-8.
        public static func sends(_ text: String) -> Deed { .sends(Array(text.utf8)) }
    }

    /// The deeds of another program right after a stream to its address was opened; `nil` where no program listens. Loops that listen come
    /// first.
    public var answers: (SocketAddress) -> [Deed]? = { _ in nil }
    /// Whether the other side at an address reads what is written to it at once. A side that does not read holds the output up.
    public var reads: (SocketAddress) -> Bool = { _ in true }
    /// All datagrams that were sent, in order, also those that arrived.
    public private(set) var sentDatagrams: [Datagram] = []

    /// Has a delivery wait, instead of being done at once; for explorations.
    package var hold: ((Delivery) -> Void)?
    private(set) var listeners: [Listener] = []
    private(set) var receivers: [Listener] = []
    /// The sides of streams that are not gone.
    package private(set) var streams: [SimulatedStream] = []

    /// An empty world.
    public init() {}

    /// A driver whose sockets are these.
    ///
    /// - Parameters:
    ///   - type: The type of the sockets' identities.
    ///   - patience: How long a socket has to end.
    public func driver<ID>(_ type: ID.Type = ID.self, patience: Duration = .seconds(2)) -> SocketDriver<ID> {
        SocketDriver(patience: patience) { SimulatedSocketDevice(self) }
    }

    // MARK: The test

    /// Lets the other side of the oldest open stream from or to an address do something.
    ///
    /// - Returns: Whether there is one.
    @discardableResult
    public func happen(_ deed: Deed, at address: SocketAddress) -> Bool {
        guard let stream = peer(at: address) else { return false }
        perform(deed, stream)
        return true
    }

    /// All that the other side of the oldest open stream from or to an address has read.
    public func received(at address: SocketAddress) -> [UInt8] { peer(at: address)?.received ?? [] }

    /// Whether the program has ended its output of the oldest open stream from or to an address.
    public func hasEnded(at address: SocketAddress) -> Bool { peer(at: address)?.isInputEnded ?? false }

    /// Connects to an address at which a loop listens.
    ///
    /// - Returns: The address that the connection comes from, as ``happen(_:at:)`` takes it; `nil` where no loop listens.
    public func connect(to address: SocketAddress) -> SocketAddress? { open(to: address)?.own }

    /// The same, with the side that the test plays.
    ///
    /// - Parameters:
    ///   - address: Of the listener.
    ///   - program: Of a system of several, for which the test speaks.
    package func open(to address: SocketAddress, from program: String? = nil) -> SimulatedStream? {
        guard let listener = listener(at: address, from: program) else { return nil }
        let own = freeAddress(program ?? "192.0.2.1", on: program)
        let peer = SimulatedStream(at: own, to: address, of: program)
        join(peer, listener)
        return peer
    }

    /// Sends a datagram to an address at which a loop receives them.
    ///
    /// - Returns: Whether it arrived.
    @discardableResult
    public func arrive(_ datagram: Datagram, from sender: SocketAddress) -> Bool {
        guard let delivery = delivery(of: datagram, from: sender) else { return false }
        post(delivery)
        return true
    }

    /// The same, without a wait on its way.
    package func arriveNow(_ datagram: Datagram, from sender: SocketAddress) {
        if let delivery = delivery(of: datagram, from: sender) { deliver(delivery) }
    }

    private func delivery(
        of datagram: Datagram, from sender: SocketAddress, on host: String? = nil
    ) -> Delivery? {
        receivers.first { $0.isReached(by: datagram.address, from: host) }.map {
            Delivery(to: $0, datagram.bytes, from: sender)
        }
    }

    /// The side of an open stream that the test plays.
    private func peer(at address: SocketAddress) -> SimulatedStream? {
        streams.first { $0.device == nil && $0.own == address && !$0.isGone }
    }

    // MARK: Streams

    package func perform(_ deed: Deed, _ stream: SimulatedStream) {
        guard !stream.isGone else { return }
        switch deed {
        case .sends(let bytes):
            guard !stream.isOutputEnded, !bytes.isEmpty, let other = stream.openPeer else { return }
            post(Delivery(along: other, .bytes(bytes)))
        case .ends: end(stream)
        case .resets: cut(stream)
        }
    }

    func end(_ stream: SimulatedStream) {
        guard !stream.isOutputEnded else { return }
        stream.isOutputEnded = true
        guard let other = stream.openPeer else { return }
        post(Delivery(along: other, .end))
    }

    /// Closes one side. The other one sees an end, and that it was cut when it writes.
    package func leave(_ stream: SimulatedStream) {
        guard !stream.isGone else { return }
        end(stream)
        forget(stream)
    }

    package func cut(_ stream: SimulatedStream) {
        forget(stream)
        if let other = stream.openPeer { post(Delivery(along: other, .reset)) }
    }

    /// Cuts a stream on its way: this side is told at once, the other one when that has come to it.
    package func `break`(_ stream: SimulatedStream) {
        if !stream.isGone { stream.take(.reset) }
        cut(stream)
        stream.onNews?()
    }

    /// The machine of a program is gone, and its streams are: their other ends are not told. Connections that it has not taken are cut later.
    package func vanish(of program: String) {
        for stream in streams where stream.program == program {
            if stream.device == nil || stream.number != nil { forget(stream) }
        }
    }

    func forget(_ stream: SimulatedStream) {
        stream.isGone = true
        streams.removeAll { $0 === stream }
    }

    func write(_ bytes: [UInt8], _ stream: SimulatedStream) {
        guard let other = stream.other, !other.isGone else {
            forget(stream)
            return stream.take(.reset)
        }
        post(Delivery(along: other, .bytes(bytes)))
        if other.device == nil, !reads(stream.peer) { return stream.isHeldUp = true }
        if let number = stream.number { stream.device?.tell(.written(number)) }
    }

    /// Reads what the other side at an address was written and has not read, with ``reads`` against it.
    public func read(at address: SocketAddress) {
        guard let stream = peer(at: address)?.other, stream.isHeldUp, let number = stream.number else { return }
        stream.isHeldUp = false
        stream.device?.tell(.written(number))
    }

    /// Opens a stream of a loop, to a loop or a program of the test.
    ///
    /// - Returns: The side that the test plays, if it does.
    @discardableResult
    package func connect(
        _ device: SimulatedSocketDevice, _ number: Int, to address: SocketAddress
    ) -> SimulatedStream? {
        let stream = SimulatedStream(at: freeAddress(device.host ?? "127.0.0.1", on: device.host), to: address)
        (stream.device, stream.number) = (device, number)
        if let listener = listener(at: address, from: device.host) {
            device.opened(stream)
            join(stream, listener)
        } else if let deeds = answers(address) {
            device.opened(stream)
            let peer = SimulatedStream(at: stream.peer, to: stream.own)
            pair(stream, peer)
            for deed in deeds { perform(deed, peer) }
            return peer
        } else {
            device.tell(.failed(number, .refused))
        }
        return nil
    }

    private func join(_ stream: SimulatedStream, _ listener: Listener) {
        let served = SimulatedStream(at: listener.ownAddress, to: stream.own)
        (served.device, served.listener) = (listener.device, listener)
        pair(stream, served)
        post(Delivery(along: served, .accepted(listener)))
    }

    private func pair(_ one: SimulatedStream, _ other: SimulatedStream) {
        (one.other, other.other) = (other, one)
        streams += [one, other]
    }

    /// - Parameters:
    ///   - address: Where a stream leads.
    ///   - host: Where it comes from, in a system of several programs.
    package func listener(at address: SocketAddress, from host: String? = nil) -> Listener? {
        listeners.first { $0.isReached(by: address, from: host) }
    }

    // MARK: Places

    func listen(_ device: SimulatedSocketDevice, _ number: Int, at address: SocketAddress, isDatagram: Bool) {
        let address = address.withPort { freePort(on: device.host) }
        let taken = isDatagram ? receivers : listeners
        guard !taken.contains(where: { $0.address.overlaps(address) && $0.device.host == device.host }) else {
            return device.tell(.failed(number, .inUse))
        }
        let listener = Listener(device: device, number: number, address: address)
        if isDatagram { receivers.append(listener) } else { listeners.append(listener) }
        device.tell(.ready(number, at: address))
    }

    func close(_ device: SimulatedSocketDevice, _ number: Int) {
        listeners.removeAll { $0.device === device && $0.number == number }
        // A listener takes those with it that have come and that it has not accepted, as a system does.
        for stream in streams {
            if let listener = stream.listener, !listeners.contains(where: { $0 === listener }) { cut(stream) }
        }
        receivers.removeAll { $0.device === device && $0.number == number }
    }

    /// - Returns: Why a system would not send it; `nil` if it is sent.
    func send(_ datagram: Datagram, _ device: SimulatedSocketDevice, _ number: Int) -> SocketFailure? {
        let sender = receivers.first { $0.device === device && $0.number == number }
        if let sender, let failure = datagram.refusal(from: sender.address, inSystem: device.host != nil) {
            return failure
        }
        sentDatagrams.append(datagram)
        guard let sender else { return nil }
        if let delivery = delivery(of: datagram, from: sender.ownAddress, on: device.host) {
            post(delivery)
        } else if let hold, device.host != nil {
            hold(Delivery(toAbsent: datagram.address, datagram.bytes, from: sender.ownAddress))
        }
        return nil
    }

    /// The lowest one that is free: the next address depends on nothing that is gone. A port that a loop at the other side of
    /// a stream still knows is taken, or two streams would have one name. Each program of a system has ports of its own.
    private func freePort(on host: String?) -> Int {
        let known = streams.filter { $0.device != nil }.map(\.peer)
        let taken = Set((listeners + receivers).map(\.ownAddress) + streams.map(\.own) + known)
        let ports = taken.compactMap { address -> Int? in
            guard case .host(let name, let port) = address, host == nil || host == name else { return nil }
            return port
        }
        return (50_001...).first { !ports.contains($0) } ?? 50_001
    }

    private func freeAddress(_ host: String, on program: String? = nil) -> SocketAddress {
        .host(host, port: freePort(on: program))
    }

    /// All is gone, as after a power cut.
    package func forgetAll() { (listeners, receivers, streams) = ([], [], []) }
}

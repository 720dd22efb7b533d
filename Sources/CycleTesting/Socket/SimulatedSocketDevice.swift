import Cycle
import CycleDrivers

/// The sockets of one running driver in a simulated world.
package final class SimulatedSocketDevice: SocketDevice {
    private let sockets: SimulatedSockets
    private var inlet: Inlet<SocketDeviceEvent>?
    private var streams: [Int: SimulatedStream] = [:]
    private var places: Set<Int> = []
    private var offered: [Int: SimulatedStream] = [:]
    /// The number of the newest connection, also of one whose listener has left meanwhile.
    package private(set) var newestOffer = 0
    /// A hash of what the session remembers.
    package private(set) var memory: () -> Int = { 0 }
    /// The limit for which the alarm of the session is armed, in words.
    package private(set) var nextLimit: () -> String? = { nil }
    /// Opens a stream, in the place of the sockets; for explorations.
    package var connects: ((SimulatedSocketDevice, Int, SocketAddress) -> Void)?
    /// Called for each number of a socket that leaves the model; for explorations.
    package var onLeave: (SimulatedSocketDevice, Int) -> Void = { _, _ in }
    /// Called at the end of the run.
    package var onClose: (SimulatedSocketDevice) -> Void = { _ in }

    /// The name of its program, in a system of several: the host by which others reach it.
    package let host: String?

    package init(_ sockets: SimulatedSockets, of host: String? = nil) {
        self.sockets = sockets
        self.host = host
    }

    package func note(memory: @escaping () -> Int, nextLimit: @escaping () -> String?) {
        (self.memory, self.nextLimit) = (memory, nextLimit)
    }

    /// The addresses and states of its streams, for a hash.
    package var openStreams: [SimulatedStream] { streams.sorted { $0.key < $1.key }.map(\.value) }

    // MARK: For the sockets

    package func tell(_ event: SocketDeviceEvent) { inlet?.send(event) }

    package func opened(_ stream: SimulatedStream) {
        guard let number = stream.number else { return }
        streams[number] = stream
        tell(.opened(number, at: stream.own, to: stream.peer))
    }

    func offer(_ stream: SimulatedStream, _ listener: Int) {
        newestOffer += 1
        offered[newestOffer] = stream
        tell(.accepted(listener, SocketConnection(newestOffer), from: stream.peer))
    }

    // MARK: SocketDevice

    package func wake(_ open: (_ onRoom: @escaping @Sendable () -> Void) -> Inlet<SocketDeviceEvent>) {
        inlet = open {}
    }

    package func sleep() {
        inlet?.end()
        inlet = nil
        for (_, stream) in offered.sorted(by: { $0.key < $1.key }) { sockets.cut(stream) }
        offered = [:]
    }

    package func open(_ place: SocketPlace, mode: Int, isEncrypted: Bool, _ number: Int) {
        switch place {
        case .connect(let address):
            if let connects { connects(self, number, address) } else { sockets.connect(self, number, to: address) }
        case .accepted(let connection): take(connection, number)
        case .listen(let address): listen(number, at: address, isDatagram: false)
        case .datagrams(let address): listen(number, at: address, isDatagram: true)
        }
    }

    private func listen(_ number: Int, at address: SocketAddress, isDatagram: Bool) {
        places.insert(number)
        sockets.listen(self, number, at: address, isDatagram: isDatagram)
    }

    private func take(_ connection: SocketConnection, _ number: Int) {
        guard let stream = offered.removeValue(forKey: connection.number) else {
            return tell(.failed(number, .gone))
        }
        streams[number] = stream
        stream.take(as: number)
    }

    package func refuse(_ connection: SocketConnection) {
        if let stream = offered.removeValue(forKey: connection.number) { sockets.cut(stream) }
    }

    package func write(_ bytes: [UInt8], _ number: Int) {
        if let stream = streams[number] { sockets.write(bytes, stream) }
    }

    package func send(_ datagrams: [Datagram], from first: Int, _ number: Int) {
        for (place, datagram) in datagrams.enumerated() {
            if let failure = sockets.send(datagram, self, number) {
                tell(.notSent(number, datagram: first + place, failure))
            }
        }
        tell(.written(number))
    }

    package func endOutput(_ number: Int) {
        if let stream = streams[number] { sockets.end(stream) }
    }

    package func close(_ number: Int) {
        onLeave(self, number)
        if places.remove(number) != nil { sockets.close(self, number) }
        if let stream = streams.removeValue(forKey: number), !stream.isGone { sockets.leave(stream) }
    }

    /// A test delivers when it wants to.
    package func hold(_ isHeld: Bool) {}
    package func hold(_ isHeld: Bool, of number: Int) { streams[number]?.hold(isHeld) }

    package func close(within patience: Duration) {
        for number in (Array(streams.keys) + places).sorted() { close(number) }
        sleep()
        onClose(self)
    }

    package var finished: @Sendable () async -> Void { {} }
}

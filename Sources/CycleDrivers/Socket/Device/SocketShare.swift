import Cycle
import CycleBase

/// The sockets of one running driver, as they are served. Idle ones cost nothing: they wait behind two descriptors.
///
/// Unchecked: all but its end is confined to the poller's thread.
final class SocketShare: Pollable, @unchecked Sendable {
    private let thread: SharedPoller
    let encryption: Encryption?
    /// Opened when all sockets are closed, after the end of the run.
    let ending = Latch()
    /// Whether the loop has not passed on all that was read.
    var isHeld = false
    let readers: ReadyDescriptors
    let writers: ReadyDescriptors
    private var inlet: Inlet<SocketDeviceEvent>?
    /// Whether the loop has as many events as may wait.
    private var isFull = false
    var sockets: [Int: SystemSocket] = [:]
    /// Sockets that are ready and were not read yet, as the loop had no room: they come before all others.
    var ready: ArraySlice<Int> = []
    /// The connections that the first of them has offered: with one for each round of all that are ready, a server of busy clients would let
    /// new ones wait for seconds.
    private var offeredInTurn = 0
    /// Streams that may have more to read, although their sockets are not ready: encrypted ones, and those that are cut.
    var unread: Set<Int> = []
    /// Connections that were neither taken nor refused, by their numbers.
    var offered: [Int: Int32] = [:]
    var newestOffer = 0
    /// The times at which sockets are looked at again: listeners that had no descriptor for a connection, streams to a host with more
    /// addresses, and datagrams for a receiver at a path that was full.
    var retries: [Int: Duration] = [:]
    /// How long an address has to answer before the next one of its host is tried: a request that is lost is sent again after a second.
    static let attemptLimit = Duration.seconds(3)
    /// The time at which unwritten output is dropped, once the run is over.
    private var closeAt: Duration?

    init(_ thread: SharedPoller, _ encryption: Encryption? = nil) throws(SystemFailure) {
        (self.thread, self.encryption) = (thread, encryption)
        do throws(SystemFailure) {
            readers = try ReadyDescriptors(.reading)
            writers = try ReadyDescriptors(.writing)
        } catch {
            thread.poller.order { thread.leave() }
            throw error
        }
        thread.poller.order { [self] in thread.poller.add(self) }
    }

    var poller: Poller { thread.poller }

    // MARK: Orders

    func wake(_ inlet: Inlet<SocketDeviceEvent>) { (self.inlet, isFull) = (inlet, false) }

    func sleep() {
        inlet?.end()
        inlet = nil
        for file in offered.values { Descriptors.close(file) }
        offered = [:]
    }

    func noticeRoom() { isFull = false }

    func open(_ place: SocketPlace, mode: Int, isEncrypted: Bool, _ number: Int) {
        guard closeAt == nil else { return }
        switch place {
        case .connect(.host(let host, let port)) where isEncrypted: connectEncrypted(number, host, port)
        case .accepted(let connection): take(connection, number)
        case .connect(let address):
            sockets[number] = SystemSocket()
            find(address, .stream, number) { $0.connect(number, $1[...]) }
        case .listen(let address):
            sockets[number] = SystemSocket()
            find(address, .stream, number) { $0.listen(number, .stream, $1, mode) }
        case .datagrams(let address):
            sockets[number] = SystemSocket()
            find(address, .datagram, number) { $0.listen(number, .datagram, $1, mode) }
        }
    }

    /// Finds the addresses of the system, at once or later.
    private func find(
        _ address: SocketAddress, _ kind: Sockets.Kind, _ number: Int,
        _ found: @escaping @Sendable (SocketShare, [SystemAddress]) -> Void
    ) {
        switch address {
        case .path(let path):
            guard let address = SystemAddress(path: path) else { return fail(number, .badAddress) }
            found(self, [address])
        case .host(_, let port) where !(0...65_535).contains(port): fail(number, .badAddress)
        case .host(let host, let port):
            let numbers = SystemAddress.addresses(of: host, port: port, kind, isNumber: true)
            // One of version 6 takes both versions.
            if !numbers.isEmpty { return found(self, numbers.sorted { $0.family > $1.family }) }
            SocketNames.find(host, port: port, kind) { [self] addresses in
                thread.poller.order { [self] in
                    guard sockets[number] != nil else { return }
                    if addresses.isEmpty { fail(number, .unresolved) } else { found(self, addresses) }
                }
            }
        }
    }

    func write(_ bytes: [UInt8], _ number: Int) {
        guard let socket = sockets[number] else { return }
        if socket.rest.isEmpty { socket.rest = bytes[...] } else { socket.rest += bytes }
        socket.isWriteOwed = true
        flush(number)
    }

    func send(_ datagrams: [Datagram], from first: Int, _ number: Int) {
        guard let socket = sockets[number] else { return }
        (socket.datagrams, socket.nextDatagram) = (datagrams, first)
        socket.isWriteOwed = true
        flush(number)
    }

    func endOutput(_ number: Int) {
        sockets[number]?.endsOutput = true
        flush(number)
    }

    func close(_ number: Int) {
        guard let socket = sockets.removeValue(forKey: number) else { return }
        unread.remove(number)
        retries[number] = nil
        if case .encrypting(let isUnwanted) = socket.role { isUnwanted.open() }
        socket.path?.remove()
        // A child that another part of the program is starting may have a copy: its port would be taken until the child executes its program.
        if case .listener = socket.role { shutdown(socket.file, Int32(SHUT_RDWR)) }
        if socket.file >= 0, socket.encrypted == nil { Descriptors.close(socket.file) }
    }

    func close(within patience: Duration) {
        closeAt = SystemClock.monotonic.now.adding(patience)
        sleep()
        for (number, socket) in sockets where !socket.isUnwritten { close(number) }
    }

    // MARK: The poller's view

    var deadline: Duration? {
        if mayRead, !unread.isEmpty { return .zero }
        guard let retryAt = retries.values.min() else { return closeAt }
        return min(retryAt, closeAt ?? retryAt)
    }

    private var mayRead: Bool { !isHeld && !isFull && inlet != nil }

    func appendRequests(to requests: inout [pollfd]) {
        requests.append(pollfd(fd: writers.descriptor, events: Int16(POLLIN), revents: 0))
        if mayRead { requests.append(pollfd(fd: readers.descriptor, events: Int16(POLLIN), revents: 0)) }
    }

    func look(_ answers: ArraySlice<pollfd>, at now: Duration) -> Bool {
        for answer in answers where answer.revents != 0 {
            if answer.fd == writers.descriptor { write() } else { read() }
        }
        if mayRead, !unread.isEmpty { read() }
        // Behind the answers, one of which may be that of an address whose time is over now.
        retry(now)
        guard let closeAt else { return true }
        for (number, socket) in sockets where !socket.isUnwritten || closeAt <= now { close(number) }
        guard sockets.isEmpty else { return true }
        // In this order: who waits for the end finds the poller ending.
        thread.leave()
        ending.open()
        return false
    }

    private func retry(_ now: Duration) {
        guard !retries.isEmpty else { return }
        for number in retries.filter({ $0.value <= now }).keys.sorted() {
            retries[number] = nil
            switch sockets[number]?.role {
            case .listener: watch(number, by: readers)
            case .connecting(let others): goOnConnecting(number, others, after: ETIMEDOUT)
            case .datagrams: flush(number)
            case .stream, .cut, .unresolved, .encrypting, nil: break
            }
        }
    }

    private func write() {
        for number in writers.take() {
            switch sockets[number]?.role {
            case .connecting(let others): goOnConnecting(number, others)
            case .stream, .datagrams: flush(number)
            case .cut, .listener, .unresolved, .encrypting, nil: break
            }
        }
    }

    func read() {
        if ready.isEmpty {
            ready = readers.take(16)[...]
            if !unread.isEmpty { ready += unread.sorted() }
        }
        while mayRead, let number = ready.first {
            if case .listener = sockets[number]?.role {
                offeredInTurn += 1
                if accept(number), offeredInTurn < Self.offerLimit { continue }
                offeredInTurn = 0
            }
            ready.removeFirst()
            switch sockets[number]?.role {
            case .datagrams: receive(number)
            case .stream: read(number)
            case .cut(let failure): readRest(number, failure)
            case .listener, .connecting, .unresolved, .encrypting, nil: break
            }
        }
    }

    /// Waits until a socket has something to read, or takes something to write.
    func watch(_ number: Int, by descriptors: ReadyDescriptors) {
        guard let file = sockets[number]?.file else { return }
        do throws(SystemFailure) {
            try descriptors.watch(file, number)
        } catch {
            fail(number, .exhausted(code: error.code))
        }
    }

    func send(_ event: SocketDeviceEvent) {
        if inlet?.send(event) == .acceptedAndFull { isFull = true }
    }

    func fail(_ number: Int, _ failure: SocketFailure) {
        close(number)
        send(.failed(number, failure))
    }
}

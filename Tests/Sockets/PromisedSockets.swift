package import CycleDrivers

/// A device without sockets, and the promises of a session that uses it: it receives events while one could come, writes one order at a
/// time and nothing behind the end of the output, takes or refuses each connection once, reports nothing behind a silence, and closes all.
package struct PromisedSockets<Owner: Hashable>: Hashable {
    private var newest = 0
    private var newestOffer = 0
    /// The openings that were not closed, by their numbers.
    package private(set) var places: [Int: SocketPlace] = [:]
    /// The openings that the session has closed: letters about them may be on their way.
    private var left: [Int: SocketPlace] = [:]
    package private(set) var opened: Set<Int> = []
    package private(set) var writing: Set<Int> = []
    private var ended: Set<Int> = []
    private var held: Set<Int> = []
    private var silent: Set<Owner> = []
    /// Connections that were neither taken nor refused.
    package private(set) var offers: Set<SocketConnection> = []
    private var isAwake = false
    package private(set) var isClosed = false
    package private(set) var hasEnded = false

    package init() {}

    /// The openings that were not closed, the oldest first.
    package var numbers: [Int] { places.keys.sorted() }

    /// The letters about what the session has closed that may still come.
    package var lateLetters: [LateLetter] {
        left.sorted { $0.key < $1.key }.flatMap { number, place in
            let kinds: [LateLetter.Kind] =
                if case .listen = place {
                    [.ready, .accepted, .failed]
                } else {
                    [.received, .written, .inputEnded, .failed]
                }
            return kinds.map { LateLetter($0, number) }
        }
    }

    /// The oldest connection that was neither taken nor refused.
    package var oldestOffer: SocketConnection? { offers.min { $0.number < $1.number } }

    /// A connection that a client has made.
    package mutating func accept() -> SocketConnection {
        newestOffer += 1
        offers.insert(.init(newestOffer))
        return .init(newestOffer)
    }

    package var newestConnection: SocketConnection { .init(max(1, newestOffer)) }

    package mutating func open(_ number: Int) { opened.insert(number) }

    package mutating func write(_ number: Int) { writing.remove(number) }

    /// - Returns: Whether it was open: a device reports one failure, and has closed it.
    package mutating func fail(_ number: Int) -> Bool {
        writing.remove(number)
        return places.removeValue(forKey: number) != nil
    }

    /// Whether the promises allow an action.
    package mutating func allow<Event>(_ action: SocketsAction<Event, Owner>) -> Bool {
        switch action {
        case .wake:
            defer { isAwake = true }
            return !isAwake && !isClosed
        case .sleep:
            defer { isAwake = false }
            return isAwake && places.isEmpty && offers.isEmpty
        case .open(let place, _, _, let number):
            defer { newest = number }
            if case .accepted(let connection) = place, offers.remove(connection) == nil { return false }
            places[number] = place
            return number > newest && isAwake && !isClosed
        case .refuse(let connection): return offers.remove(connection) != nil || isClosed
        case .write(let bytes, let number):
            return !bytes.isEmpty && canWrite(number) && writing.insert(number).inserted
        case .send(let datagrams, _, let number):
            return !datagrams.isEmpty && canWrite(number) && writing.insert(number).inserted
        case .endOutput(let number):
            return !writing.contains(number) && canWrite(number) && ended.insert(number).inserted
        case .hold(let isHeld, let number):
            return isHeld ? held.insert(number).inserted : held.remove(number) != nil
        case .close(let number):
            left[number] = places[number]
            return fail(number)
        case .report(_, let owner): return !silent.contains(owner) && !isClosed
        case .offer(let connection): return offers.contains(connection)
        case .silence(let owner): return silent.insert(owner).inserted
        case .closeAll:
            (places, left, offers, writing, isAwake) = ([:], [:], [], [], false)
            defer { isClosed = true }
            return !isClosed
        case .end:
            defer { hasEnded = true }
            return isClosed && !hasEnded
        }
    }

    private func canWrite(_ number: Int) -> Bool {
        guard let place = places[number], !ended.contains(number) else { return false }
        switch place {
        case .listen: return false
        case .accepted: return true
        case .connect, .datagrams: return opened.contains(number)
        }
    }
}

/// A letter of a device that was on its way when the session closed the opening with its number.
package struct LateLetter: Hashable {
    package enum Kind: Hashable {
        case ready, accepted, received, written, inputEnded, failed
    }

    private let kind: Kind
    private let number: Int

    init(_ kind: Kind, _ number: Int) { (self.kind, self.number) = (kind, number) }

    /// - Parameter accept: Makes the connection that is offered.
    package func event(_ accept: () -> SocketConnection) -> SocketDeviceEvent {
        let address = SocketAddress.host("here", port: 1)
        return switch kind {
        case .ready: .ready(number, at: address)
        case .accepted: .accepted(number, accept(), from: address)
        case .received: .received(number, Array("GET".utf8))
        case .written: .written(number)
        case .inputEnded: .inputEnded(number)
        case .failed: .failed(number, .reset)
        }
    }
}

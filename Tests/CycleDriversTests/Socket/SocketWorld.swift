import TestSupport

@testable import CycleDrivers

/// A session of sockets over a device, and the promises that it keeps: one last event for each opening, none after a silence, one write at
/// a time and none after the end of the output, each connection taken or refused once.
struct SocketWorld: SettlingWorld {
    typealias Session = SocketSession<Int>
    typealias Socket = SocketDriver<Int>.Socket

    enum Input: Hashable {
        case model([Socket])
        /// The reports of a device about the socket with a number.
        case opened(Int), accepted(Int), received(Int), written(Int), inputEnded(Int), failed(Int)
        /// The event of the newest connection has had its turn.
        case offered
        case time(seconds: Int)
        case modelsEnded, stopped
    }

    private(set) var session = Session(patience: .seconds(2))
    private(set) var broken: String?
    private var now = 0
    private var newest = 0
    private var newestOffer = 0
    /// The openings that the device has not closed, by their numbers.
    private var places: [Int: SocketPlace] = [:]
    private var opened: Set<Int> = []
    private var writing: Set<Int> = []
    private var ended: Set<Int> = []
    private var silent: Set<Int> = []
    private var over: Set<Int> = []
    /// Connections that were neither taken nor refused.
    private var offers: Set<SocketConnection> = []
    private var isAwake = false
    private var isClosed = false
    private var hasEnded = false

    private static let address = SocketAddress.host("here", port: 1)

    private static func stream(_ id: Int, _ pieceCount: Int, isEnding: Bool = false) -> Socket {
        var socket = Socket.connect(id, to: address)
        socket.output = .init((0..<pieceCount).map { [UInt8($0)] }, isComplete: pieceCount > 1)
        socket.isEnding = isEnding
        return socket
    }

    var possible: [Input] {
        let models: [[Socket]] = [
            [], [Self.stream(1, 0)], [Self.stream(1, 2)], [Self.stream(1, 1, isEnding: true)],
            [.listen(2, at: Self.address)], [.listen(2, at: Self.address), .accepted(3, .init(max(1, newestOffer)))],
            [.datagrams(4, at: Self.address, output: .init([.init("x", to: Self.address)]))],
        ]
        var inputs = models.map(Input.model) + [.time(seconds: 2), .time(seconds: 30), .modelsEnded, .stopped]
        for (number, place) in places.sorted(by: { $0.key < $1.key }) {
            switch (place, opened.contains(number)) {
            case (.accepted, _), (.connect, true): inputs += [.received(number), .inputEnded(number), .failed(number)]
            case (.listen, true): inputs += [.accepted(number)]
            case (.datagrams, true): inputs += [.failed(number)]
            case (_, false): inputs += [.opened(number), .failed(number)]
            }
        }
        inputs += writing.sorted().map(Input.written)
        if !offers.isEmpty { inputs.append(.offered) }
        return inputs
    }

    mutating func happen(_ input: Input) {
        let address = Self.address
        switch input {
        case .model(let sockets): receive(.modelChanged(.init(sockets)))
        case .opened(let number):
            opened.insert(number)
            if case .connect = places[number] {
                receive(.device(.opened(number, at: address, to: address)))
            } else {
                receive(.device(.ready(number, at: address)))
            }
        case .accepted(let number):
            newestOffer += 1
            offers.insert(.init(newestOffer))
            receive(.device(.accepted(number, .init(newestOffer), from: address)))
        case .received(let number): receive(.device(.received(number, [1])))
        case .written(let number):
            writing.remove(number)
            receive(.device(.written(number)))
        case .inputEnded(let number): receive(.device(.inputEnded(number)))
        case .failed(let number):
            // A device reports one failure, and has closed it.
            guard places.removeValue(forKey: number) != nil else { return }
            writing.remove(number)
            receive(.device(.failed(number, .reset)))
        case .offered: if let offer = offers.min(by: { $0.number < $1.number }) { receive(.offered(offer)) }
        case .time(let seconds):
            now += seconds
            receive(.timePassed)
        case .modelsEnded: receive(.modelsEnded)
        case .stopped: receive(.stopped)
        }
    }

    private mutating func receive(_ input: Session.Input) {
        for action in session.actions(after: input, at: .seconds(now)) where !isKept(action) {
            broken = broken ?? "\(action) after \(input)"
        }
        if !session.isConsistent { broken = broken ?? "inconsistent after \(input)" }
    }

    /// Whether a promise allows the action.
    private mutating func isKept(_ action: Session.Action) -> Bool {
        switch action {
        case .wake:
            defer { isAwake = true }
            return !isAwake && !isClosed
        case .sleep:
            defer { isAwake = false }
            return isAwake && places.isEmpty && offers.isEmpty
        case .open(let place, _, let number):
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
        case .close(let number):
            writing.remove(number)
            return places.removeValue(forKey: number) != nil
        case .report(let event, let number):
            defer { if event.isLast { over.insert(number) } }
            return !silent.contains(number) && !over.contains(number) && !isClosed
        case .offer(let connection): return offers.contains(connection)
        case .silence(let number): return silent.insert(number).inserted
        case .closeAll:
            (places, offers, writing, isAwake) = ([:], [], [], false)
            defer { isClosed = true }
            return !isClosed
        case .end:
            defer { hasEnded = true }
            return isClosed && !hasEnded
        }
    }

    private func canWrite(_ number: Int) -> Bool {
        guard let place = places[number], !ended.contains(number) else { return false }
        if case .accepted = place { return true }
        return opened.contains(number)
    }

    /// Nothing is wanted any more: all is closed, or cut, and the driver ends.
    mutating func settle() {
        let isStopped = session.phase == .over
        happen(.model([]))
        for offer in offers.sorted(by: { $0.number < $1.number }) { receive(.offered(offer)) }
        happen(.modelsEnded)
        happen(.time(seconds: 60))
        // Without another model, what is open stays open until the other side ends.
        if session.phase == .ending { for number in places.keys.sorted() { happen(.failed(number)) } }
        if !places.isEmpty { broken = broken ?? "a socket stays open" }
        if !isStopped, !hasEnded { broken = broken ?? "the driver does not end" }
    }
}

import SocketSupport
import TestSupport

@testable import CycleDrivers

/// A session of sockets over a device, and the promises that it keeps: those of `PromisedSockets`, and one last event for each opening.
struct SocketWorld: SocketsWorld {
    typealias Session = SocketSession<Int>
    typealias Socket = SocketDriver<Int>.Socket

    enum Input: Hashable {
        case model([Socket])
        /// The reports of a device about the socket with a number.
        case opened(Int), accepted(Int), received(Int)
        /// The event of the newest connection has had its turn.
        case offered
        case news(SocketsNews)
    }

    var session = Session(patience: .seconds(2))
    var broken: String?
    var now = 0
    var device = PromisedSockets<Int>()
    private var over: Set<Int> = []

    private static let address = SocketAddress.host("here", port: 1)

    private static func stream(
        _ id: Int, _ pieceCount: Int, isEnding: Bool = false, isPaused: Bool = false
    ) -> Socket {
        var socket = Socket.connect(id, to: address)
        socket.output = .init((0..<pieceCount).map { [UInt8($0)] }, isComplete: pieceCount > 1)
        (socket.isEnding, socket.isPaused) = (isEnding, isPaused)
        return socket
    }

    private static func pausedConnection(_ id: Int, _ connection: SocketConnection) -> Socket {
        var socket = Socket.accepted(id, connection)
        socket.isPaused = true
        return socket
    }

    var possible: [Input] {
        let models: [[Socket]] = [
            [], [Self.stream(1, 0)], [Self.stream(1, 2)], [Self.stream(1, 1, isEnding: true)],
            [Self.stream(1, 2, isPaused: true)],
            [.listen(2, at: Self.address)], [.listen(2, at: Self.address), .accepted(3, device.newestConnection)],
            [.listen(2, at: Self.address), Self.pausedConnection(3, device.newestConnection)],
            [.datagrams(4, at: Self.address, output: .init([.init("x", to: Self.address)]))],
        ]
        var inputs =
            models.map(Input.model) + [.news(.time(seconds: 2)), .news(.time(seconds: 30))]
            + possibleNews.map(Input.news)
        for (number, place) in device.places.sorted(by: { $0.key < $1.key }) {
            switch (place, device.opened.contains(number)) {
            case (.accepted, _), (.connect, true):
                inputs += [.received(number), .news(.inputEnded(number)), .news(.failed(number))]
            case (.listen, true): inputs += [.accepted(number)]
            case (.datagrams, true): inputs += [.news(.failed(number))]
            case (_, false): inputs += [.opened(number), .news(.failed(number))]
            }
        }
        if !device.offers.isEmpty { inputs.append(.offered) }
        return inputs
    }

    mutating func happen(_ input: Input) {
        let address = Self.address
        switch input {
        case .model(let sockets): receive(.modelChanged(.init(sockets)))
        case .opened(let number):
            device.open(number)
            if case .connect = device.places[number] {
                receive(.device(.opened(number, at: address, to: address)))
            } else {
                receive(.device(.ready(number, at: address)))
            }
        case .accepted(let number):
            receive(.device(.accepted(number, device.accept(), from: address)))
        case .received(let number): receive(.device(.received(number, [1])))
        case .news(let news): hear(news)
        case .offered: if let offer = device.oldestOffer { receive(.offered(offer)) }
        }
    }

    mutating func isKept(_ action: Session.Action) -> Bool {
        guard case .report(let event, let number) = action else { return device.allow(action) }
        defer { if event.isLast { over.insert(number) } }
        return device.allow(action) && !over.contains(number)
    }

    /// Nothing is wanted any more: all is closed, or cut, and the driver ends.
    mutating func settle() {
        let isStopped = session.phase == .over
        happen(.model([]))
        for offer in device.offers.sorted(by: { $0.number < $1.number }) { receive(.offered(offer)) }
        hear(.modelsEnded)
        hear(.time(seconds: 60))
        // Without another model, what is open stays open until the other side ends.
        if session.phase == .ending { for number in device.numbers { hear(.failed(number)) } }
        if !device.places.isEmpty { broken = broken ?? "a socket stays open" }
        if !isStopped, !device.hasEnded { broken = broken ?? "the driver does not end" }
    }
}

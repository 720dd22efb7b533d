import TestSupport
import Testing

@testable import CycleDrivers

@Suite("The session of sockets")
struct SocketSessionTests {
    typealias Session = SocketSession<Int>
    typealias Socket = SocketDriver<Int>.Socket

    private var session = Session(patience: .seconds(2))
    private let address = SocketAddress.host("here", port: 7)
    private let peer = SocketAddress.host("there", port: 8)

    private mutating func actions(_ input: Session.Input, at seconds: Int = 0) -> [Session.Action] {
        session.actions(after: input, at: .seconds(seconds))
    }

    private mutating func change(_ sockets: Socket..., at seconds: Int = 0) -> [Session.Action] {
        actions(.modelChanged(.init(sockets)), at: seconds)
    }

    private func stream(_ texts: [String] = [], from first: Int = 0, isComplete: Bool = false) -> Socket {
        .connect(1, to: address, output: .init(texts, from: first, isComplete: isComplete))
    }

    private mutating func open() {
        _ = change(stream())
        _ = actions(.device(.opened(1, at: peer, to: address)))
    }

    @Test("a socket that enters the model is opened once, and one that leaves it is closed and silent")
    mutating func opens() {
        #expect(change(stream()) == [.wake, .open(.connect(to: address), mode: 0o600, number: 1)])
        #expect(change(stream(), Socket.listen(1, at: peer)) == [])
        #expect(
            actions(.device(.opened(1, at: peer, to: address))) == [
                .report(.opened(1, at: peer, to: address), 1)
            ])
        #expect(change() == [.silence(1), .close(number: 1), .sleep])
        #expect(actions(.device(.received(1, [1]))) == [])
    }

    @Test("pieces wait until the stream is open, and are written once each, as fast as they are taken")
    mutating func writes() {
        #expect(change(stream(["a", "b"], from: 3)).count == 2)
        #expect(
            actions(.device(.opened(1, at: peer, to: address))).last == .write(Array("ab".utf8), number: 1))
        #expect(change(stream(["a", "b", "c"], from: 3)) == [])
        #expect(
            actions(.device(.written(1))) == [
                .report(.written(1, end: 5), 1), .write(Array("c".utf8), number: 1),
            ])
        #expect(change(stream([], from: 6, isComplete: true)) == [])
        #expect(
            actions(.device(.written(1))) == [.report(.written(1, end: 6), 1), .endOutput(number: 1)])
        #expect(
            actions(.device(.inputEnded(1))) == [
                .report(.inputEnded(1), 1), .close(number: 1), .report(.closed(1), 1), .sleep,
            ])
    }

    @Test("a stream whose other side has ended stays open for output, until that ends, too")
    mutating func halves() {
        open()
        #expect(actions(.device(.inputEnded(1))) == [.report(.inputEnded(1), 1)])
        #expect(change(stream(["x"])) == [.write([120], number: 1)])
        _ = actions(.device(.written(1)))
        #expect(
            change(stream(["x"], isComplete: true)) == [
                .endOutput(number: 1), .close(number: 1), .report(.closed(1), 1), .sleep,
            ])
        #expect(change(stream(["x", "y"], isComplete: true)) == [])
    }

    @Test("a connection is taken by the model of its turn, and else refused; nobody takes it twice")
    mutating func offers() {
        let (listener, connection) = (Socket.listen(9, at: address), SocketConnection(4))
        _ = change(listener)
        _ = actions(.device(.ready(1, at: address)))
        let offered: [Session.Action] = [
            .report(.accepted(9, connection, from: peer), 1), .offer(connection),
        ]
        #expect(actions(.device(.accepted(1, connection, from: peer))) == offered)
        #expect(
            change(listener, .accepted(2, connection)) == [
                .open(.accepted(connection), mode: 0o600, number: 2)
            ])
        #expect(actions(.offered(connection)) == [])
        #expect(change(listener, .accepted(3, connection)).last == .report(.failed(3, .gone), 3))
        let late = SocketConnection(5)
        _ = actions(.device(.accepted(1, late, from: peer)))
        #expect(actions(.offered(late)) == [.refuse(late)])
        #expect(change(listener, .accepted(3, late)).last == .report(.failed(3, .gone), 4))
    }

    @Test(
        "a connection that comes after its listener has left is refused, and one that is offered outlives it for its turn"
    )
    mutating func lateOffers() {
        let connection = SocketConnection(1)
        _ = change(.listen(9, at: address))
        _ = actions(.device(.ready(1, at: address)))
        _ = actions(.device(.accepted(1, connection, from: peer)))
        #expect(change() == [.silence(1), .close(number: 1)])
        #expect(actions(.device(.accepted(1, .init(2), from: peer))) == [.refuse(.init(2))])
        #expect(actions(.offered(connection)) == [.refuse(connection), .sleep])
    }

    @Test("a stream that is not open within its limit fails, and so does one that does not end within the patience")
    mutating func limits() {
        _ = change(stream())
        #expect(session.deadline == .seconds(30))
        #expect(
            actions(.timePassed, at: 30) == [.close(number: 1), .report(.failed(1, .timeLimit), 1), .sleep])
        _ = change()
        _ = change(stream(["x"]), at: 31)
        _ = actions(.device(.opened(2, at: peer, to: address)), at: 31)
        var ending = stream(["x"])
        ending.isEnding = true
        #expect(change(ending, at: 32) == [] && session.deadline == .seconds(34))
        #expect(actions(.device(.written(2)), at: 33).last == .endOutput(number: 2))
        #expect(
            actions(.timePassed, at: 34) == [.close(number: 2), .report(.failed(1, .timeLimit), 2), .sleep])
    }

    @Test("a stream is not read while it is paused, from its opening to its end")
    mutating func pauses() {
        var paused = stream()
        paused.isPaused = true
        #expect(change(paused).count == 2)
        #expect(
            actions(.device(.opened(1, at: peer, to: address))) == [
                .report(.opened(1, at: peer, to: address), 1), .hold(true, number: 1),
            ])
        #expect(change(paused) == [])
        // A piece that was on its way.
        #expect(actions(.device(.received(1, [7]))) == [.report(.received(1, [7]), 1)])
        #expect(change(stream()) == [.hold(false, number: 1)])
        #expect(change(paused) == [.hold(true, number: 1)])
        paused.isEnding = true
        #expect(change(paused) == [.hold(false, number: 1), .endOutput(number: 1)])
        let ended: [Session.Action] = [.report(.inputEnded(1), 1), .close(number: 1), .report(.closed(1), 1), .sleep]
        #expect(actions(.device(.inputEnded(1))) == ended)
    }

    @Test("an end that was on its way to a paused stream is told once")
    mutating func endsWhilePaused() {
        open()
        var paused = stream()
        paused.isPaused = true
        #expect(change(paused) == [.hold(true, number: 1)])
        #expect(actions(.device(.inputEnded(1))) == [.report(.inputEnded(1), 1)])
        #expect(change(stream()) == [])
        #expect(actions(.device(.inputEnded(1))) == [])
    }

    @Test("datagrams are sent once each, and those that were not are told by their numbers")
    mutating func datagrams() {
        func socket(_ texts: [String], from first: Int) -> Socket {
            .datagrams(1, at: address, output: .init(texts.map { Datagram($0, to: peer) }, from: first))
        }
        _ = change(socket(["a"], from: 7))
        #expect(
            actions(.device(.ready(1, at: address))) == [
                .report(.ready(1, at: address), 1), .send([Datagram("a", to: peer)], from: 7, number: 1),
            ])
        #expect(
            actions(.device(.notSent(1, datagram: 7, .tooLong))) == [
                .report(.notSent(1, number: 7, .tooLong), 1)
            ])
        #expect(change(socket(["a", "b"], from: 7)) == [])
        #expect(
            actions(.device(.written(1))) == [
                .report(.written(1, end: 8), 1), .send([Datagram("b", to: peer)], from: 8, number: 1),
            ])
        var ending = socket([], from: 9)
        ending.isEnding = true
        #expect(change(ending) == [])
        #expect(actions(.device(.written(1))).contains(.report(.closed(1), 1)))
    }

    @Test("the numbers of an output that counts from 0 again go on: none is sent twice, and the first new one is sent")
    mutating func numbersGoOn() {
        func change(_ texts: [String], from first: Int = 0) -> [Session.Action] {
            self.change(.datagrams(1, at: address, output: .init(texts.map { Datagram($0, to: peer) }, from: first)))
        }
        _ = change(["a", "b"])
        _ = actions(.device(.ready(1, at: address)))
        #expect(actions(.device(.written(1))) == [.report(.written(1, end: 2), 1)])
        #expect(change([]) == [] && change(["c"]) == [] && change(["c", "d"]) == [])
        #expect(change(["c", "d", "e"]) == [.send([Datagram("e", to: peer)], from: 2, number: 1)])
    }

    @Test("all orders of five inputs keep the promises of a driver")
    func orders() {
        let seen = TestSupport.allOrdersSettle(from: SocketWorld(), depth: 5, of: \.possible)
        #expect(seen.count > 1_000)
    }

    @Test("random inputs keep the promises of a driver", arguments: Seeds(200).map(\.self))
    func random(seed: UInt64) {
        var world = SocketWorld()
        var chance = SeededChance(seed: seed)
        for _ in 0..<60 { world.happen(chance.one(of: world.possible)) }
        world.settle()
        #expect(world.broken == nil, "seed \(seed)")
    }
}

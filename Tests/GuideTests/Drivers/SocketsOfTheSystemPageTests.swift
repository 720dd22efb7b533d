import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("The book's page of sockets")
struct SocketsOfTheSystemPageTests {
    struct Room: Equatable {
        var guests: [SocketConnection] = []
        var said: [[UInt8]] = []
    }

    func room(at address: SocketAddress) -> CycledLens<some Any, Room> {
        CycledLens(startingWith: Room()) { frames in
            frames.lens(
                driver: SocketDriver<SocketConnection?>(),
                frameFilter: { room in
                    var model: SocketDriver<SocketConnection?>.Model = [.listen(nil, at: address)]
                    model.sockets += room.guests.map { .accepted($0, $0, output: .init(room.said)) }
                    return model
                },
                eventFilter: { room, event in
                    switch event {
                    case .accepted(_, let guest, _): room.guests.append(guest)
                    case .received(_, let bytes): room.said.append(bytes)
                    case .inputEnded(let guest), .failed(let guest, _): room.guests.removeAll { $0 == guest }
                    case .ready, .opened, .datagram, .written, .notSent, .closed: break
                    }
                })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let address = SocketAddress.host("", port: 7000)
        let sockets = SimulatedSockets()
        let test = TestRun(room(at: address), exhaustive: false, standIns: sockets)
        test.settle()
        let ann = try #require(sockets.connect(to: address))
        let bob = try #require(sockets.connect(to: address))
        test.settle()
        sockets.happen(.sends("hello\n"), at: ann)
        test.settle()
        #expect(sockets.received(at: bob) == Array("hello\n".utf8))
        sockets.happen(.ends, at: bob)
        test.settle()
        #expect(test.frame.guests.count == 1)
    }
}

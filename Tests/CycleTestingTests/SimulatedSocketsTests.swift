import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("Simulated sockets")
struct SimulatedSocketsTests {
    private struct Frame: Equatable {
        var end = 0
        var isPaused = true
        var text = ""
    }

    @Test("bytes that came to a stream while it was paused come once, however often it is paused again")
    func paused() throws {
        let address = SocketAddress.host("far", port: 1)
        let sockets = SimulatedSockets()
        sockets.answers = { _ in [] }
        let pauses = ScriptedDriver<Int, Bool>()
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: SocketDriver<Int>(),
                frameFilter: { frame in
                    var socket = SocketDriver<Int>.Socket.connect(1, to: address)
                    socket.isPaused = frame.isPaused
                    return [socket]
                },
                eventFilter: { frame, event in
                    if case .received(_, let bytes) = event { frame.text += String(decoding: bytes, as: UTF8.self) }
                })
            frames.lens(driver: pauses, frameFilter: { _ in 0 }, eventFilter: { $0.isPaused = $1 })
        }
        let test = TestRun(cycle, exhaustive: false, standIns: sockets)
        test.settle()
        sockets.happen(.sends(Array("a".utf8)), at: address)
        test.settle()
        #expect(test.frame.text.isEmpty)
        for isPaused in [false, true, false] {
            pauses.send(isPaused)
            test.settle()
            #expect(test.frame.text == "a")
        }
    }

    @Test("a side that does not read holds the output up until it reads, and sees its end behind it")
    func heldUp() throws {
        let address = SocketAddress.host("far", port: 1)
        let sockets = SimulatedSockets()
        sockets.answers = { _ in [] }
        sockets.reads = { _ in false }
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: SocketDriver<Int>(),
                frameFilter: { _ in [.connect(1, to: address, output: .init(["a"], isComplete: true))] },
                eventFilter: { frame, event in if case .written(_, let end) = event { frame.end = end } })
        }
        let test = TestRun(cycle, exhaustive: false, standIns: sockets)
        test.settle()
        #expect(test.frame.end == 0 && !sockets.hasEnded(at: address))
        sockets.read(at: address)
        test.settle()
        #expect(test.frame.end == 1 && sockets.hasEnded(at: address) && sockets.listening.isEmpty)
        #expect(sockets.received(at: address) == Array("a".utf8))
    }
}

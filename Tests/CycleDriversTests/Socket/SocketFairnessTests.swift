import Cycle
import CycleBase
import CycleTesting
import TestSupport
import Testing

@testable import CycleDrivers

/// One look of the poller's thread, at a share whose loop takes nothing meanwhile.
@Suite("The order in which sockets are read")
struct SocketFairnessTests {
    /// A loop that has not begun to take events, with room for some.
    private final class Mailbox {
        var inlet: Inlet<SocketDeviceEvent>?

        func loop(roomFor bound: Int) -> CycledLens<some Any, [Int]> {
            let events = Signal<SocketDeviceEvent> { [self] sink in
                inlet = sink.inlet(bound: bound)
                return Subscription()
            }
            return CycledLens(startingWith: []) { frames in
                frames.lens(events: events, label: "letters") { numbers, event in numbers.append(event.number) }
            }
        }
    }

    /// Has more to read always, whatever its socket says.
    private final class Flood: EncryptedStream {
        let descriptor: Int32 = -1

        func read(upTo count: Int) -> Descriptors.ReadOutcome { .bytes([1]) }
        func write(_ bytes: UnsafeRawBufferPointer) throws(SocketFailure) -> Int { 0 }
    }

    private static func connect(_ count: Int, to address: SocketAddress?) -> [Int32] {
        guard case .host(let host, let port)? = address,
            let found = SystemAddress.addresses(of: host, port: port, .stream, isNumber: true).first
        else { return [] }
        return (0..<count).map { _ in
            let file = socket(found.family, Sockets.Kind.stream.number, 0)
            return found.withPointer { CycleBase.connect(file, $0, $1) } == 0 ? file : -1
        }
    }

    /// Has a share listen under the number 1, and makes connections to it, all in one order of its thread.
    ///
    /// - Returns: The numbers of the letters that the loop gets.
    private func letters(
        roomFor bound: Int, connecting count: Int, _ look: @escaping @Sendable (_ share: SocketShare) -> Void
    ) async throws -> [Int] {
        let mailbox = Mailbox()
        let cycle = mailbox.loop(roomFor: bound)
        cycle.start(on: VirtualTime())
        let inlet = try #require(mailbox.inlet)
        let share = try SocketShare(try SharedPoller.join().get())
        let done = Latch()
        share.poller.order {
            share.wake(inlet)
            share.open(.listen(at: .host("127.0.0.1", port: 0)), mode: 0, isEncrypted: false, 1)
            let clients = Self.connect(count, to: share.sockets[1]?.ownAddress)
            look(share)
            for client in clients { Descriptors.close(client) }
            share.close(within: .zero)
            done.open()
        }
        await done.wait()
        await share.ending.wait()
        cycle.drain()
        defer { cycle.stop() }
        return cycle.frame
    }

    /// A stream under the number 2 that is ready to be read, behind the clients of the listener.
    private func letters(connecting count: Int, roomFor bound: Int) async throws -> [Int] {
        var pair: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Sockets.Kind.stream.number, 0, &pair) == 0 && write(pair[1], "x", 1) == 1)
        defer { Descriptors.close(pair[1]) }
        let near = pair[0]
        return try await letters(roomFor: bound, connecting: count) { share in
            share.sockets[2] = SystemSocket(accepted: near)
            share.watch(2, by: share.readers)
            for _ in 0...count {
                // As long as the loop takes nothing there is room for one.
                share.noticeRoom()
                share.read()
            }
        }
    }

    @Test("clients that wait are offered together, and not one for each round of streams", arguments: [1, 6, 100])
    func offersAll(room: Int) async throws {
        #expect(try await letters(connecting: 20, roomFor: room) == [Int](repeating: 1, count: 21) + [2])
    }

    @Test("encrypted streams that always have more are read by turns, with little room, too", arguments: [1, 2, 4])
    func encrypted(room: Int) async throws {
        let letters = try await letters(roomFor: room, connecting: 0) { share in
            for number in 2...4 {
                share.sockets[number] = SystemSocket()
                share.sockets[number]?.role = .stream
                share.sockets[number]?.encrypted = Flood()
                share.unread.insert(number)
            }
            for _ in 0..<12 {
                share.noticeRoom()
                _ = share.look([], at: .zero)
            }
        }
        for number in 2...4 { #expect(letters.count { $0 == number } >= 4, "\(letters)") }
    }

    @Test("a flood of clients lets streams be read between them")
    func flood() async throws {
        let letters = try await letters(connecting: SocketShare.offerLimit + 5, roomFor: 6)
        #expect(letters.firstIndex(of: 2) == SocketShare.offerLimit + 1 && letters.count == SocketShare.offerLimit + 7)
    }
}

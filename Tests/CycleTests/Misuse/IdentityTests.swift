import Cycle
import CycleTesting
import TestSupport
import Testing

@Suite("An identity whose == or hash calls its loop ends the program with a message, and corrupts nothing")
struct IdentityTests {
    /// An identity that calls `act` whenever it is hashed.
    private struct Identity: Hashable {
        final class Calls {
            var act: () -> Void = {}
        }

        let number: Int
        let calls: Calls

        static func == (one: Identity, other: Identity) -> Bool { one.number == other.number }

        func hash(into hasher: inout Hasher) {
            calls.act()
            hasher.combine(number)
        }
    }

    /// A loop whose wants have identities, the 20th hash of which calls `act`.
    private static func run(_ act: @escaping (Loop, Sink<[Int]>) -> Void) {
        let calls = Identity.Calls()
        var left = 20
        var send: ([Int]) -> Void = { _ in }
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                events: Signal<[Int]> { sink in
                    send = sink.send
                    calls.act = {
                        left -= 1
                        if left == 0 { act(sink.loop, sink) }
                    }
                    return Subscription()
                }.effects(for: { $0 }, by: { Identity(number: $0, calls: calls) }) { _ in Signal<Int>.never }
            ) { $0 += $1 }
        }
        cycle.start(on: VirtualTime())
        for count in 1..<40 { send(Array(0..<count)) }
        cycle.stop()
    }

    @Test("an identity that sends the wants that are being compared", .waiting)
    func sends() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.run { _, sink in sink.send(Array(0..<100)) }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("calls nothing of its loop"))
    }

    @Test("an identity that stops its loop", .waiting)
    func stops() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.run { loop, _ in loop.stop() }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("calls nothing of its loop"))
    }
}

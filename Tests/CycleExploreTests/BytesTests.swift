import Cycle
import CycleDrivers
import CycleExplore
import CycleTesting
import TestSupport
import Testing

@Suite("Bytes that are no text")
struct BytesTests {
    struct Sender: Hashable {
        var letters: [[UInt8]] = []
        var sentCount = 0
    }

    struct Pair: Hashable {
        let ann: Sender
        /// The datagrams that bob has received.
        let heard: [[UInt8]]
    }

    private static let address = SocketAddress.host("", port: 7)

    /// Sends one of two datagrams, and knows afterwards only that it did.
    private static func sender(_ letters: [[UInt8]], _ choices: Signal<Int>) -> CycledLens<some Any, Sender> {
        CycledLens(startingWith: Sender()) { frames in
            frames.lens(events: choices, label: "choices") { frame, choice in frame.letters.append(letters[choice]) }
            frames.lens(
                driver: SocketDriver<Int>(), label: "sockets",
                frameFilter: { frame in
                    let datagrams = frame.letters.map { Datagram($0, to: .host("bob", port: 7)) }
                    return [.datagrams(0, at: address, output: .init(datagrams, from: frame.sentCount))]
                },
                eventFilter: { frame, event in
                    if case .written(_, let end) = event { (frame.letters, frame.sentCount) = ([], end) }
                })
        }
    }

    private static func receiver() -> CycledLens<some Any, [[UInt8]]> {
        CycledLens(startingWith: []) { frames in
            frames.lens(
                driver: SocketDriver<Int>(), label: "sockets", frameFilter: { _ in [.datagrams(0, at: address)] },
                eventFilter: { heard, event in
                    if case .datagram(_, let bytes, _) = event { heard.append(bytes) }
                })
        }
    }

    @Test(
        "two datagrams whose texts are equal are two states",
        arguments: [
            [[0xFE], [0xFF]], [Array("e\u{301}".utf8), Array("\u{E9}".utf8)],
            [[0xFF], Array("\u{FFFD}".utf8)],
        ] as [[[UInt8]]])
    func datagrams(_ letters: [[UInt8]]) {
        let second = Law<Pair>.always("bob does not hear the second one") { !$0.heard.contains(letters[1]) }
        let scenario = Scenario(second) { world in
            let ann = world.program("ann") { world in
                let (choices, inlet) = Signal<Int>.pipe()
                world.input("choices", [0, 1], atMost: 1) { inlet.send($0) }
                return Self.sender(letters, choices)
            }
            let bob = world.program("bob") { _ in Self.receiver() }
            return Programs(in: world) { Pair(ann: ann.frame, heard: bob.frame) }
        }
        guard case .failure(let failure) = scenario.result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.happenings.count == 2, "\(failure)")
    }

    @Test("bytes are shown as text where they are ASCII, and as digits where other bytes could be the same text")
    func readable() {
        #expect(readableBytes(Array("a \"b\"".utf8)) == #""a \"b\"""#)
        #expect(readableBytes([]) == "\"\"")
        #expect(readableBytes(Array("\u{E9}".utf8)) == "\"\u{E9}\" 0xc3a9")
        #expect(readableBytes([0xFF, 0x01]) == "0xff01")
        let change = Difference(of: Array("one".utf8), and: Array("two".utf8), named: "body")
        #expect(change.description == #"body: "one" -> "two""#)
    }
}

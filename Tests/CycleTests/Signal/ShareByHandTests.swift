import Cycle
import CycleTesting
import Testing

@Suite("Signal.share, run by hand")
struct ShareByHandTests {
    private let loop = Loop()

    init() {
        loop.start(on: VirtualTime())
    }

    @Test("runs its source once for all who listen, until the last of them leaves")
    func runsOnce() {
        var starts = 0
        var stops = 0
        let shared = Signal<Int> { _ in
            starts += 1
            return Subscription { stops += 1 }
        }.share()
        let first = shared.run(in: loop) { _ in }
        let second = shared.run(in: loop) { _ in }
        first.cancel()
        #expect(starts == 1 && stops == 0)
        second.cancel()
        #expect(stops == 1)
    }

    @Test(
        "a listener that comes while a value is passed on misses it; one that leaves does not stop it for those after")
    func comingAndLeavingMeanwhile() {
        var send: (Int) -> Void = { _ in }
        let shared = Signal<Int> { sink in
            send = sink.send
            return Subscription {}
        }.share()
        var got: [String] = []
        var first: Subscription?
        first = shared.run(in: loop) { value in
            got.append("a\(value)")
            first?.cancel()
            _ = shared.run(in: loop) { got.append("c\($0)") }
        }
        _ = shared.run(in: loop) { got.append("b\($0)") }
        send(1)
        send(2)
        #expect(got == ["a1", "b1", "b2", "c2"])
    }

    @Test("ends for all")
    func endsForAll() {
        var end = {}
        let shared = Signal<Int> { sink in
            end = sink.end
            return Subscription {}
        }.share()
        var ended: [String] = []
        _ = shared.run(in: loop, finish: { ended.append("a") }, receive: { _ in })
        _ = shared.run(in: loop, finish: { ended.append("b") }, receive: { _ in })
        end()
        #expect(ended == ["a", "b"])
    }
}

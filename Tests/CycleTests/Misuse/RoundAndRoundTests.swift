import Cycle
import CycleTesting
import Testing

@Suite("A signal that sends to its own source")
struct RoundAndRoundTests {
    private let time = VirtualTime()

    /// Sends the next number to the source whenever one has passed `transform`.
    private func count(to limit: Int, _ transform: @escaping (Int) -> Signal<Int>) -> Int {
        var source: Sink<Int>?
        var count = 0
        let numbers = Signal<Int> { sink in
            source = sink
            sink.send(0)
            return Subscription()
        }
        let loop = Loop { loop in
            numbers.withLatest(from: Signal.just(0)).flatMap(.merge) { number, _ in transform(number) }
                .run(in: loop) { number in
                    count += 1
                    if number < limit { source?.send(number + 1) }
                }
        }
        loop.start(on: time)
        loop.drain()
        source = nil
        loop.stop()
        return count
    }

    @Test("costs each value the same, however often it has gone round", .timeLimit(.minutes(60)))
    func linear() {
        #expect(count(to: 50_000) { .just($0) } == 50_001)
    }

    @Test("depends on all effects that it has passed and that still run", .timeLimit(.minutes(60)))
    func running() {
        // Each of them could be cancelled, and would take along what it has led to.
        let endless = { (number: Int) in
            Signal<Int> { sink in
                sink.send(number)
                return Subscription()
            }
        }
        #expect(count(to: 500, endless) == 501)
    }
}

import Cycle
import CycleTesting
import Testing

@Suite("A source that starts when all behind it is complete")
struct CompleteAtStartTests {
    private let time = VirtualTime()

    /// Runs a signal to its end, or for as long as it goes on by itself.
    private func run<Value>(_ signal: Signal<Value>) -> [Value] {
        var values: [Value] = []
        let loop = Loop()
        loop.start(on: time)
        _ = signal.run(in: loop) { values.append($0) }
        loop.drain()
        loop.stop()
        return values
    }

    /// Emits 1 to 3 at its start, and says whether it was stopped after each.
    private func source(_ write: @escaping (Bool) -> Void = { _ in }) -> Signal<Int> {
        Signal { sink in
            for number in 1...3 {
                sink.send(number)
                write(sink.isStopped)
            }
            return Subscription()
        }
    }

    @Test("emits nothing more, and can see that")
    func custom() {
        var (stopped, seen): ([Bool], [Int]) = ([], [])
        #expect(run(source { stopped.append($0) }.handle { seen.append($0) }.prefix(2)) == [1, 2])
        #expect(seen == [1, 2])
        #expect(stopped == [false, true, true])
    }

    @Test("emits nothing more where it is shared, on either side of that")
    func shared() {
        var (before, after, stopped): ([Int], [Int], [Bool]) = ([], [], [])
        let shared = source { stopped.append($0) }.handle { before.append($0) }.share()
        #expect(run(shared.handle { after.append($0) }.prefix(2)) == [1, 2])
        #expect(before == [1, 2])
        #expect(after == [1, 2])
        #expect(stopped == [false, true, true])
    }

    @Test("goes on where one of those that share it does")
    func sharedByTwo() {
        var seen: [Int] = []
        let shared = source().share()
        let other = Signal<Int> { sink in
            let all = shared.run(inside: sink, finish: {}) { seen.append($0) }
            return Subscription([all, shared.prefix(1).run(inside: sink, receive: sink.send)])
        }
        _ = run(other)
        #expect(seen == [1, 2, 3])
    }

    @Test("starts no other effect", arguments: [FlattenStrategy.merge, .concat, .latest, .first, .race])
    func effects(_ strategy: FlattenStrategy) {
        var started: [Int] = []
        let signal = source().flatMap(strategy) { number in
            started.append(number)
            return Signal<Int> { sink in
                sink.send(number)
                return Subscription()
            }
        }
        #expect(run(signal.prefix(1)) == [1])
        #expect(started == [1])
    }

    @Test("starts no other effect of a want")
    func wants() {
        var started: [Int] = []
        let signal = source().effects(for: { [$0] }, by: { $0 }) { number in
            started.append(number)
            return .just(number)
        }
        #expect(run(signal.prefix(1)) == [1])
        #expect(started == [1])
    }

    @Test("inside of an effect emits nothing more, too")
    func inside() {
        var seen: [Int] = []
        let signal = Signal.just(0).flatMap(.merge) { _ in source().handle { seen.append($0) } }
        #expect(run(signal.prefix(1)) == [1])
        #expect(seen == [1])
    }
}

import Cycle
import CycleTesting
import Testing

@Suite("Samplers")
struct SamplerTests {
    final class Held {
        var sampler: Sampler<Int?>?
        var numbers: [Int?] = []
    }

    let time = VirtualTime()
    let held = Held()

    private func run(_ signal: @escaping (Signal<Int?>) -> Signal<Int?> = { $0 }) -> CycledLens<Signal<Int>, Int> {
        let sampled = Signal<Int?> { [held] sink in
            held.sampler = sink.sampler()
            return Subscription()
        }
        let cycle = CycledLens(startingWith: 0) { [held] frames in
            frames.lens(
                get: { $0 },
                set: { _, _ in
                    signal(sampled).map { number in
                        held.numbers.append(number)
                        return held.numbers.count
                    }
                })
        }
        cycle.start(on: time)
        return cycle
    }

    @Test("the newest value arrives, and those that it replaced are counted")
    func newest() {
        let cycle = run()
        for numbers in [[1, 2, 3], [4], [nil, 5], [6, nil]] {
            for number in numbers { held.sampler?.send(number) }
            cycle.drain()
        }
        #expect(held.numbers == [3, 4, 5, nil])
        #expect(held.sampler?.coalescedCount == 4)
        cycle.stop()
    }

    @Test("the signal ends after its newest value; what is sent later is dropped")
    func ends() {
        let cycle = run()
        for number in 1...2 { held.sampler?.send(number) }
        held.sampler?.end()
        held.sampler?.send(3)
        cycle.drain()
        held.sampler?.send(4)
        #expect(held.numbers.last != 4 && held.numbers.count == 1)
        #expect(cycle.isOver)
        cycle.stop()
    }

    @Test("the last value arrives, also while the value before it is being taken")
    func endsMeanwhile() {
        let cycle = run { [held] values in
            values.handle { number in
                guard number == 1 else { return }
                held.sampler?.send(2)
                held.sampler?.end()
            }
        }
        held.sampler?.send(1)
        cycle.drain()
        #expect(held.numbers == [1, 2])
        #expect(cycle.isOver)
        cycle.stop()
    }

    @Test("without its last sender the signal ends")
    func letGo() {
        let cycle = run()
        held.sampler?.send(1)
        held.sampler = nil
        cycle.drain()
        #expect(held.numbers == [1])
        #expect(cycle.isOver)
        cycle.stop()
    }

    @Test("a signal that was cancelled is silent, and counts no more")
    func cancelled() {
        let cycle = run { $0.prefix(1) }
        held.sampler?.send(1)
        cycle.drain()
        for number in 2...5 { held.sampler?.send(number) }
        cycle.drain()
        #expect(held.numbers == [1])
        #expect(held.sampler?.coalescedCount == 0)
        cycle.stop()
    }
}

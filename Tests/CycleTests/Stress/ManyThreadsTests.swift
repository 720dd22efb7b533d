import Cycle
import CycleTesting
import Testing

/// Run these under the thread sanitizer too: `swift test --sanitize=thread --filter Stress`.
@Suite("Stress: many threads, one loop")
struct ManyThreadsStressTests {
    @Test("8 threads with an inlet each, 100,000 events: none is lost, and each source keeps its order (laws 2 and 3)")
    func manyInlets() async {
        let cycle = CycledLens(startingWith: Tally(sources: 8), comparing: \.total) { frames in
            MutatingLens.zip(
                lens(frames, 0..<1), lens(frames, 1..<2), lens(frames, 2..<3), lens(frames, 3..<4),
                lens(frames, 4..<5), lens(frames, 5..<6), lens(frames, 6..<7), lens(frames, 7..<8))
        }
        let last = await cycle.run(on: VirtualTime())
        #expect(last.total == 800_000)
        #expect(last.newest == Array(repeating: 100_000, count: 8))
        #expect([last.inversionCount, last.duplicateCount, last.gapCount] == [0, 0, 0])
    }

    @Test("4 threads that share an inlet, 250,000 events: nothing lost, duplicated or turned round")
    func oneInlet() async {
        let cycle = CycledLens(startingWith: Tally(sources: 4), comparing: \.total) { frames in
            lens(frames, 0..<4, numberCount: 250_000)
        }
        let last = await cycle.run(on: VirtualTime())
        #expect(last.total == 1_000_000)
        #expect(last.newest == Array(repeating: 250_000, count: 4))
        #expect([last.inversionCount, last.duplicateCount, last.gapCount] == [0, 0, 0])
        print(
            "4 x 250,000 events: lost \(1_000_000 - last.total), duplicated \(last.duplicateCount),",
            "inversions \(last.inversionCount)")
    }

    @Test("a loop that falls asleep between any two events misses none")
    func pingPong() async {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                get: { $0 },
                set: { numbers, frames in
                    // Each number is answered from another thread: the loop has nothing to do meanwhile.
                    let asked = numbers.flatMap(.latest) { number in
                        Signal<Int>.task { number + 1 }
                    }
                    return asked.prefix(20_000)
                })
        }
        let last = await cycle.run(on: VirtualTime())
        #expect(last == 20_000)
    }

    private func lens(
        _ frames: Signal<Tally>, _ sources: Range<Int>, numberCount: Int = 100_000
    ) -> MutatingLens<Signal<Tally>, Producer> {
        frames.lens(
            driver: Producer(sources: sources, numberCount: numberCount), frameFilter: { _ in 0 },
            eventFilter: { $0.add($1) })
    }
}

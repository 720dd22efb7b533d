import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("The book: concurrency")
struct ConcurrencyTests {
    struct Count: Equatable, Sendable {
        var total = 0
    }

    @MainActor
    func runOnMainActor(_ cycle: CycledLens<some Any, Count>) async -> Count {
        await cycle.run(until: { $0.total == 2 })
    }

    actor Counter {
        private let cycle: CycledLens<Signal<Int>, Count>
        private let inlet: Inlet<Int>

        init() {
            let (numbers, inlet) = Signal<Int>.pipe()
            self.inlet = inlet
            cycle = CycledLens(startingWith: Count()) { frames in
                frames.lens(events: numbers, label: "numbers") { count, number in count.total += number }
            }
        }

        nonisolated func send(_ number: Int) { inlet.send(number) }
        nonisolated func end() { inlet.end() }
        func run() async -> Count { await cycle.run() }
    }

    @Test("a filter runs where run was called")
    @MainActor
    func isolation() async {
        let cycle = CycledLens(startingWith: Count()) { frames in
            frames.lens(events: Signal.from([1, 1]), label: "numbers") { count, number in
                MainActor.assertIsolated()
                count.total += number
            }
        }
        #expect(await runOnMainActor(cycle) == Count(total: 2))
    }

    @Test("nothing that eight threads send is lost")
    func threads() async {
        let counter = Counter()
        async let last = counter.run()
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...8 {
                group.addTask { for _ in 1...1_000 { counter.send(1) } }
            }
        }
        counter.end()
        #expect(await last == Count(total: 8_000))
    }

    @Test("a task elsewhere reads the frames")
    func reading() async {
        let (numbers, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: Count()) { frames in
            frames.lens(events: numbers, label: "numbers") { count, number in count.total += number }
        }
        let totals = cycle.values(buffering: .unbounded)
        let reader = Task { await totals.reduce(into: []) { $0.append($1.total) } }
        inlet.send(1)
        inlet.send(2)
        inlet.end()
        await cycle.run()
        #expect(await reader.value == [0, 1, 3])
    }
}

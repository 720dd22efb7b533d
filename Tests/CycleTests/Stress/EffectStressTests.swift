import Cycle
import CycleTesting
import Testing

@Suite("Stress: effects that take turns, and threads beside them")
struct EffectStressTests {
    /// How many events there were, by what they came from.
    struct Counts: Equatable {
        var posted = 0
        var answered = 0
        var inversionCount = 0
        var newest = Array(repeating: 0, count: 4)
    }

    /// Answers each number from a task of its own.
    struct Answering: Driver {
        let strategy: FlattenStrategy

        func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Int> {
            model.filter { $0 > 0 }.flatMap(strategy) { number in .task { number } }
        }
    }

    @Test(
        "each of 20,000 posts and of their effects is one turn, one at a time",
        arguments: [FlattenStrategy.merge, .concat, .concurrent(3)])
    func everyEffect(strategy: FlattenStrategy) async {
        let cycle = CycledLens(startingWith: Counts()) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: Producer(sources: 0..<4, numberCount: 5_000), frameFilter: { _ in 0 },
                    eventFilter: { frame, event in
                        frame.posted += 1
                        if event.number != frame.newest[event.source] + 1 { frame.inversionCount += 1 }
                        frame.newest[event.source] = event.number
                    }),
                frames.lens(
                    driver: Answering(strategy: strategy), frameFilter: \.posted,
                    eventFilter: { frame, _ in frame.answered += 1 }))
        }
        let last = await cycle.run(on: VirtualTime())
        #expect(last.posted == 20_000)
        #expect(last.answered == 20_000)
        #expect(last.inversionCount == 0)
    }

    @Test("a run that is cancelled while effects take its turns ends, and nothing happens afterwards")
    func cancelled() async {
        for _ in 0..<200 {
            let run = Task {
                let cycle = CycledLens(startingWith: 1) { frames in
                    frames.lens(
                        driver: Answering(strategy: .latest), frameFilter: { $0 }, eventFilter: { $0 += $1 & 1 + 1 })
                }
                let last = await cycle.run(on: VirtualTime())
                return (last, cycle.frame)
            }
            run.cancel()
            let (last, frame) = await run.value
            #expect(last == frame)
        }
    }
}

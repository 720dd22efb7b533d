import Cycle
import CycleTesting
import Testing

@Suite("Signal.prefix, of effects")
struct PrefixOfEffectsTests {
    @Test(
        "the last of the values arrives although its source is cancelled with it",
        arguments: [FlattenStrategy.latest, .merge, .concat])
    func lastArrives(_ strategy: FlattenStrategy) async {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                get: { $0 },
                set: { numbers, _ in numbers.flatMap(strategy) { .just($0 + 1) }.prefix(3) })
        }
        let last = await cycle.run(on: VirtualTime())
        #expect(last == 3)
    }

    @Test("a value that waits is dropped when what the prefix runs in is cancelled")
    func cancelledFromOutside() async {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                get: { $0 },
                set: { numbers, _ in
                    numbers.prefix(2).flatMap(.latest) { number in
                        // Of what the first frame leads to, only what is applied before the second frame counts.
                        Signal.from([number + 1, number + 10]).flatMap(.merge) { .just($0) }.prefix(2)
                    }
                })
        }
        let last = await cycle.run(on: VirtualTime())
        #expect(last == 11)
    }
}

@Suite("Signal.prefix, of values that wait")
struct PrefixOfWaitingTests {
    @Test("all of the first values arrive, although their source is cancelled while they wait")
    func allArrive() async {
        var seen: [Int] = []
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                get: { $0 },
                set: { _, _ in
                    let numbers = Signal<Int> { sink in
                        for number in 1...5 { sink.send(number) }
                        return Subscription()
                    }
                    return Signal.just(()).flatMap(.latest) { numbers }.prefix(3)
                })
        }
        let watching = cycle.observeMoments { seen.append($0.effect) }
        await cycle.run(on: VirtualTime())
        watching.cancel()
        #expect(seen == [0, 1, 2, 3])
    }
}

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

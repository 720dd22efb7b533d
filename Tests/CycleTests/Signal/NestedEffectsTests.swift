import Cycle
import CycleTesting
import Testing

@Suite("Effects inside of effects")
struct NestedEffectsTests {
    /// Runs what `effects` makes of the frames; what it emits is the next frame.
    private func last(_ effects: @escaping (Signal<Int>) -> Signal<Int>) async -> Int {
        await CycledLens(startingWith: 0) { frames in
            frames.lens(get: { $0 }, set: { numbers, _ in effects(numbers) })
        }.run(on: VirtualTime())
    }

    /// In answer to 0 a good number and a bad one, which waits for its turn when the good one is applied.
    private static func answers(_ number: Int) -> Signal<Int> {
        Signal { sink in
            // It does not end: what has ended delivers all it emitted.
            if number == 0 { for answer in [1, 666] { sink.send(answer) } }
            return Subscription()
        }
    }

    @Test("waiting values of a want that has changed are silent (law 6)")
    func changedWant() async {
        let last = await last { numbers in
            numbers.effects(for: { [$0] }, by: { _ in "only" }) { NestedEffectsTests.answers($0) }
        }
        #expect(last == 1)
    }

    @Test("waiting values of an effect that another has replaced are silent, however deep (law 6)")
    func replaced() async {
        let last = await last { numbers in
            Signal.just(()).flatMap(.merge) { numbers.flatMap(.latest) { NestedEffectsTests.answers($0) } }
        }
        #expect(last == 1)
    }
}

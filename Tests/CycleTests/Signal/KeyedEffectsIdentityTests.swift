import Cycle
import CycleTesting
import Testing

@Suite("Signal.effects, identities and ends")
struct KeyedEffectsIdentityTests {
    struct Want: Equatable {
        let id: Int
        let name: String
    }

    let time = VirtualTime()

    private func effects(_ models: Signal<[Want]>) -> Signal<String> {
        models.effects(for: { $0 }, by: \.id) { want in
            time.signal("-x|").map { _ in want.name }
        }
    }

    @Test("of two wants with one identity the first counts, also when they come for the first time")
    func firstCounts() {
        let wants = [Want(id: 1, name: "a"), Want(id: 1, name: "b"), Want(id: 2, name: "c")]
        #expect(time.timeline(of: effects(.just(wants)), steps: 2) == "-(ac)")
    }

    @Test("ends when its source and the last effect have ended")
    func ends() {
        #expect(time.timeline(of: effects(.just([Want(id: 1, name: "a")])), steps: 4) == "-a|-")
    }
}

@Suite("Signal.effects, memory")
struct KeyedEffectsMemoryTests {
    final class Token {}

    @Test("an effect that has ended holds nothing that it used")
    func letsGo() {
        let time = VirtualTime()
        weak var used: Token?
        let models = Signal<Int>.just(1)
        let events = models.effects(for: { [$0] }, by: { $0 }) { (_: Int, want: Signal<Int>) -> Signal<Int> in
            let token = Token()
            used = token
            return Signal { sink in
                want.run(inside: sink) { value in
                    withExtendedLifetime(token) { sink.send(value) }
                    sink.end()
                }
            }
        }
        #expect(time.timeline(of: events, steps: 2) == "(1|)-")
        #expect(used == nil)
    }
}

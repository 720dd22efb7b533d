import Cycle
import CycleDrivers
import CycleExplore
import CycleFeedback
import CycleHarvest
import Testing

/// The input of an effect, and a value that waits for a place in a queue, are parts of the state: programs that use
/// both are right.
@Suite("The knowledge of an effect is no hidden memory")
struct WaitingTests {
    private struct Typed: Hashable {
        var text = ""
        var shown = ""
    }

    @Test("a value that waits behind another one in flatMap")
    func concat() throws {
        let seen = try explore(Law<Typed>.atRest("the last is shown last") { $0.text == $0.shown }) { world in
            world.console.keys("abc", atMost: 3)
            let calls = world.calls
            return CycledLens(startingWith: Typed()) { frames in
                frames.keys { $0.text = String($1) }
                frames.lens(
                    driver: Planted.Asking(strategy: .concat) { await calls.answer("server", $0, from: [$0]) },
                    label: "server", frameFilter: \.text, eventFilter: { $0.shown = $1 })
            }
        }
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("a call that begins after a power cut, while the effect from before it has not ended")
    func powerCut() throws {
        var bounds = Bounds()
        (bounds.powerCuts, bounds.comparedJoins) = (1, 1)
        let seen = try explore(Law<Typed>.always("any is shown") { _ in true }, bounds: bounds) { world in
            world.console.keys("a", atMost: 2)
            let calls = world.calls
            return CycledLens(startingWith: Typed(text: "a")) { frames in
                frames.keys { $0.text = String($1) }
                frames.lens(
                    driver: Planted.Asking(strategy: .latest) { await calls.answer("server", $0, from: [$0]) },
                    label: "server", frameFilter: \.text, eventFilter: { $0.shown = $1 })
            }
        }
        #expect(seen.isComplete, "\(seen)")
    }

    private struct Saving: Hashable, Sendable {
        enum Input: Hashable, Sendable { case save(Int), saved(Int) }
        var pendingCount = 0
        var saved = 0
    }

    private enum Queue: EffectQueueProtocol {
        case serial, slow
        var flattenStrategy: FlattenStrategy { self == .serial ? .concat : .merge }
        var effectQueueDelay: EffectQueueDelay { self == .serial ? .none : .constant(.seconds(1)) }
        static var defaultEffectQueue: Queue { .serial }
    }

    private func saver(_ world: World, _ queue: Queue) -> Harvester<Saving.Input, Saving> {
        let calls = world.calls
        let mapping = Harvester<Saving.Input, Saving>.EffectMapping<Queue, Never> { input, state in
            var state = state
            switch input {
            case .save(let number):
                state.pendingCount += 1
                let saving = Signal<Saving.Input>.task {
                    await calls.answer("disk", "save \(number)", from: [.saved(number)])
                }
                return (state, Effect(saving, queue: queue))
            case .saved(let number):
                state.saved = number
                state.pendingCount -= 1
                return (state, .empty)
            }
        }
        let saver = Harvester<Saving.Input, Saving>(state: Saving(), mapping: mapping)
        world.input("user", [.save(1), .save(2)] as [Saving.Input], atMost: 2) { saver.send($0) }
        return saver
    }

    @Test("an effect that waits in a serial queue, and one that waits for a delay", arguments: [0, 1])
    func queued(_ place: Int) throws {
        let seen = try explore(Law<Saving>.atRest("all are saved") { $0.pendingCount == 0 }) { world in
            saver(world, [.serial, .slow][place])
        }
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("two effects that ask the same and do not do the same with the answer")
    func alike() throws {
        let seen = try explore(Law<Typed>.always("one of two") { $0.shown.count <= 1 }) { world in
            world.console.keys("ab", atMost: 2)
            let calls = world.calls
            return CycledLens(startingWith: Typed()) { frames in
                frames.keys { $0.text = String($1) }
                frames.lens(
                    driver: Planted.Asking(strategy: .merge) { text in
                        _ = await calls.answer("server", "what", from: ["that"])
                        return text
                    }, label: "server", frameFilter: \.text, eventFilter: { $0.shown = $1 })
            }
        }
        #expect(seen.isComplete, "\(seen)")
    }

    private struct Asked: Hashable {
        enum Event: Hashable, Sendable { case ask(String), answered(String) }
        var isAsking = false
        var answer = ""
    }

    @Test(
        "the payload of an event that the state does not keep",
        arguments: [FlattenStrategy.latest, .merge, .concat, .concurrent(2), .first, .race])
    func payload(_ strategy: FlattenStrategy) throws {
        let seen = try explore(Law<Asked>.always("an answer is one of two") { $0.answer.count <= 1 }) { world in
            let calls = world.calls
            let asking = Feedback<Asked, Asked.Event>(
                event: { if case .ask(let text) = $0 { text } else { nil } }, strategy
            ) { (text: String) in
                .task { .answered(await calls.answer("server", text, from: [text])) }
            }
            let store = Store(
                initial: Asked(),
                reduce: { (state: inout Asked, event: Asked.Event) in
                    switch event {
                    case .ask: state.isAsking = true
                    case .answered(let text): (state.isAsking, state.answer) = (false, text)
                    }
                }, feedbacks: [asking])
            world.input("user", [.ask("a"), .ask("b")] as [Asked.Event], atMost: 3) { store.send($0) }
            return store
        }
        #expect(seen.isComplete, "\(seen)")
    }
}

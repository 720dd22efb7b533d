import Cycle
import CycleFeedback
import CycleHarvest
import CycleMachine
import CycleTesting
import TestSupport
import Testing

@Suite("Law 9: a machine that answers itself for ever is stopped with an error that names it")
struct AnswerLimitTests {
    /// Runs a machine in a loop with a low limit.
    private static func run(_ machine: some Machine<Int>) {
        let cycle = CycledLens(startingWith: 0, answerLimit: 1_000) { frames in
            frames.lens(machine: machine) { _, _ in }
        }
        cycle.start(on: VirtualTime())
        cycle.drain()
    }

    private final class Chatterbox: FeedbackLoop<Int, Int, Int> {
        init() {
            super.init(
                initial: 0, reduce: { $0 = $1 }, feedbacks: [.everyState { .just($0 &+ 1) }], actionTransformer: { $0 })
        }
    }

    @Test("a store whose feedback answers every state", .waiting)
    func store() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.run(Store<Int, Int>(initial: 0, reduce: { $0 = $1 }, feedbacks: [.everyState { .just($0 &+ 1) }]))
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("Store<Int, Int> answers"))
    }

    @Test("a class of its own of a feedback loop", .waiting)
    func feedbackLoop() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.run(Chatterbox())
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("Chatterbox answers"))
    }

    @Test("a harvester whose effects lead to the next input", .waiting)
    func harvester() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let mapping = Harvester<Int, Int>.EffectMapping<BasicEffectQueue, Never> { input, _ in
                (input, Signal.just(input &+ 1).toEffect())
            }
            let harvester = Harvester(state: 0, mapping: mapping)
            harvester.send(1)
            Self.run(harvester)
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("Harvester<Int, Int> answers"))
    }

    @Test("a store whose observer sends by hand", .waiting)
    func observer() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = Store<Int, Int>(initial: 0, reduce: { $0 = $1 })
            store.observe { [unowned store] state in store.send(state &+ 1) }
            Self.run(store)
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("Store<Int, Int> answers"))
    }

    @Test("an event that comes from outside again and again is no answer")
    func outside() {
        let store = Store<Int, Int>(
            initial: 0, reduce: { $0 = $1 }, feedbacks: [.everyState { $0 % 10 == 0 ? .empty : .just($0 &+ 1) }])
        let cycle = CycledLens(startingWith: 0, answerLimit: 30) { frames in
            frames.lens(machine: store) { frame, state in frame = state }
        }
        cycle.start(on: VirtualTime())
        for number in 1...200 { store.send(number * 10 + 1) }
        #expect(cycle.frame == 2_010)
        cycle.stop()
    }
}

import Cycle
import CycleHarvest
import CycleTesting
import Testing

@Suite("Harvester: effect queues")
struct EffectQueueTests {
    /// Sends a, b and c, one step apart; each answers after two and after four steps.
    private func answers(in lane: Lane, _ inputs: [String] = ["a", "b", "c"]) -> String {
        let time = VirtualTime()
        let machine = Answering(
            Dictionary(uniqueKeysWithValues: inputs.map { ($0, Effect(time.twice($0), queue: lane)) }))
        machine.play(inputs)
        return machine.answers
    }

    @Test(
        "a flatten strategy decides what becomes of the effects that run",
        arguments: [
            (FlattenStrategy.merge, "a1@2 b1@3 a2@4 c1@4 b2@5 c2@6"),
            (.latest, "c1@4 c2@6"),
            (.concat, "a1@2 a2@4 b1@6 b2@8 c1@10 c2@12"),
            (.concurrent(1), "a1@2 a2@4 b1@6 b2@8 c1@10 c2@12"),
            (.concurrent(2), "a1@2 b1@3 a2@4 b2@5 c1@6 c2@8"),
            (.first, "a1@2 a2@4"),
            (.race, "a1@2 a2@4"),
        ])
    func strategies(_ strategy: FlattenStrategy, _ expected: String) {
        #expect(answers(in: .flattened(strategy)) == expected)
    }

    @Test(
        "a policy keeps the newest or the oldest, and drops or suspends the others",
        arguments: [
            (EffectQueuePolicy.unlimited, "a1@2 b1@3 a2@4 c1@4 b2@5 c2@6"),
            (.runNewest(maxCount: 2), "a1@2 b1@3 c1@4 b2@5 c2@6"),
            (.runNewest(maxCount: 1), "c1@4 c2@6"),
            (.runOldest(maxCount: 2, .discardNew), "a1@2 b1@3 a2@4 b2@5"),
            (.runOldest(maxCount: 2, .suspendNew), "a1@2 b1@3 a2@4 b2@5 c1@6 c2@8"),
        ])
    func policies(_ policy: EffectQueuePolicy, _ expected: String) {
        #expect(answers(in: .ruled(policy)) == expected)
    }

    @Test("first starts again once the one that ran has ended")
    func firstStartsAgain() {
        let time = VirtualTime()
        let lane = Lane.flattened(.first)
        let machine = Answering(["a": Effect(time.twice("a"), queue: lane), "c": Effect(time.twice("c"), queue: lane)])
        machine.play(["a", "", "", "", "", "c"])
        #expect(machine.answers == "a1@2 a2@4 c1@7 c2@9")
    }

    @Test("a race is won by who gives an input or ends first, and there is another one when the winner has ended")
    func race() {
        let time = VirtualTime()
        let lane = Lane.flattened(.race)
        let machine = Answering([
            "a": Effect(time.twice("a"), queue: lane), "n": Effect(Signal<String>.never, queue: lane),
            "e": Effect(Signal<String>.empty, queue: lane), "c": Effect(time.twice("c"), queue: lane),
        ])
        machine.play(["n", "a", "", "", "", "", "c", "e", "a"])
        #expect(machine.answers == "a1@3 a2@5 a1@10 a2@12")
    }

    @Test("queues do not affect one another, whatever their strategies")
    func queuesAreApart() {
        let time = VirtualTime()
        let machine = Answering([
            "a": Effect(time.twice("a"), queue: .flattened(.latest)),
            "b": Effect(time.twice("b"), queue: .flattened(.concat)),
            "c": Effect(time.twice("c"), queue: .flattened(.latest)),
        ])
        machine.play(["a", "b", "c"])
        #expect(machine.answers == "a1@2 b1@3 c1@4 b2@5 c2@6")
    }

    @Test("an effect without a queue runs in the default one")
    func defaultQueue() {
        enum Only: EffectQueueProtocol {
            case one
            var flattenStrategy: FlattenStrategy { .latest }
            static var defaultEffectQueue: Only { .one }
        }
        let time = VirtualTime()
        let harvester = Harvester<String, [String]>(
            state: [],
            mapping: Harvester<String, [String]>.EffectMapping<Only, Never> { input, state in
                (state + [input], input.count == 1 ? Effect(time.twice(input)) : .empty)
            }, scheduler: time)
        time.drive(harvester)
        harvester.send("a")
        harvester.send("b")
        time.advance(steps: 9)
        #expect(harvester.state == ["a", "b", "b1", "b2"])
    }

    @Test("a suspended effect can be cancelled before it starts, and its place goes to the next")
    func cancelsSuspended() {
        let time = VirtualTime()
        let lane = Lane.ruled(.runOldest(maxCount: 1, .suspendNew))
        let machine = Answering([
            "a": Effect(time.twice("a"), queue: lane, id: "a"), "b": Effect(time.twice("b"), queue: lane, id: "b"),
            "c": Effect(time.twice("c"), queue: lane, id: "c"), "stop b": .cancel("b"),
            "stop all": .cancel { _ in true },
        ])
        machine.play(["a", "b", "c", "stop b"])
        #expect(machine.answers == "a1@2 a2@4 c1@6 c2@8")
        machine.play(["a", "b", "c", "stop all"])
        #expect(machine.answers.hasSuffix("c2@8 a1@35"))
        #expect(machine.time.armedCount == 0)
    }

    @Test("effects that end at once follow one another in a concat queue, 20,000 of them, without growing the stack")
    func longQueue() {
        let lane = Lane.flattened(.concat)
        let many = Effect.combine((0..<20_000).map { _ in Answering.Answer(.just("x"), queue: lane) })
        let machine = Answering(["a": Effect(.just("go"), queue: .plain), "go": many])
        machine.send("a")
        #expect(machine.harvester.state == 20_002)
    }

    @Test("a place is free again however its effect ended")
    func placesAreFreed() {
        let time = VirtualTime()
        let lane = Lane.ruled(.runOldest(maxCount: 1, .discardNew))
        let machine = Answering([
            "empty": Effect(.empty, queue: lane), "cancelled": Effect(.never, queue: lane, id: "x"),
            "stop": .cancel("x"),
            "a": Effect(time.twice("a"), queue: lane),
        ])
        machine.play(["empty", "cancelled", "stop", "a"])
        #expect(machine.answers == "a1@5 a2@7")
    }
}

@Suite("Harvester: delays of effect queues")
struct EffectQueueDelayTests {
    private func starts(_ policy: EffectQueuePolicy, _ delay: EffectQueueDelay, _ inputs: [String]) -> String {
        let lane = Lane.delayed(policy, delay)
        let named = Set(inputs).filter { !$0.isEmpty && $0 != "stop" }
        var answers = Dictionary(
            uniqueKeysWithValues: named.map { ($0, Answering.Answer(.just("\($0)1"), queue: lane, id: $0)) })
        answers["stop"] = .cancel("b")
        let machine = Answering(answers)
        machine.play(inputs, thenFor: 100)
        #expect(machine.time.armedCount == 0)
        return machine.answers
    }

    @Test("the first starts at once, each later one no sooner than the delay after the start before it")
    func constant() {
        #expect(starts(.unlimited, .constant(.seconds(3)), ["a", "b", "c"]) == "a1@0 b1@3 c1@6")
        #expect(starts(.unlimited, .constant(.seconds(3)), ["a", "", "", "", "b", "c"]) == "a1@0 b1@4 c1@7")
    }

    @Test("an effect cancelled while it is delayed never starts, and the next one takes its time")
    func cancelledWhileDelayed() {
        #expect(starts(.unlimited, .constant(.seconds(4)), ["a", "b", "c", "stop"]) == "a1@0 c1@4")
        #expect(starts(.unlimited, .constant(.seconds(4)), ["a", "b", "stop"]) == "a1@0")
    }

    @Test("a newer effect replaces a delayed one under the policy that keeps the newest")
    func newestReplacesDelayed() {
        #expect(starts(.runNewest(maxCount: 1), .constant(.seconds(4)), ["a", "b", "c"]) == "a1@0 c1@4")
    }

    @Test("a delayed effect has a place: what comes meanwhile is dropped under the policy that keeps the oldest")
    func delayedHasPlace() {
        #expect(
            starts(.runOldest(maxCount: 1, .discardNew), .constant(.seconds(4)), ["a", "b", "c", "", "", "", "d"])
                == "a1@0 b1@4 d1@8")
    }

    @Test("random delays stay in their range, and are the same for the same seed", arguments: [1, 7, 42] as [UInt64])
    func random(seed: UInt64) {
        let delay = EffectQueueDelay.random(.seconds(2)...(.seconds(5)), seed: seed)
        let inputs = ["a", "b", "c", "d", "e"]
        let first = starts(.unlimited, delay, inputs)
        #expect(first == starts(.unlimited, delay, inputs), "seed \(seed)")
        let steps = first.split(separator: " ").compactMap { $0.split(separator: "@").last.flatMap { Int($0) } }
        #expect(steps.count == 5, "seed \(seed)")
        for (before, after) in zip(steps, steps.dropFirst()) {
            #expect((1...6).contains(after - before), "seed \(seed)")
        }
    }

    @Test("another seed gives other delays")
    func seedsDiffer() {
        let results = (0..<8).map { seed in
            starts(.unlimited, .random(.seconds(1)...(.seconds(9)), seed: seed), ["a", "b", "c", "d"])
        }
        #expect(Set(results).count > 1)
    }
}

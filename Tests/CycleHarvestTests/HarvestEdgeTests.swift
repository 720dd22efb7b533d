import Cycle
import CycleHarvest
import CycleTesting
import TestSupport
import Testing

/// Counts and durations of queues may come from data: each means what the nearest sensible one does.
@Suite("Harvester: queues with any number")
struct HarvestEdgeTests {
    private static let counts = [Int.min, -1, 0, 1, 2, 3, .max - 1, .max]
    private static let durations: [Duration] = [
        .init(attoseconds: .min), .seconds(Int64.min), .seconds(-1), .zero, .init(attoseconds: 1), .nanoseconds(1),
        .seconds(1), .seconds(Int64.max), .init(attoseconds: .max),
    ]

    /// A queue, and one of sensible numbers that does the same for half a minute.
    private static func lanes(_ random: inout SplitMix) -> (Lane, Lane) {
        func pick<Element>(_ elements: [Element]) -> Element { elements[Int(random.next() % UInt64(elements.count))] }
        func limited(_ time: Duration) -> Duration { min(max(time, .zero), .seconds(1_000_000)) }
        let count = pick(counts)
        let sensible = min(max(count, 1), 100)
        if random.next() % 4 == 0 { return (.flattened(.concurrent(count)), .flattened(.concurrent(sensible))) }
        let (policy, same): (EffectQueuePolicy, EffectQueuePolicy) = pick([
            (.unlimited, .unlimited), (.race, .race), (.runNewest(maxCount: count), .runNewest(maxCount: sensible)),
            (.runOldest(maxCount: count, .discardNew), .runOldest(maxCount: sensible, .discardNew)),
            (.runOldest(maxCount: count, .suspendNew), .runOldest(maxCount: sensible, .suspendNew)),
        ])
        let (one, other, seed) = (pick(durations), pick(durations), random.next())
        let (least, most) = (min(one, other), max(one, other))
        let (delay, sameDelay): (EffectQueueDelay, EffectQueueDelay) = pick([
            (.none, .none), (.constant(one), .constant(limited(one))),
            (.random(least...most, seed: seed), .random(limited(least)...limited(most), seed: seed)),
        ])
        return (.delayed(policy, delay), .delayed(same, sameDelay))
    }

    private static func answers(in lane: Lane) -> String {
        let time = VirtualTime()
        let inputs = ["a", "b", "c", "d"]
        let machine = Answering(
            Dictionary(uniqueKeysWithValues: inputs.map { ($0, Effect(time.twice($0), queue: lane)) }))
        machine.play(inputs)
        return machine.answers
    }

    @Test("a count below one means one, a duration below zero means none, and a very long one keeps all others waiting")
    func anyNumber() {
        for seed in Seeds(200) {
            var random = SplitMix(seed: seed)
            let (lane, same) = Self.lanes(&random)
            #expect(Self.answers(in: lane) == Self.answers(in: same), "seed \(seed): \(lane)")
        }
    }
}

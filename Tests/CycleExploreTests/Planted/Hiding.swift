import Cycle
import CycleDrivers
import CycleExplore
import CycleFeedback
import CycleHarvest
import CycleTesting
import Synchronization

/// Memory beside the frame where strangers put it: in operators, in objects, in machines.
extension Planted {
    static let hiding: [Planted] = [
        compared, latest, sampled, captured, reducing, counting, mapping, remembering,
    ]

    private static let hidden = "nothing is remembered beside the frame"

    private struct Typed: Hashable {
        var text = ""
        var before = ""
    }

    /// Keys as a driver makes others of them.
    private struct Made: Driver, StandIn {
        let keys: ScriptedDriver<Bool, Character>
        let make: (Signal<Character>) -> Signal<String>

        func eventsCapturedAfterRendering(model: Signal<Bool>) -> Signal<String> {
            make(keys.eventsCapturedAfterRendering(model: model))
        }
    }

    private static func typing(
        _ world: World, _ make: @escaping (Signal<Character>) -> Signal<String>
    ) -> CycledLens<some Any, Typed> {
        let keys = ScriptedDriver<Bool, Character>()
        world.events("keys", of: keys, from: ["a", "b"], atMost: 4)
        return CycledLens(startingWith: Typed()) { frames in
            frames.lens(driver: Made(keys: keys, make: make), label: "keys", frameFilter: { _ in true }) {
                $0.text = $1
            }
        }
    }

    static let compared = Planted("memory in combinePrevious", finds: hidden) { hasBug in
        try seek(Law<Typed>.always("short") { $0.text.count < 3 }) { world in
            typing(world) { keys in
                hasBug
                    ? keys.combinePrevious().map { $0.0 == $0.1 ? "same" : "" }.map { String($0.prefix(1)) }
                    : keys.map { String($0) }
            }
        }
    }

    static let latest = Planted("memory in withLatest", finds: hidden) { hasBug in
        try seek(Law<Typed>.always("short") { $0.text.count < 3 }) { world in
            typing(world) { keys in
                let shared = keys.share()
                let letters = shared.filter { $0 == "a" }.scan(0) { count, _ in 1 - count }
                return hasBug
                    ? shared.filter { $0 == "b" }.withLatest(from: letters).map { "\($0.1)" } : keys.map { String($0) }
            }
        }
    }

    static let sampled = Planted("memory in sample", finds: hidden) { hasBug in
        try seek(Law<Typed>.always("short") { $0.text.count < 3 }) { world in
            typing(world) { keys in
                hasBug ? keys.map { String($0) }.sample(every: .seconds(1)) : keys.map { String($0) }
            }
        }
    }

    private final class Seen: @unchecked Sendable {
        var keys: Set<Character> = []
        var count = 0
    }

    static let captured = Planted("memory in an object that a closure holds", finds: hidden) { hasBug in
        try seek(Law<Typed>.always("short") { $0.text.count < 3 }) { world in
            world.console.keys("ab", atMost: 3)
            let seen = Seen()
            return CycledLens(startingWith: Typed()) { frames in
                frames.keys { frame, key in
                    if hasBug {
                        frame.text = seen.keys.insert(key).inserted ? "" : "!"
                    } else {
                        frame.text = frame.before.contains(key) ? "!" : ""
                        if frame.text.isEmpty { frame.before.append(key) }
                    }
                }
            }
        }
    }

    private struct Score: Hashable {
        var points = 0
        var tries = 0
    }

    /// A reducer counts beside its state.
    static let reducing = Planted("memory beside a store", finds: hidden) { hasBug in
        try seek(Law<Score>.always("few") { $0.points < 9 }) { world in
            let seen = Seen()
            let store = Store(
                initial: Score(),
                reduce: { (score: inout Score, isHit: Bool) in
                    seen.count += 1
                    score.tries = (score.tries + 1) % 3
                    score.points = isHit && (hasBug ? seen.count / 2 : score.tries) % 3 == 0 ? 1 : 0
                })
            world.input("user", [true, false], atMost: 4) { store.send($0) }
            return store
        }
    }

    private final class Counting: FeedbackLoop<Score, Bool, Bool> {
        init(_ seen: Seen, hasBug: Bool) {
            super.init(
                initial: Score(),
                reduce: { score, isHit in
                    seen.count += 1
                    score.tries = (score.tries + 1) % 2
                    score.points = (hasBug ? seen.count / 3 : score.tries) + (isHit ? 1 : 0)
                }, actionTransformer: { $0 })
        }
    }

    static let counting = Planted("memory beside a feedback loop", finds: hidden) { hasBug in
        try seek(Law<Score>.always("few") { $0.points < 9 }) { world in
            let loop = Counting(Seen(), hasBug: hasBug)
            world.input("user", [true, false], atMost: 4) { loop.send(action: $0) }
            return loop
        }
    }

    private enum Move: Hashable, Sendable { case push, reset }

    static let mapping = Planted("memory beside a harvester", finds: hidden) { hasBug in
        try seek(Law<Int>.always("small") { $0 < 9 }) { world in
            let seen = Seen()
            let mapping = Harvester<Move, Int>.EffectMapping<BasicEffectQueue, Never> { move, count in
                seen.count += 1
                if move == .reset { return (0, .empty) }
                return hasBug && seen.count > 2 ? nil : ((count + 1) % 3, .empty)
            }
            let machine = Harvester<Move, Int>(state: 0, mapping: mapping)
            world.input("user", [Move.push, .reset], atMost: 4) { machine.send($0) }
            return machine
        }
    }

    /// An effect that knows how often it was started.
    static let remembering = Planted("memory in an effect", finds: hidden) { hasBug in
        try seek(Law<Typed>.always("short") { $0.text.count < 3 }) { world in
            world.console.keys("ab", atMost: 3)
            let (calls, count) = (world.calls, Count())
            return CycledLens(startingWith: Typed()) { frames in
                frames.keys { $0.text = String($1) }
                frames.lens(
                    driver: Asking(strategy: .latest) { text in
                        let answer = await calls.answer("server", text, from: [text])
                        return hasBug && count.next() > 1 ? "" : answer
                    }, label: "server", frameFilter: \.text, eventFilter: { $0.before = $1 })
            }
        }
    }

    private final class Count: Sendable {
        private let count = Atomic(0)
        func next() -> Int { count.add(1, ordering: .relaxed).newValue }
    }
}

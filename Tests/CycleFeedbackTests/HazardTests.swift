import Cycle
import CycleFeedback
import CycleTesting
import Testing

/// The known bugs of the originals, none of which is here. The numbers are those of the survey of the peers.
@Suite("Hazards of the feedback frameworks")
struct HazardTests {
    private let diary = Diary()

    @Test("H12: reading, observing and starting from inside a state callback neither deadlocks nor misses a state")
    func startsInsideCallback() {
        let trial = Trial()
        var seen: [String] = []
        var inner: [Subscription] = []
        let outer = trial.store.state.observe { state in
            guard state == "ia", inner.isEmpty else { return }
            trial.store.start()
            inner.append(trial.store.observe { seen.append("\(state) \($0)") })
        }
        trial.send("a", "b")
        outer.cancel()
        #expect(seen == ["ia ia", "ia iab"])
    }

    @Test("H13: what is sent from inside a state callback or a reducer waits its turn, a hundred thousand times over")
    func reentrantSend() {
        var store: Store<Int, Int>?
        var depth = 0
        var deepest = 0
        let counting = Store<Int, Int>(
            initial: 0,
            reduce: { count, step in
                count += step
                if count == 5 { store?.send(1) }
            })
        store = counting
        let watching = counting.state.observe { count in
            depth += 1
            deepest = max(deepest, depth)
            if count < 100_000, count != 5 { counting.send(1) }
            depth -= 1
        }
        counting.start()
        watching.cancel()
        store = nil
        #expect(counting.state.value == 100_000)
        #expect(deepest == 1)
    }

    @Test("H14: an event posted while another thread's is applied is never left lying")
    func nothingLeftLying() async {
        let store = Store<Int, Int>(initial: 0, reduce: { $0 += $1 })
        let inlets = (0..<4).map { _ in store.inlet() }
        async let posted: Void = withTaskGroup(of: Void.self) { group in
            for inlet in inlets {
                group.addTask { for _ in 0..<2_500 { inlet.send(1) } }
            }
        }
        let last = await store.run(on: VirtualTime(), until: { $0 == 10_000 })
        await posted
        #expect(last == 10_000)
    }

    @Test("H15: two feedbacks that answer every state both make progress")
    func noStarvation() {
        let trial = Trial(
            .everyState { $0.count < 9 ? .just("a") : .empty }, .everyState { $0.count < 9 ? .just("b") : .empty })
        #expect(trial.state.hasPrefix("iabababab"))
    }

    @Test("H15: an effect that emits three events at once and ends delivers three")
    func threeEvents() {
        let trial = Trial(.everyState { $0 == "i" ? .from(["1", "2", "3"]) : .empty })
        #expect(trial.state == "i123")
    }

    @Test("H16: an event of before the start is not applied before it, nor seen twice")
    func beforeStart() {
        let store = Store<String, String>(initial: "i", reduce: { $0 += $1 })
        var states: [String] = []
        let watching = store.observe { states.append($0) }
        store.send("x")
        #expect(store.state.value == "i")
        store.start()
        watching.cancel()
        #expect(states == ["i", "ix"])
    }

    @Test("H16: the time of the feedbacks is the scheduler that was given")
    func usesScheduler() {
        let time = VirtualTime()
        let delayed = Feedback<String, String>.everyState {
            $0 == "i" ? Signal.just("late").delay(.seconds(1)) : .empty
        }
        let property = Property(
            initial: "i", scheduler: time, reduce: { (state: String, event: String) -> String in state + event },
            feedbacks: [delayed])
        time.drive(property)
        #expect(property.value == "i")
        time.advance(by: .seconds(1))
        #expect(property.value == "ilate")
    }

    @Test("H16: the state is stored once: an event changes a large one in place")
    func storedOnce() {
        var addresses: Set<Int> = []
        let store = Store<[Int], Int>(
            initial: [],
            reduce: { numbers, number in
                if numbers.isEmpty { numbers = Array(repeating: 0, count: 100_000) }
                numbers[number] += 1
                _ = numbers.withUnsafeBufferPointer { addresses.insert(Int(bitPattern: $0.baseAddress)) }
            },
            feedbacks: [
                .sideEffect { _, _ in }, Feedback(whenBecomesTrue: { !$0.isEmpty }, effects: { _ in .never }),
            ])
        store.start()
        for number in 0..<50 { store.send(number) }
        #expect(addresses.count == 1)
    }

    @Test("H17: after send returns the state is up to date, with all that follows at once")
    func synchronous() {
        let trial = Trial(Feedback(event: { $0 == "a" ? $0 : nil }, effects: { _ in .just("!") }))
        trial.send("a")
        #expect(trial.state == "ia!")
    }

    @Test("H18: feedbacks run, and answer, in the order in which they were declared")
    func declaredOrder() {
        let names = (0..<20).map { String(UnicodeScalar(UInt8(97 + $0))) }
        let store = Store<String, String>(
            initial: "", reduce: { $0 += $1 },
            feedbacks: names.map { name in .everyState { $0.isEmpty ? .just(name) : .empty } })
        store.start()
        #expect(store.state.value == names.joined())
    }

    @Test("H19: predicate is level-triggered; pullbacks cancel when the state leaves the part")
    func predicateAndPullback() {
        let store = Store<Int?, Int?>(
            initial: 1, reduce: { $0 = $1 },
            feedbacks: [
                Feedback<Int, Int>(predicate: { $0 > 0 }, effects: { [diary] in diary.effect("\($0)") })
                    .pullback(optionalState: { $0 }, event: { $0 }, embed: { $0 })
            ])
        store.start()
        store.send(2)
        store.send(nil)
        #expect(diary.lines == ["+1", "-1", "+2", "-2"])
    }

    @Test("H19: contexts, views and snapshots keep nothing alive in a circle")
    func noCircle() {
        final class Witness {}
        weak var witness: Witness?
        do {
            let kept = Witness()
            witness = kept
            let store = Store<Int, Int>(
                initial: 0, reduce: { _, _ in _ = kept },
                feedbacks: [.everyState { [diary] in diary.effect("\($0)") }])
            let part = store.scoped(to: { $0 }, event: { (event: Int) in event })
            let watching = part.state.observe { _ in _ = kept }
            store.start()
            part.context.send(event: 1)
            _ = watching
        }
        #expect(witness == nil)
        #expect(diary.runningCount == 0)
    }

    @Test("H20: an effect that fails ends neither the system nor the other effects")
    func failure() async {
        struct Refused: Error {}
        let store = Store<[String], String>(
            initial: [], reduce: { $0.append($1) },
            feedbacks: [
                Feedback(whenBecomesTrue: { _ in true }) { _ in .task({ throw Refused() }, catch: { _ in "refused" }) },
                Feedback(whenBecomesTrue: { $0.contains("refused") }) { _ in .task { "fine" } },
            ])
        #expect(await store.run(on: VirtualTime(), until: { $0.count == 2 }) == ["refused", "fine"])
    }

    @Test("H20, law 6: a request that leaves the state with an event of its effect silences what that emits afterwards")
    func ownRequestLeaves() {
        let store = Store<[String], String>(
            initial: ["request"],
            reduce: { state, event in
                if event == "done" { state.removeAll { $0 == "request" } }
                state.append(event)
            },
            feedbacks: [
                .react(
                    to: { $0.contains("request") ? "request" : nil },
                    effects: { (_: String) in Signal.from(["done", "saved"]) })
            ])
        store.start()
        #expect(store.state.value == ["done"])
    }
}

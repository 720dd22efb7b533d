import Cycle
import CycleFeedback
import CycleTesting
import Testing

/// The demands of the test suites of ReactiveFeedback, Loop, CombineFeedback and RxFeedback on a feedback system. Where
/// Cycle differs, the test holds the words of the migration guide.
@Suite("Programs of the test suites of other feedback systems")
struct PeerProgramTests {
    private typealias Answer = Feedback<String, String>
    private typealias Sum = Feedback<Int, Int>

    private let diary = Diary()
    private let held = Held()

    /// A store that nobody holds ends.
    private final class Held {
        var stores: [Store<Int, Int>] = []
    }

    /// The first states of a system that may answer itself for ever.
    private func states(_ count: Int, _ feedbacks: Answer..., play: (Store<String, String>) -> Void = { _ in })
        -> [String]
    {
        let store = Store(initial: "i", reduce: { $0 += $1 }, feedbacks: feedbacks)
        var states: [String] = []
        store.observe { [unowned store] state in
            guard states.count < count else { return store.stop() }
            states.append(state)
            if states.count == count { store.stop() }
        }
        let time = VirtualTime()
        time.drive(store)
        play(store)
        return states
    }

    private func sum(_ feedbacks: Sum...) -> (store: Store<Int, Int>, states: Collector<Int>, time: VirtualTime) {
        let store = Store(initial: 0, reduce: { $0 += $1 }, feedbacks: feedbacks)
        let states = Collector(store)
        let time = VirtualTime()
        time.drive(store)
        held.stores.append(store)
        return (store, states, time)
    }

    // MARK: ReactiveFeedback, Loop and CombineFeedback

    @Test("the first state is the initial one, whatever feedbacks answer to it")
    func initial() {
        #expect(states(1, .everyState { _ in .just("a") }) == ["i"])
        #expect(states(1) == ["i"])
    }

    @Test("a feedback that answers every state")
    func oneFeedback() {
        #expect(states(4, .everyState { _ in .just("a") }) == ["i", "ia", "iaa", "iaaa"])
    }

    @Test("two feedbacks that answer every state take turns")
    func twoFeedbacks() {
        let states = states(6, .everyState { _ in .just("a") }, .everyState { _ in .just("b") })
        // Each state has two answers, and the answers to a state come before those to the next.
        #expect(states == ["i", "ia", "iab", "iaba", "iabab", "iababa"])
    }

    @Test("an answer that has ended arrives, also when the state it answered is gone")
    func answersToOldStates() {
        let states = states(
            5, .everyState { $0.hasSuffix("a") ? .empty : .just("a") },
            .everyState { $0.hasSuffix("b") ? .empty : .just("b") })
        // ReactiveFeedback takes the second answer back: i ia iab iaba.
        #expect(states == ["i", "ia", "iab", "iabb", "iabba"])
    }

    @Test("answers that come later, then at once")
    func laterAnswers() {
        let time = VirtualTime()
        let store = Store<String, String>(
            initial: "i", reduce: { $0 += $1 },
            feedbacks: [
                .everyState { state in
                    switch state {
                    case "i": Signal.just("a").delay(.seconds(1))
                    case "ia": .just("b")
                    case "iab": .just("c")
                    default: .empty
                    }
                }
            ])
        let states = Collector(store)
        time.drive(store)
        #expect(states.values == ["i"])
        time.advance(by: .seconds(1))
        #expect(states.values == ["i", "ia", "iab", "iabc"])
    }

    @Test("a signal that is there already is heard from the start on")
    func signalsOfOutside() {
        let (signal, inlet) = Signal<String>.pipe()
        let trial = Trial(.everyState { _ in signal })
        inlet.send("a")
        inlet.send("b")
        trial.time.advance(by: .zero)
        #expect(trial.states == ["i", "ia", "iab"])
    }

    @Test("an effect is started once for each state")
    func startCount() {
        #expect(states(3, .everyState { _ in diary.effect("e", .just("a")) }) == ["i", "ia", "iaa"])
        // The effect of the last state is not started: that state has stopped the store.
        #expect(diary.lines == ["+e", "+e"])
    }

    @Test("a predicate that fails takes no further event of its effect")
    func predicate() {
        let (presses, press) = Signal<Int>.pipe()
        let (_, states, time) = sum(Sum(predicate: { $0 < 2 }, effects: { _ in presses }))
        for _ in 0..<7 { press.send(1) }
        time.advance(by: .zero)
        #expect(states.values == [0, 1, 2])
    }

    @Test("events of a source arrive that was ended while they waited")
    func endedSource() {
        let (increments, inlet) = Signal<Int>.pipe()
        let (store, states, time) = sum(Sum(source: increments, as: { $0 }))
        for number in 1...3 { inlet.send(number) }
        inlet.end()
        time.advance(by: .zero)
        #expect(states.values == [0, 1, 3, 6])
        store.send(10)
        #expect(states.values == [0, 1, 3, 6, 16])
    }

    @Test("the states of a custom feedback begin with the one of when it listens")
    func latestState() {
        let (_, states, _) = sum(
            .custom { states, output in
                Signal.from([
                    states.prefix(1).ignoringValues(), .just(2), states.prefix(3).map { $0 + 1_000 },
                ])
                .flatMap(.concat) { $0 }.enqueue(to: output)
            })
        // 2 waits for its turn while 0 + 1,000 is made of the state of then.
        #expect(states.values == [0, 2, 1_002, 2_004, 4_006])
    }

    @Test("an effect may listen to the states of its own store")
    func ownStates() {
        var own: Store<Int, Int>?
        let (store, states, _) = sum(
            Sum(
                skippingRepeated: { $0 == 1 },
                effects: { isOne in isOne ? own?.state.producer.map { _ in 1_000 }.prefix(1) ?? .empty : .empty }))
        own = store
        store.send(1)
        #expect(states.values == [0, 1, 1_001])
        own = nil
    }

    @Test("an observer that sends while it is told the first state")
    func sendingAtFirst() {
        let (store, states, _) = sum()
        var hasSent = false
        store.observe { [unowned store] _ in
            if !hasSent {
                hasSent = true
                store.send(1_000)
            }
        }
        #expect(store.state.value == 1_000)
        #expect(states.values == [0, 1_000])
    }

    @Test("an input is reduced in order, and its feedback sees each event with its state")
    func input() {
        let (feedback, tap) = Sum.input()
        var seen: [String] = []
        let (_, states, _) = sum(
            feedback,
            .transitions { $0.handle { seen.append("\($0) \($1 ?? -1)") }.ignoringValues() })
        for number in 1...3 { tap(number) }
        #expect(states.values == [0, 1, 3, 6])
        #expect(seen == ["0 -1", "1 1", "3 2", "6 3"])
    }

    @Test("an effect and an observer that send, from inside an event")
    func sendingInside() {
        var whenOne: () -> Void = {}
        let (store, states, _) = sum(
            Sum(
                whenBecomesTrue: { $0 == 1 },
                effects: { _ in
                    whenOne()
                    return .empty
                }))
        whenOne = { [unowned store] in store.send(2) }
        store.observe { [unowned store] in if $0 == 3 { store.send(3) } }
        store.send(1)
        #expect(states.values == [0, 1, 3, 6])
    }

    @Test("whenBecomesTrue and firstValueAfterNil fire at each rise, and at the start")
    func rises() {
        var told: [String] = []
        let rising = Trial(
            Answer(
                whenBecomesTrue: { $0.hasSuffix("_") },
                effects: { state in
                    told.append(state)
                    return .just("f_")
                }), initial: "")
        rising.send("h", "_", "_", "w", "_")
        #expect(rising.state == "h_f__w_f_")
        #expect(told == ["h_", "h_f__w_"])

        told = []
        let doubled = Store<String, String>(
            initial: "h0", reduce: { $0 = $1 },
            feedbacks: [
                Answer(
                    firstValueAfterNil: { $0.hasPrefix("h") ? $0 : nil },
                    effects: { state in
                        told.append(state)
                        return .just(state + state)
                    })
            ])
        VirtualTime().drive(doubled)
        #expect(doubled.state.value == "h0h0")
        doubled.send("h1")
        #expect(doubled.state.value == "h1")
        doubled.send("bye")
        doubled.send("h2")
        #expect(doubled.state.value == "h2h2")
        #expect(told == ["h0", "h2"])
    }

    @Test("both cancel when the condition falls, and not before")
    func falls() {
        let trial = Trial(
            Answer(whenBecomesTrue: { $0.hasSuffix("_") }, effects: { _ in diary.effect("w") }),
            Answer(firstValueAfterNil: { $0.hasSuffix("_") ? $0 : nil }, effects: { diary.effect($0) }), initial: "_")
        #expect(diary.read() == ["+w", "+_"])
        trial.send("_", "_")
        #expect(diary.read() == [])
        trial.send("x")
        #expect(diary.read() == ["-w", "-_"])
    }

    @Test("an effect that goes on is cut off by the state that its first event leads to, one that has ended is not")
    func threeAtOnce() {
        let open = Signal<String> { sink in
            for event in ["1", "2", "3"] { sink.send(event) }
            return Subscription {}
        }
        #expect(Trial(.everyState { $0 == "i" ? open : .empty }).states == ["i", "i1"])
        #expect(
            Trial(.everyState { $0 == "i" ? .from(["1", "2", "3"]) : .empty }).states == ["i", "i1", "i12", "i123"])
        let same = Trial(Answer(skippingRepeated: { $0.first }, effects: { _ in open }))
        #expect(same.states == ["i", "i1", "i12", "i123"])
    }

    @Test("nothing is taken after the stop")
    func stopped() {
        let (feedback, tap) = Answer.input()
        let trial = Trial(feedback)
        tap("a")
        tap("b")
        trial.store.stop()
        #expect(tap("c") == .kept)
        #expect(trial.states == ["i", "ia", "iab"])
    }

    // MARK: RxFeedback

    @Test("no query is no effect, one that comes later is one")
    func queries() {
        let none = Trial(.react(to: { _ in Set<String>() }, effects: { .just($0 + "a") }))
        #expect(none.states == ["i"])
        let later = Trial(.react(to: { $0 == "i+" ? ["I"] : Set() }, effects: { .just($0 + "a") }))
        later.send("+")
        #expect(later.states == ["i", "i+", "i+Ia"])
        let optional = Trial(.react(to: { $0 == "i+" ? "I" : nil }, effects: { .just($0 + "a") }))
        optional.send("+")
        #expect(optional.states == ["i", "i+", "i+Ia"])
    }

    @Test("an equal query is not asked again when its effect has ended")
    func equalQueries() {
        #expect(Trial(.react(to: { _ in Set(["S"]) }, effects: { _ in .just("a") })).states == ["i", "ia"])
        #expect(Trial(.react(to: { _ in "S" }, effects: { _ in .just("a") })).states == ["i", "ia"])
    }

    @Test("effects that answer at once come in the order of the feedbacks")
    func orderOfReactions() {
        let trial = Trial(
            .react(to: { $0 == "i" ? "I" : nil }, effects: { .just($0 + "a") }),
            .react(to: { $0 == "iIa" ? "J" : nil }, effects: { .just($0 + "b") }))
        #expect(trial.states == ["i", "iIa", "iIaJb"])
    }

    @Test("the answer of one feedback cancels the effect of another")
    func cancelledByAnother() {
        let (later, inlet) = Signal<String>.pipe()
        let trial = Trial(
            .react(to: { $0 == "i" ? Set(["I"]) : [] }, effects: { diary.effect($0, later) }),
            .react(to: { $0 == "i" ? Set(["I"]) : [] }, effects: { .just($0 + "b") }))
        inlet.send("a")
        trial.time.advance(by: .zero)
        #expect(trial.states == ["i", "iIb"])
        #expect(diary.lines == ["+I", "-I"])
    }

    @Test("the first of four to answer cancels the others; those still asked for stay")
    func cancelledInside() {
        let effects = { (query: String) in
            diary.effect(query, Signal.just(query).delay(.seconds(query == "1" ? 2 : 3)))
        }
        let all = Trial(.react(to: { $0 == "s" ? Set(["1", "2", "3", "4"]) : [] }, effects: effects), initial: "")
        all.send("s")
        all.time.advance(by: .seconds(9))
        #expect(all.states == ["", "s", "s1"])
        #expect(diary.read() == ["+1", "+2", "+3", "+4", "-2", "-3", "-4"])

        let kept = Trial(
            .react(to: { $0 == "s" ? Set(["1", "2"]) : $0 == "s1" ? ["2"] : [] }, effects: effects), initial: "")
        kept.send("s")
        kept.time.advance(by: .seconds(9))
        #expect(kept.states == ["", "s", "s1", "s12"])
        #expect(diary.read() == ["+1", "+2"])
    }

    @Test("an effect for the life of an identity is told each query that differs, and starts anew when it comes back")
    func lifeOfAnIdentity() {
        let store = Store<[Int: String], [Int: String]>(
            initial: [:], reduce: { $0 = $1 },
            feedbacks: [
                .react(
                    to: { $0 },
                    effects: { (id: Int, queries: Signal<String>) in
                        diary.effect("\(id)", queries.handle { diary.write("\(id) \($0)") }.ignoringValues())
                    })
            ])
        VirtualTime().drive(store)
        store.send([0: "1", 1: "2"])
        store.send([0: "3", 1: "2"])
        #expect(diary.read() == ["+0", "0 1", "+1", "1 2", "0 3"])
        store.send([1: "2"])
        store.send([0: "3", 1: "4"])
        #expect(diary.read() == ["-0", "1 4", "+0", "0 3"])
        store.stop()
        #expect(diary.read().sorted() == ["-0", "-1"])
    }
}

import Cycle
import CycleFeedback
import CycleTesting
import Testing

@Suite("Feedbacks on states")
struct StateFeedbacksTests {
    private let diary = Diary()

    private func isOdd(_ text: String) -> Bool { text.count % 2 == 1 }

    /// The character after the colon; `nil` without one.
    private func query(_ text: String) -> Character? {
        text.contains(":") ? text.last : nil
    }

    @Test("an effect for every state is started anew with each, equal or not")
    func everyState() {
        let trial = Trial(.everyState { [diary] in diary.effect($0) })
        trial.send("a", "")
        #expect(diary.lines == ["+i", "-i", "+ia", "-ia", "+ia"])
    }

    @Test("predicate is level-triggered: it restarts on every passing state, and cancels on the first failing one")
    func predicate() {
        let trial = Trial(Feedback(predicate: { $0.count < 4 }, effects: { [diary] in diary.effect($0) }))
        trial.send("a", "b", "c", "d")
        #expect(diary.lines == ["+i", "-i", "+ia", "-ia", "+iab", "-iab"])
    }

    @Test(
        "whenBecomesTrue is edge-triggered: it starts once, at the start too, and is cancelled when the condition falls"
    )
    func whenBecomesTrue() {
        let trial = Trial(Feedback(whenBecomesTrue: { $0.count < 3 }, effects: { [diary] in diary.effect($0) }))
        trial.send("a")
        #expect(diary.lines == ["+i"])
        trial.send("b", "c")
        #expect(diary.lines == ["+i", "-i"])
    }

    @Test("whenBecomesTrue starts again when the condition holds again, with the state of then")
    func becomesTrueAgain() {
        let trial = Trial(Feedback(whenBecomesTrue: isOdd, effects: { [diary] in diary.effect($0) }))
        trial.send("a", "b")
        #expect(diary.lines == ["+i", "-i", "+iab"])
    }

    @Test("firstValueAfterNil keeps its first value while there is one, and cancels at nil")
    func firstValueAfterNil() {
        let store = Store<Int?, Int?>(
            initial: nil, reduce: { $0 = $1 },
            feedbacks: [Feedback(firstValueAfterNil: { $0 }, effects: { [diary] in diary.effect("\($0)") })])
        store.start()
        for event in [1, 2, 2, nil, nil, 3] { store.send(event) }
        #expect(diary.lines == ["+1", "-1", "+3"])
    }

    @Test("skippingRepeated leaves an equal query alone, replaces a different one, and cancels at nil")
    func skippingRepeated() {
        let store = Store<Int?, Int?>(
            initial: 1, reduce: { $0 = $1 },
            feedbacks: [Feedback(skippingRepeated: { $0 }, effects: { [diary] in diary.effect("\($0)") })])
        store.start()
        #expect(diary.read() == ["+1"])
        for event in [1, 2, nil, 2] { store.send(event) }
        #expect(diary.lines == ["-1", "+2", "-2", "+2"])
    }

    @Test("skippingRepeated by merge lets the effect of the query before go on, and cancels all at nil")
    func skippingRepeatedMerging() {
        let store = Store<Int?, Int?>(
            initial: 1, reduce: { $0 = $1 },
            feedbacks: [Feedback(skippingRepeated: { $0 }, .merge, effects: { [diary] in diary.effect("\($0)") })])
        store.start()
        store.send(2)
        store.send(nil)
        #expect(diary.lines == ["+1", "+2", "-1", "-2"])
    }

    @Test("lensing restarts with every state, equal or not, and cancels at nil")
    func lensing() {
        let trial = Trial(Feedback(lensing: query, effects: { [diary] in diary.effect("\($0)") }))
        trial.send(":", "", "a")
        #expect(diary.lines == ["+:", "-:", "+:", "-:", "+a"])
    }

    @Test("compacting starts effects for the values of a signal made from the states")
    func compacting() {
        let trial = Trial(
            Feedback(compacting: { $0.map(\.count).removeDuplicates() }, effects: { [diary] in diary.effect("\($0)") }),
            Feedback(compacting: { $0.map(\.count) }, .merge, effects: { [diary] in diary.effect("d\($0)") }))
        trial.send("", "a")
        #expect(diary.lines == ["+1", "+d1", "+d1", "-1", "+2", "+d2"])
    }

    @Test(
        "at the end a source is stopped before the effects that hang on it, and those in the order in which they started"
    )
    func orderOfTheEnd() {
        let source = diary.effect("source", Signal.merge(.from(["x", "y"]), .never))
        let trial = Trial(
            Feedback { [diary] _ in source.flatMap(.merge) { diary.effect($0) } },
            Feedback(event: { $0 }, .merge, effects: { [diary] in diary.effect($0) }))
        trial.send("a", "b")
        #expect(diary.read() == ["+source", "+x", "+y", "+a", "+b"])
        trial.store.stop()
        #expect(diary.lines == ["-source", "-x", "-y", "-a", "-b"])
    }

    @Test("an effect is cancelled before the one that replaces it starts")
    func cancelsFirst() {
        let trial = Trial(.everyState(.latest) { [diary] in diary.effect($0) })
        trial.send("a")
        #expect(diary.lines == ["+i", "-i", "+ia"])
    }

    @Test("effects for events: one that does not match leaves a running effect alone")
    func events() {
        let trial = Trial(
            Feedback(event: { $0.first == "!" ? $0 : nil }, effects: { [diary] in diary.effect($0) }),
            Feedback(event: { $0.first == "!" ? $0 : nil }, effects: { [diary] in diary.effect("\($0)@\($1)") }))
        trial.send("!1", "x", "!2")
        #expect(diary.lines == ["+!1", "+!1@i!1", "-!1", "+!2", "-!1@i!1", "+!2@i!1x!2"])
    }

    @Test("effects for the values of a signal made from the events")
    func compactingEvents() {
        let trial = Trial(
            Feedback(
                compactingEvents: { $0.debounce(.seconds(2)) },
                effects: { [diary] event in
                    diary.write(event)
                    return .empty
                }))
        trial.send("a", "b")
        trial.time.advance(by: .seconds(5))
        #expect(diary.lines == ["b"])
    }
}

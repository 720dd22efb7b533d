import Cycle
import CycleFeedback
import CycleTesting
import Testing

/// Where the peers disagree: decisions 2 to 11 of the design.
@Suite("Decisions, for feedback systems")
struct DecisionTests {
    private let diary = Diary()

    @Test("decision 2: Mealy feedbacks see nothing at the start, Moore feedbacks the initial state")
    func mealyAndMoore() {
        let trial = Trial(
            .sideEffect { [diary] event, state in diary.write("mealy \(event) \(state)") },
            .states { [diary] in $0.handle { diary.write("moore \($0)") }.ignoringValues() })
        trial.send("a")
        #expect(diary.lines == ["moore i", "mealy a ia", "moore ia"])
    }

    @Test("decision 3: predicate is level-triggered, whenBecomesTrue edge-triggered")
    func triggers() {
        let trial = Trial(
            Feedback(predicate: { $0.count < 3 }, effects: { [diary] in diary.effect("level \($0)") }),
            Feedback(whenBecomesTrue: { $0.count < 3 }, effects: { [diary] in diary.effect("edge \($0)") }))
        trial.send("a", "b")
        #expect(diary.lines == ["+level i", "+edge i", "-level i", "+level ia", "-level ia", "-edge i"])
    }

    @Test("decision 4: a finished effect's events arrive, a cancelled effect's never do")
    func finishedAndCancelled() {
        let finished = Trial(.everyState { $0 == "i" ? .from(["1", "2"]) : .empty })
        #expect(finished.state == "i12")
        let cancelled = Trial(.everyState { $0 == "i" ? .merge(.from(["1", "2"]), .never) : .empty })
        #expect(cancelled.state == "i1")
    }

    @Test("decision 4: a finished effect's events arrive, although its first event makes the predicate fail")
    func finishedWithPredicate() {
        let trial = Trial(Feedback(predicate: { $0 == "i" }, effects: { _ in .from(["1", "2", "3"]) }))
        #expect(trial.state == "i123")
    }

    @Test("decision 4: an answer to an event is not lost with the effect that the event came from")
    func answerOutlivesCause() {
        let trial = Trial(
            .everyState { $0 == "i" ? .merge(.just("1"), .never) : .empty },
            Feedback { $0.compactMap { event, _ in event == "1" ? "answer" : nil } })
        #expect(trial.state == "i1answer")
    }

    @Test("decision 5: an event that does not match leaves a running effect alone")
    func noMatch() {
        let trial = Trial(Feedback(event: { $0 == "go" ? $0 : nil }, effects: { [diary] in diary.effect($0) }))
        trial.send("go", "other")
        #expect(diary.lines == ["+go"])
    }

    @Test("decision 7: a state is emitted for every event, equal or not")
    func equalStates() {
        let trial = Trial()
        trial.send("", "")
        #expect(trial.states == ["i", "i", "i"])
    }

    @Test("decision 8: first in, first out over all sources")
    func fairness() {
        let (one, first) = Signal<String>.pipe()
        let (two, second) = Signal<String>.pipe()
        let trial = Trial(Feedback(source: one, as: { $0 }), Feedback(source: two, as: { $0 }))
        for _ in 0..<3 {
            first.send("1")
            second.send("2")
        }
        trial.time.advance(by: .zero)
        #expect(trial.state == "i121212")
    }

    @Test("decision 9: reduce, then observers, then feedbacks in order; what they emit comes after, in that order")
    func orderWithinTurn() {
        let trial = Trial(
            Feedback { [diary] in $0.handle { diary.write("first \($0.0)") }.compactMap { $0.0 == "e" ? "1" : nil } },
            Feedback { [diary] in $0.handle { diary.write("second \($0.0)") }.compactMap { $0.0 == "e" ? "2" : nil } })
        let watching = trial.store.state.observe { [diary] state in
            diary.write("observer \(state)")
            if state == "ie" { trial.send("0") }
        }
        trial.send("e")
        watching.cancel()
        #expect(
            diary.lines == [
                "observer i", "observer ie", "first e", "second e", "observer ie0", "first 0", "second 0",
                "observer ie01",
                "first 1", "second 1", "observer ie012", "first 2", "second 2",
            ])
    }

    @Test("decision 10: a throwing effect becomes the event that its author mapped it to")
    func failure() async {
        struct Refused: Error {}
        let property = Property(
            initial: "i", reduce: { (state: String, event: String) -> String in state + event },
            feedbacks: [
                Feedback(whenBecomesTrue: { $0 == "i" }) { _ in
                    .task({ throw Refused() }, catch: { "\(type(of: $0))" })
                }
            ])
        #expect(await property.run(on: VirtualTime()) == "iRefused")
    }

    @Test("decision 11: when every source has ended and nothing is pending, a property's run ends by itself")
    func end() async {
        let (events, inlet) = Signal<Int>.pipe()
        let property = Property(initial: 0, reduce: { (sum: Int, event: Int) -> Int in sum + event }, events: events)
        inlet.send(1)
        inlet.send(2)
        inlet.end()
        #expect(await property.run(on: VirtualTime()) == 3)
    }
}

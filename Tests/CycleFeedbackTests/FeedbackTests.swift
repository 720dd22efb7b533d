import Cycle
import CycleFeedback
import CycleTesting
import Testing

@Suite("Feedback")
struct FeedbackTests {
    private let diary = Diary()

    @Test("a Mealy feedback gets each event with the state after it, and nothing at the start")
    func mealy() {
        let trial = Trial(
            Feedback { [diary] in $0.handle { event, state in diary.write("\(event) \(state)") }.ignoringValues() })
        #expect(diary.lines == [])
        trial.send("a", "b")
        #expect(diary.lines == ["a ia", "b iab"])
    }

    @Test("a Moore feedback gets the initial state, then the state after each event")
    func moore() {
        let trial = Trial(.states { [diary] in $0.handle(diary.write).ignoringValues() })
        #expect(diary.lines == ["i"])
        trial.send("a", "")
        #expect(diary.lines == ["i", "ia", "ia"])
    }

    @Test("a feedback on transitions gets the initial state without an event, then states with events")
    func transitions() {
        let trial = Trial(
            .transitions { [diary] in
                $0.handle { state, event in diary.write("\(state) \(event ?? "nil")") }.ignoringValues()
            })
        trial.send("a")
        #expect(diary.lines == ["i nil", "ia a"])
    }

    @Test("a feedback that begins to listen late gets the state of then, and events from then on")
    func late() {
        let late = Signal<Void>.just(()).delay(.seconds(1))
        let trial = Trial(
            .states { [diary] states in late.flatMap(.merge) { states }.handle(diary.write).ignoringValues() },
            Feedback { [diary] pairs in
                late.flatMap(.merge) { pairs }.handle { event, _ in diary.write(event) }.ignoringValues()
            })
        trial.send("a")
        trial.time.advance(by: .seconds(1))
        #expect(diary.read() == ["ia"])
        trial.send("b")
        #expect(diary.read() == ["iab", "b"])
    }

    @Test("the source of a feedback may be any signal")
    func source() {
        let (numbers, inlet) = Signal<Int>.pipe()
        let trial = Trial(Feedback(source: numbers, as: { "\($0)" }))
        inlet.send(7)
        trial.store.state.drain()
        #expect(trial.state == "i7")
    }

    @Test("custom sends what it likes; what it enqueued and cancelled while it waited never arrives")
    func custom() {
        let trial = Trial(
            .custom { states, output in
                var latest: Subscription?
                return states.run(inside: output, finish: {}) { state in
                    latest?.cancel()
                    guard state.count < 5 else { return }
                    latest = Signal.merge(.just("\(state.count)"), .just("x"), .never).enqueue(to: output)
                }
            }, initial: "12")
        #expect(trial.state == "12234")
    }

    @Test("combined feedbacks run in the order given")
    func combined() {
        let trial = Trial(
            .combine(
                .states { [diary] in $0.handle { _ in diary.write("first") }.ignoringValues() },
                .states { [diary] in $0.handle { _ in diary.write("second") }.ignoringValues() }))
        #expect(diary.read() == ["first", "second"])
        trial.send("a")
        #expect(diary.read() == ["first", "second"])
    }

    @Test(
        "an input applies at once, and keeps what comes before the start and while the machine does not run, up to a bound"
    )
    func input() {
        let (feedback, observer) = Feedback<String, String>.input()
        observer("a")
        let trial = Trial(feedback)
        #expect(trial.state == "ia")
        observer("b")
        #expect(trial.state == "iab")
        trial.store.stop()
        #expect(observer("c") == .kept)
        trial.store.start()
        #expect(trial.state == "iabc")
        trial.store.stop()
        for _ in 0..<SendResult.keptCount { observer("") }
        #expect(observer("d") == .full)
    }

    @Test(
        "flattening is the user's choice",
        arguments: [
            (FlattenStrategy.merge, "a1b1a2c1b2c2"), (.latest, "c1c2"), (.concat, "a1a2b1b2c1c2"),
            (.concurrent(2), "a1b1a2b2c1c2"), (.first, "a1a2"),
        ])
    func flattening(_ strategy: FlattenStrategy, _ expected: String) {
        let time = VirtualTime()
        let answers = Feedback<String, String>(
            event: { $0.count == 1 ? $0 : nil }, strategy,
            effects: { name in time.signal("--1-2|").map { "\(name)\($0)" } })
        let store = Store(initial: "", reduce: { if $1.count == 2 { $0 += $1 } }, feedbacks: [answers])
        time.drive(store)
        for name in ["a", "b", "c"] {
            store.send(name)
            time.advance(by: .seconds(1))
        }
        time.advance(by: .seconds(30))
        #expect(store.state.value == expected)
    }
}

import Cycle
import CycleFeedback
import CycleTesting
import Testing

@Suite("Feedback.sideEffect")
struct SideEffectTests {
    private let diary = Diary()

    @Test("runs once for each event that matches, after the reducer, and leads to no event")
    func matching() {
        var store: Store<String, String>?
        let feedback = Feedback<String, String>.sideEffect(
            { $0 == "a" ? 7 : nil }, { [diary] in diary.write("\($0) \(store?.state.value ?? "")") })
        store = Store(initial: "i", reduce: { $0 += $1 }, feedbacks: [feedback])
        store?.start()
        store?.send("a")
        store?.send("b")
        #expect(diary.lines == ["7 ia"])
        #expect(store?.state.value == "iab")
    }

    @Test("sees every event with the state after it")
    func all() {
        let trial = Trial(.sideEffect { [diary] in diary.write("\($0) \($1)") })
        trial.send("a", "b")
        #expect(diary.lines == ["a ia", "b iab"])
    }

    @Test("the type of side effects on a signal says that they cannot loop back")
    func neverTyped() {
        let trial = Trial(
            .sideEffects { [diary] pairs in pairs.handle { event, _ in diary.write(event) }.ignoringValues() })
        trial.send("a")
        #expect(diary.lines == ["a"])
    }

    @Test("a feedback that has no events works in a machine with any")
    func promoted() {
        let watching = Feedback<String, Never>(skippingRepeated: \.count) { [diary] count in diary.effect("\(count)") }
        let trial = Trial(watching.promoted())
        trial.send("a", "", "b")
        #expect(diary.lines == ["+1", "-1", "+2", "-2", "+3"])
        #expect(trial.state == "iab")
    }
}

import Cycle
import CycleFeedback
import CycleMachine
import CycleTesting
import TestSupport
import Testing

@Suite("Consequences of an input")
@MainActor
struct SettledTests {
    private let time = VirtualTime()
    private let diary = Diary()

    @Test("is settled at once, if it leads to nothing later", arguments: Kind.allCases)
    func atOnce(_ kind: Kind) {
        let subject = kind.make(["a": .just("b")])
        time.drive(subject.machine)
        #expect(subject.send("a").isSettled)
    }

    @Test("is settled when its effects, and theirs, have ended", arguments: Kind.allCases)
    func later(_ kind: Kind) {
        let subject = kind.make([
            "a": Signal.just("b").delay(.seconds(1)), "b": Signal.just("c").delay(.seconds(1)),
            "x": diary.endless("x"),
        ])
        time.drive(subject.machine)
        let endless = subject.send("x")
        let sent = subject.send("a")
        time.advance(by: .seconds(1))
        #expect(!sent.isSettled)
        time.advance(by: .seconds(1))
        #expect(sent.isSettled)
        #expect(subject.state == "xabc")
        #expect(!endless.isSettled)
        subject.machine.stop()
        #expect(endless.isSettled)
    }

    @Test("is awaited, and the machine runs itself meanwhile", arguments: Kind.allCases)
    func awaited(_ kind: Kind) async {
        let subject = kind.make(["a": .task { "b" }, "b": .task { "c" }], scheduler: time)
        await subject.send("a").settled()
        #expect(subject.state == "abc")
    }

    @Test("is awaited while somebody else runs the machine", arguments: Kind.allCases)
    func awaitedWhileRun(_ kind: Kind) async {
        let subject = kind.make(["a": .task { "b" }])
        let running = Task { @MainActor in await subject.machine.run(on: time) }
        await subject.send("a").settled()
        #expect(subject.state == "ab")
        running.cancel()
        #expect(await running.value == "ab")
    }

    @Test("is settled when what it started was cancelled")
    func cancelled() {
        let latest = Feedback<String, String>(event: { $0 }, effects: { [diary] in diary.endless($0) })
        let store = Store<String, String>(initial: "", reduce: { $0 += $1 }, feedbacks: [latest])
        time.drive(store)
        let first = store.send("a")
        #expect(!first.isSettled)
        store.send("b")
        #expect(first.isSettled)
    }

    @Test("is not settled while an effect of it waits for a place")
    func waits() {
        let concat = Feedback<String, String>(
            event: { $0.count == 1 ? $0 : nil }, .concat, effects: { Signal.just("\($0)!").delay(.seconds(1)) })
        let store = Store<String, String>(initial: "", reduce: { $0 += $1 }, feedbacks: [concat])
        time.drive(store)
        let sent = ["a", "b"].map { store.send($0) }
        time.advance(by: .seconds(1))
        #expect(sent.map(\.isSettled) == [true, false])
        time.advance(by: .seconds(1))
        #expect(sent.map(\.isSettled) == [true, true])
    }

    @Test("includes what an observer sends when it is applied", arguments: Kind.allCases)
    func observers(_ kind: Kind) {
        let subject = kind.make(["b": Signal.just("c").delay(.seconds(1))])
        time.drive(subject.machine)
        subject.machine.observe { if $0 == "a" { subject.send("b") } }
        let sent = subject.send("a")
        #expect(!sent.isSettled)
        time.advance(by: .seconds(1))
        #expect(sent.isSettled)
    }

    @Test("kept for a run that never comes, it is not settled; dropped by stop, it is", arguments: Kind.allCases)
    func kept(_ kind: Kind) {
        let subject = kind.make()
        let sent = subject.send("a")
        #expect(!sent.isSettled)
        subject.machine.stop()
        #expect(sent.isSettled)
        #expect(subject.send("b").isSettled)
    }

    @Test("an input that an effect's start sends by hand has its turn, although the effect is cancelled before")
    func sentByEffect() {
        var store: Store<String, String>?
        let starting = Feedback<String, String>(
            event: { $0 == "a" || $0 == "b" ? $0 : nil },
            effects: { event in
                Signal { _ in
                    store?.send("from \(event),")
                    return Subscription()
                }
            })
        store = Store(initial: "", reduce: { $0 += "\($1)" }, feedbacks: [starting])
        store?.observe { [weak store] in if $0 == "a" { store?.send("b") } }
        store.map { time.drive($0) }
        store?.send("a")
        #expect(store?.state.value == "abfrom a,from b,")
        store = nil
    }

    @Test("waiting for a machine that nobody runs, where nobody can, is an error that names the mend", .waiting)
    func nobodyRuns() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = Store<String, String>(initial: "", reduce: { $0 += $1 })
            await store.send("a").settled(isolation: nil)
        }
        #expect(
            result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.contains("nobody runs") == true)
    }
}

import Cycle
import CycleFeedback
import CycleMachine
import CycleTesting
import Testing

/// Decisions 1, 11, 12 and 13 of the design, which hold for all machines alike.
@Suite("Decisions, for all machines")
@MainActor
struct MachineDecisionTests {
    private let time = VirtualTime()
    private let diary = Diary()

    @Test("decision 1: what an observer of the first state sends is kept", arguments: Kind.allCases)
    func sendsInFirstState(_ kind: Kind) {
        let subject = kind.make()
        subject.machine.observe { if $0.isEmpty { subject.send("a") } }
        subject.machine.observe(through: { $0 }) { if $0.isEmpty { subject.send("b") } }
        subject.send("c")
        time.drive(subject.machine)
        #expect(subject.state == "acb")
    }

    @Test(
        "decision 1: what a new observer of a running machine sends waits until it has been told, and all see it in order",
        arguments: Kind.allCases)
    func newObserverSends(_ kind: Kind) {
        let subject = kind.make()
        time.drive(subject.machine)
        subject.machine.observe { [diary] in diary.write("1 \($0)") }
        subject.machine.observe { [diary] state in
            diary.write("2 \(state)")
            if state.isEmpty { subject.send("a") }
            diary.write("2 done")
        }
        #expect(diary.lines == ["1 ", "2 ", "2 done", "1 a", "2 a", "2 done"])
    }

    @Test("decision 1: an observer that is born in the first state's callback is told all that follows")
    func bornAtStart() {
        let subject = Kind.store.make()
        var inner: Collector<String>?
        subject.machine.observe(through: { $0 }) { [diary] state in
            diary.write(state)
            if inner == nil {
                inner = Collector(subject.machine)
                subject.machine.observe(through: { $0 }) { diary.write("inner \($0)") }
            }
        }
        time.drive(subject.machine)
        subject.send("a")
        #expect(inner?.values == ["", "a"])
        #expect(diary.lines == ["", "inner ", "a", "inner a"])
    }

    @Test("decision 1: stopped by an observer of the first state, it starts nothing that nobody would cancel")
    func stoppedAtStart() {
        let store = Store<String, String>(
            initial: "", reduce: { $0 += $1 }, feedbacks: [.everyState { [diary] _ in diary.endless("effect") }])
        store.observe(through: { $0 }) { _ in store.stop() }
        time.drive(store)
        #expect(diary.lines == [])
        #expect(time.armedCount == 0)
        #expect(store.send("a").outcome == .stopped)
    }

    @Test("decision 1: an observer that leaves in the first state's callback is told nothing more")
    func leavesAtStart() {
        let subject = Kind.store.make()
        var watching: Subscription?
        watching = subject.machine.observe(through: { $0 }) { [diary] in
            diary.write("told \($0)")
            watching?.cancel()
        }
        time.drive(subject.machine)
        subject.send("a")
        #expect(diary.lines == ["told "])
    }

    @Test("decision 11: a run waits as long as somebody may send", arguments: Kind.allCases)
    func runWaits(_ kind: Kind) async {
        let subject = kind.make()
        let running = Task { @MainActor in await subject.machine.run(on: time, until: { $0 == "ab" }) }
        for await state in subject.machine.values() {
            if state.isEmpty { subject.send("a") } else { break }
        }
        subject.send("b")
        #expect(await running.value == "ab")
    }

    @Test("decision 11: what is sent before and between runs is kept for the next", arguments: Kind.allCases)
    func keeps(_ kind: Kind) async {
        let subject = kind.make()
        #expect(subject.send("a").outcome == .kept)
        for input in ["b", "c"] { subject.send(input) }
        #expect(await subject.machine.run(on: time, until: { $0 == "a" }) == "a")
        #expect(subject.send("d").outcome == .kept)
        #expect(subject.state == "a")
        #expect(await subject.machine.run(on: time, until: { $0.count == 4 }) == "abcd")
    }

    @Test("decision 11: beyond the bound, sending says that nothing more is kept", arguments: Kind.allCases)
    func bound(_ kind: Kind) {
        let subject = kind.make()
        for _ in 0..<SendResult.keptCount { #expect(subject.send("a").outcome == .kept) }
        let last = subject.send("b")
        #expect(last.outcome == .full)
        #expect(last.isSettled)
        time.drive(subject.machine)
        #expect(subject.state.count == SendResult.keptCount)
        #expect(subject.send("c").outcome == .accepted)
    }

    @Test("decision 11: after it was stopped, sending says that, and nothing is applied", arguments: Kind.allCases)
    func stopped(_ kind: Kind) {
        let subject = kind.make()
        subject.send("a")
        subject.machine.stop()
        #expect(subject.send("b").outcome == .stopped)
        time.advance(by: .seconds(1))
        #expect(subject.state == "")
    }

    @Test(
        "decision 12: made in an actor with a scheduler, it does at once what follows at once", arguments: Kind.allCases
    )
    func worksAtOnce(_ kind: Kind) {
        let store = Store<String, String>(
            initial: "", reduce: { $0 += $1 }, feedbacks: [.everyState { $0.isEmpty ? .just("now") : .empty }],
            scheduler: time)
        #expect(store.state.value == "now")
        let subject = kind.make(["a": .just("!")], scheduler: time)
        subject.send("a")
        #expect(subject.state == "a!")
        #expect(subject.machine.runsItself)
    }

    @Test("decision 12: made in an actor, it does later what comes later, without a call", arguments: Kind.allCases)
    func worksLater(_ kind: Kind) async {
        let subject = kind.make(["a": Signal.just("!").delay(.seconds(1))], scheduler: time)
        subject.send("a")
        // No machine runs: this rings the alarm, and no more.
        time.advance(by: .seconds(1))
        #expect(subject.state == "a")
        for await state in subject.machine.values() where state == "a!" { break }
        #expect(subject.state == "a!")
    }

    @Test("decision 12: what another thread sends is taken without a call")
    func takesFromThreads() async {
        let store = Store<String, String>(initial: "", reduce: { $0 += $1 }, scheduler: time)
        let inlet = store.inlet()
        Task.detached { inlet.send("a") }
        for await state in store.values() where state == "a" { break }
        #expect(store.state.value == "a")
    }

    private actor Owner {
        let store: Store<String, String>

        init(_ time: VirtualTime) {
            store = Store(
                initial: "", reduce: { $0 += $1 },
                feedbacks: [.everyState { $0.isEmpty ? Signal.just("later").delay(.seconds(1)) : .empty }])
        }

        func start(_ time: VirtualTime) -> AsyncStream<String> {
            store.start(on: time)
            return store.values(buffering: .unbounded)
        }
    }

    @Test("decision 12: started in any actor, it runs itself there")
    func runsInActor() async {
        let owner = Owner(time)
        let states = await owner.start(time)
        time.advance(by: .seconds(1))
        var seen: [String] = []
        for await state in states {
            seen.append(state)
            if state == "later" { break }
        }
        #expect(seen == ["", "later"])
    }

    @Test("decision 12: started in no actor, it says that somebody must run it", arguments: Kind.allCases)
    func mustBeRun(_ kind: Kind) {
        let subject = kind.make(["a": Signal.just("!").delay(.seconds(1))], scheduler: time, isolation: nil)
        #expect(!subject.machine.runsItself)
        subject.send("a")
        time.advance(by: .seconds(1))
        #expect(subject.state == "a")
        subject.machine.drain()
        #expect(subject.state == "a!")
    }

    @Test("decision 12: one that runs itself is gone when nobody holds it", arguments: Kind.allCases)
    func releases(_ kind: Kind) {
        do {
            let subject = kind.make(["a": diary.endless("effect")], scheduler: time)
            subject.send("a")
        }
        #expect(diary.lines == ["+effect", "-effect"])
    }

    @Test("decision 13: whoever leaves, comes or sends in a callback is obeyed as if it had been right after it")
    func insideCallbacks() {
        let subject = Kind.store.make()
        time.drive(subject.machine)
        var second: Subscription?
        subject.machine.observe { [diary] state in
            diary.write("1 \(state)")
            guard state == "a" else { return }
            second?.cancel()
            subject.send("b")
            subject.machine.observe { diary.write("3 \($0)") }
        }
        second = subject.machine.observe { [diary] in diary.write("2 \($0)") }
        subject.send("a")
        #expect(diary.lines == ["1 ", "2 ", "1 a", "3 a", "1 ab", "3 ab"])
    }

    @Test("decision 13: stopped in a callback, later observers and effects get nothing", arguments: Kind.allCases)
    func stopsInside(_ kind: Kind) {
        let subject = kind.make(["a": diary.endless("effect")])
        time.drive(subject.machine)
        subject.machine.observe { [machine = subject.machine] in if $0 == "a" { machine.stop() } }
        subject.send("a")
        #expect(subject.send("b").outcome == .stopped)
        #expect(subject.state == "a")
        #expect(diary.lines == [])
    }
}

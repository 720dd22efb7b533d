import Cycle
import CycleFeedback
import CycleMachine
import CycleTesting
import Testing

@Suite("Runs that follow one another")
@MainActor
struct RunningTests {
    private let time = VirtualTime()

    @Test("a machine that runs itself and that nothing more can happen in is over, once")
    func overOnce() async {
        var startCount = 0
        let events = Signal<Int> { sink in
            startCount += 1
            // Else this test would have no end.
            if startCount == 100 { _ = sink.inlet() }
            sink.send(1)
            sink.end()
            return Subscription()
        }
        let system = Property(initial: 0, scheduler: time, reduce: { $0 + $1 }, events: events)
        for await _ in system.values() {}
        await system.run(until: { _ in true })
        #expect(startCount == 2)
        #expect(!system.runsItself)
    }

    @Test("a stopped machine may be run before the task that ran it has noticed")
    func runAfterStop() async {
        let store = Store<String, String>(
            initial: "", reduce: { $0 += $1 }, feedbacks: [.everyState { $0.count < 3 ? .task { "a" } : .empty }])
        for count in 1...3 {
            store.start(on: time)
            store.stop()
            // At the start an answer may have come already.
            #expect(await store.run(on: time, until: { $0.count >= count }).count >= count)
        }
        store.start(on: time)
        #expect(store.runsItself)
    }

    /// A store whose runs are not over before they are told; each run asks for that.
    private func makeSettling() -> (Store<String, String>, asked: AsyncStream<Void>, AsyncStream<Void>.Continuation) {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let (over, end) = AsyncStream.makeStream(of: Void.self)
        let settling = Feedback<String, String>.custom { _, output in
            output.settle {
                ask.yield()
                for await _ in over { break }
            }
            return Subscription()
        }
        return (Store(initial: "", reduce: { $0 += $1 }, feedbacks: [settling]), asked, end)
    }

    @Test("a machine that is started while the run before settles works by itself afterwards")
    func startWhileSettling() async {
        let (store, asked, over) = makeSettling()
        let first = Task { await store.run(on: time, until: { $0 == "" }) }
        for await _ in asked { break }
        store.start(on: time)
        store.send("a")
        #expect(store.state.value == "a")
        over.yield()
        _ = await first.value
        #expect(store.runsItself)
        let inlet = store.inlet()
        Task.detached { _ = inlet.send("b") }
        for await state in store.values() where state == "ab" { break }
        over.finish()
    }

    @Test("a run that is asked for while the one before settles comes after that")
    func runWhileSettling() async {
        let (store, asked, over) = makeSettling()
        let first = Task { await store.run(on: time, until: { $0 == "" }) }
        for await _ in asked { break }
        let second = Task { await store.run(on: time, until: { $0 == "a" }) }
        store.send("a")
        over.finish()
        #expect(await first.value == "")
        #expect(await second.value == "a")
    }

    @Test("the run of a machine that is a part of another loop ends with its condition, and the loop goes on")
    func runOfAPart() async {
        let store = Store<String, String>(initial: "", reduce: { $0 += $1 })
        let cycle = CycledLens(startingWith: "") { frames in frames.lens(machine: store) { $0 = $1 } }
        cycle.start(on: time)
        cycle.drain()
        let (began, begin) = AsyncStream<Void>.makeStream()
        let running = Task {
            await store.run(until: {
                begin.finish()
                return $0 == "a"
            })
        }
        for await _ in began {}
        store.send("a")
        #expect(await running.value == "a")
        store.send("b")
        #expect(cycle.frame == "ab")
        cycle.stop()
    }
}

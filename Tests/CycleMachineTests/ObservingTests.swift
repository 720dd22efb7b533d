import Cycle
import CycleFeedback
import CycleHarvest
import CycleMachine
import CycleTesting
import TestSupport
import Testing

@Suite("Watching machines")
@MainActor
struct ObservingTests {
    private let time = VirtualTime()
    private let diary = Diary()

    @Test("every observer is told the latest first, whatever it watches", arguments: Kind.allCases)
    func latestFirst(_ kind: Kind) {
        let subject = kind.make()
        time.drive(subject.machine)
        subject.send("a")
        subject.machine.observe { [diary] in diary.write("machine \($0)") }
        subject.machine.property.observe { [diary] in diary.write("property \($0)") }
        subject.machine.property.map(\.count).observe { [diary] in diary.write("part \($0)") }
        subject.machine.observe(through: { $0.map(\.count) }) { [diary] in diary.write("through \($0)") }
        let collector = Collector(subject.machine)
        #expect(diary.lines == ["machine a", "property a", "part 1", "through 1"])
        #expect(collector.take() == ["a"])
        subject.send("b")
        #expect(diary.lines.dropFirst(4) == ["machine ab", "property ab", "part 2", "through 2"])
        #expect(collector.take() == ["ab"])
    }

    @Test(
        "an observer that is shown the latest is not shown the next before, whatever way it came",
        arguments: Kind.allCases)
    func toldInOrder(_ kind: Kind) {
        let asked = kind.make()
        time.drive(asked.machine)
        let answers = Feedback<String, String>(source: asked.machine.property.signal, as: { "<\($0)>" })
        let asking = Store<String, String>(initial: "", reduce: { $0 += $1 }, feedbacks: [answers])
        time.drive(asking)
        asking.observe { [diary] state in
            diary.write("told \(state)")
            if state.isEmpty { asked.send("a") }
            diary.write("done \(state)")
        }
        #expect(diary.lines == ["told ", "done ", "told <a>", "done <a>"])
    }

    @Test(
        "an observer that is shown the latest may start the machine, which begins afterwards", arguments: Kind.allCases)
    func startsMeanwhile(_ kind: Kind) {
        let subject = kind.make()
        subject.send("a")
        subject.machine.observe { [diary, time] state in
            diary.write("told \(state)")
            if state.isEmpty { time.drive(subject.machine) }
            diary.write("done \(state)")
        }
        #expect(diary.lines == ["told ", "done ", "told a", "done a"])
    }

    @Test("an observer through operators has the machine's time, and starts anew with each run")
    func through() {
        let subject = Kind.store.make()
        subject.machine.observe(through: { $0.debounce(.seconds(1)) }) { [diary] in diary.write($0) }
        time.drive(subject.machine)
        for input in ["a", "b"] { subject.send(input) }
        time.advance(by: .seconds(1))
        #expect(diary.lines == ["ab"])
        subject.machine.stop()
        subject.machine.start(on: time)
        time.advance(by: .seconds(1))
        #expect(diary.lines == ["ab", "ab"])
    }

    @Test("a task elsewhere reads the states until the run ends", arguments: Kind.allCases)
    func values(_ kind: Kind) async {
        let subject = kind.make(scheduler: time)
        let states = subject.machine.values(buffering: .unbounded)
        subject.send("a")
        subject.send("b")
        subject.machine.stop()
        let reading = Task.detached { await states.reduce(into: []) { $0.append($1) } }
        #expect(await reading.value == ["", "a", "ab"])
    }

    @Test("a reader that has gone is forgotten")
    func readerLeaves() async {
        let subject = Kind.store.make(scheduler: time)
        for await _ in subject.machine.values() { break }
        subject.send("a")
        #expect(subject.state == "a")
    }

    private struct Frame: Equatable {
        var text = ""
    }

    @Test("a machine is embedded in a frame loop, on its time, as the lens's receiver", arguments: Kind.allCases)
    func embedded(_ kind: Kind) {
        let subject = kind.make(["a": Signal.just("!").delay(.seconds(1))])
        let cycle = CycledLens(startingWith: Frame()) { frames in
            embed(subject.machine, frames)
        }
        subject.send("a")
        time.drive(cycle)
        #expect(cycle.frame.text == "a")
        time.advance(by: .seconds(1))
        #expect(cycle.frame.text == "a!")
        subject.send("b")
        #expect(cycle.frame.text == "a!b")
        #expect(!cycle.isOver)
        cycle.stop()
        #expect(subject.send("c").outcome == .kept)
    }

    private func embed<M: Machine<String>>(
        _ machine: M, _ frames: Signal<Frame>
    ) -> MutatingLens<Signal<Frame>, any Machine<String>> {
        frames.lens(machine: machine, eventFilter: { $0.text = $1 }).map { _, machine in machine }
    }

    @Test("a machine that works already is only watched by a frame loop")
    func watched() {
        let subject = Kind.harvester.make(scheduler: time)
        let cycle = CycledLens(startingWith: Frame()) { embed(subject.machine, $0) }
        time.drive(cycle)
        subject.send("a")
        #expect(cycle.frame.text == "a")
        cycle.stop()
        subject.send("b")
        #expect(subject.state == "ab")
    }

    @Test("loops and machines alike are driven by virtual time")
    func driven() {
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(events: Signal<Int>.ticks(every: .seconds(1)), eventFilter: { $0.text = "\($1)" })
        }
        time.drive(cycle)
        let store = Kind.store.make(["a": Signal.just("!").delay(.seconds(2))])
        time.drive(store.machine)
        store.send("a")
        time.advance(by: .seconds(2))
        #expect(cycle.frame.text == "2")
        #expect(store.state == "a!")
    }

    @Test("reading the state inside a reducer is an error that names the mend", .waiting)
    func readsInReducer() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var store: Store<Int, Int>?
            store = Store(initial: 0, reduce: { state, _ in state = store?.state.value ?? 0 })
            store?.start()
            store?.send(1)
        }
        #expect(
            result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.contains("a reducer changes")
                == true)
    }
}

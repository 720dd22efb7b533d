import Cycle
import CycleHarvest
import CycleTesting
import Testing

@Suite("Harvester: its end")
@MainActor
struct HarvesterEndTests {
    private typealias Machine = Harvester<String, [String]>
    private typealias Mapping = Machine.EffectMapping<BasicEffectQueue, Never>

    private let time = VirtualTime()
    private let log = Log()

    /// Runs until it is cancelled.
    private var endless: Signal<String> {
        Signal { [log] _ in Subscription { log.write("cancelled") } }
    }

    private func machine(_ input: Signal<String> = .never) -> Machine {
        let endless = endless
        let mapping = Mapping { input, state in (state + [input], input == "go" ? Effect(endless) : .empty) }
        let harvester = Machine(state: [], input: input, mapping: mapping, scheduler: time)
        time.drive(harvester)
        return harvester
    }

    private func watch(_ harvester: Machine) -> [Subscription] {
        [
            harvester.replies.observe(finish: { [log] in log.write("replies finished") }) { [log] in
                log.write("reply \($0.input)")
            },
            harvester.$state.observe(finish: { [log] in log.write("state finished") }) { _ in },
        ]
    }

    @Test(
        "with the end of the inputs the effects are cancelled, then those who watch are told, and nothing is taken any more"
    )
    func endOfInputs() {
        let (inputs, inlet) = Signal<String>.pipe()
        let harvester = machine(inputs)
        let watching = watch(harvester)
        inlet.send("go")
        inlet.end()
        time.advance(steps: 1)
        #expect(log.lines == ["reply go", "cancelled", "state finished", "replies finished"])
        harvester.send("late")
        #expect(harvester.state == ["go"])
        for subscription in watching { subscription.cancel() }
    }

    @Test("inputs sent before the end are applied before it, those of effects that wait behind it are not")
    func inputsBeforeEnd() {
        let mapping = Mapping { input, state in
            (state + [input], input == "a" ? .nextInput("answer") : .empty)
        }
        let harvester = Machine(state: [], input: .from(["a", "b"]), mapping: mapping, scheduler: time)
        #expect(harvester.state == ["a", "b"])
    }

    @Test("stop cancels the effects, and stopping twice is stopping once")
    func stops() {
        let harvester = machine()
        let watching = watch(harvester)
        harvester.send("go")
        harvester.stop()
        harvester.stop()
        #expect(log.lines == ["reply go", "cancelled", "state finished", "replies finished"])
        for subscription in watching { subscription.cancel() }
    }

    @Test("a machine that nobody holds any more takes its effects along")
    func dies() {
        var harvester: Machine? = machine()
        weak let watched = harvester
        let watching = harvester.map(watch) ?? []
        harvester?.send("go")
        harvester = nil
        #expect(watched == nil)
        #expect(log.lines == ["reply go", "cancelled", "state finished", "replies finished"])
        for subscription in watching { subscription.cancel() }
    }

    @Test("stopped in the middle of a turn by an observer, it starts no effect and takes nothing more")
    func stopsInsideTurn() {
        let harvester = machine()
        let watching = harvester.replies.observe { [unowned harvester] reply in
            harvester.send("more")
            harvester.stop()
        }
        harvester.send("go")
        #expect(harvester.state == ["go"])
        #expect(log.lines == [])
        watching.cancel()
    }

    @Test("a watcher that comes after the end hears the last state, and that it is the last")
    func lateWatcher() {
        let harvester = machine()
        harvester.send("a")
        harvester.stop()
        let watching = harvester.$state.observe(finish: { [log] in log.write("finished") }) { [log] in
            log.write("\($0)")
        }
        #expect(log.lines == [#"["a"]"#, "finished"])
        watching.cancel()
    }

    @Test("an outlet may outlive its machine")
    func outletAlone() {
        var harvester: Machine? = machine()
        let replies = harvester?.replies
        harvester = nil
        replies?.observe(finish: { [log] in log.write("finished") }) { _ in }
        #expect(log.lines == ["finished"])
    }

    @Test("a machine lives as long as somebody holds it, or its state")
    func propertyHolds() {
        weak var weakly: Machine?
        var property: Property<[String]>?
        do {
            let harvester = machine()
            harvester.send("go")
            weakly = harvester
            property = harvester.$state.map { $0 }
        }
        #expect(weakly == nil)
        #expect(property?.value == ["go"])
        #expect(log.lines == [])
        property = nil
        #expect(log.lines == ["cancelled"])
    }

    @Test("Decision 11: run ends by itself with the inputs, and nothing is taken afterwards")
    func runEnds() async {
        let harvester = Machine(state: [], input: .from(["a", "b"]), mapping: Mapping { ($1 + [$0], .empty) })
        #expect(await harvester.run(on: time) == ["a", "b"])
        #expect(harvester.send("late").outcome == .stopped)
        #expect(await harvester.run(on: time) == ["a", "b"])
    }

    @Test("run ends when its condition holds, and cancels what still runs")
    func runUntil() async {
        let harvester = machine()
        harvester.send("go")
        let last = await harvester.run(until: { $0.last == "go" })
        #expect(last == ["go"])
        #expect(log.lines == ["cancelled"])
    }

    @Test("run ends with the inputs that another task sends")
    func runUntilInputsEnd() async {
        let (inputs, inlet) = Signal<String>.pipe()
        let harvester = machine(inputs)
        let sending = Task.detached {
            for number in 0..<1_000 { inlet.send("\(number)") }
            inlet.end()
        }
        let last = await harvester.run()
        await sending.value
        #expect(last == (0..<1_000).map { "\($0)" })
    }

    @Test("a task elsewhere reads states and replies until the end")
    func values() async {
        let harvester = machine()
        let states = harvester.$state.values(buffering: .unbounded)
        let replies = harvester.replies.values(buffering: .unbounded)
        harvester.send("a")
        harvester.send("b")
        harvester.stop()
        let reading = Task.detached {
            var seen: [String] = []
            for await state in states { seen.append("\(state.count)") }
            for await reply in replies { seen.append(reply.input) }
            return seen
        }
        #expect(await reading.value == ["0", "1", "2", "a", "b"])
    }

    @Test("a machine that sleeps has no alarm armed")
    func sleeps() {
        let harvester = machine()
        harvester.send("go")
        #expect(time.armedCount == 0)
        #expect(harvester.state == ["go"])
    }
}

import Cycle
import CycleHarvest
import CycleTesting
import Testing

/// The features of XState and similar libraries: guards, regions side by side, delays, invoked work, history.
@Suite("Programs of statecharts")
struct PeerMachineTests {
    private typealias Chart = Harvester<String, String>
    private typealias Mapping = Chart.EffectMapping<BasicEffectQueue, String>
    private typealias Work = Effect<String, BasicEffectQueue, String>

    private let time = VirtualTime()

    private func drive(_ mapping: Mapping, from state: String, start: Work = .empty) -> (
        chart: Chart, states: Collector<String>
    ) {
        let chart = Chart(state: state, effect: start, mapping: mapping)
        let states = Collector(chart)
        time.drive(chart)
        return (chart, states)
    }

    private func row(_ input: String, _ from: String, _ to: String, _ work: Work = nil) -> Mapping {
        input | from => to | work
    }

    @Test("of several ways with guards the first that holds is taken; without one the input is refused")
    func guards() {
        var isOpen = false
        let (chart, states) = drive(
            .reduce([
                Mapping { input, state in input == "go" && state == "a" && isOpen ? ("open", nil) : nil },
                Mapping { input, state in input == "go" && state == "a" && state.isEmpty ? ("never", nil) : nil },
                row("go", "a", "shut"),
            ]), from: "a")
        chart.send("go")
        isOpen = true
        chart.send("go")
        #expect(states.values == ["a", "shut"])
    }

    @Test("a delayed way is armed on entry, and disarmed when its state is left before")
    func delays() {
        let (chart, states) = drive(
            .reduce([
                row("timer", "green", "yellow", .cancel("after") + Work(time.after(1, "timer"), id: "after")),
                row("timer", "yellow", "red", nil), row("power", "green", "off", .cancel("after")),
                row("power", "off", "green", Work(time.after(3, "timer"), id: "after")),
            ]), from: "off")
        chart.send("power")
        time.advance(steps: 2)
        chart.send("power")
        time.advance(steps: 5)
        #expect(states.take() == ["off", "green", "off"])
        #expect(time.armedCount == 0)
        chart.send("power")
        time.advance(steps: 9)
        #expect(states.take() == ["green", "yellow", "red"])
    }

    @Test("invoked work is cancelled when its state is left, and what it had sent by then is not heard")
    func invoked() {
        let log = Log()
        let work = Signal<String> { sink in
            log.write("+")
            sink.send("progress")
            sink.send("progress")
            return Subscription { log.write("-") }
        }
        let (chart, states) = drive(
            .reduce([
                row("start", "idle", "busy", Work(work, id: "work")), row("progress", "busy", "done", .cancel("work")),
                row("progress", "done", "wrong"),
            ]), from: "idle")
        chart.send("start")
        #expect(states.values == ["idle", "busy", "done"])
        #expect(log.text == "+ -")
    }

    @Test("regions side by side take one input, and each its own")
    func regions() {
        struct Pair: Equatable {
            var left = "off"
            var right = "low"
        }
        typealias Both = Harvester<String, Pair>
        let toggle: [Both.Mapping] = [
            Chart.Mapping.reduce(.first, ["toggle" | "off" => "on", "toggle" | "on" => "off"])
                .transform(state: AffineTraversal(\Pair.left)),
            Chart.Mapping.reduce(.first, ["toggle" | "low" => "high"]).transform(state: AffineTraversal(\Pair.right)),
        ]
        let both = Both(state: Pair(), mapping: .reduce(.all, toggle))
        let replies = Collector(both.replies)
        time.drive(both)
        both.send("toggle")
        both.send("toggle")
        both.send("other")
        #expect(both.state == Pair(left: "off", right: "high"))
        #expect(replies.values.map { $0.toState != nil } == [true, true, false])
    }

    @Test("ways without an input are inputs to oneself, behind those that wait")
    func always() {
        let (chart, states) = drive(
            .reduce([
                row("go", "a", "b", .nextInput("") + .nextInput("next")), row("", "b", "c"), row("next", "c", "d"),
                row("other", "d", "e"),
            ]), from: "a")
        chart.send("go")
        chart.send("other")
        #expect(states.values == ["a", "b", "c", "d", "e"])
    }

    @Test("an input to oneself is taken whatever becomes of the effects of the default queue")
    func nextInputs() {
        enum Only: EffectQueueProtocol {
            case one
            var effectQueuePolicy: EffectQueuePolicy { .runOldest(maxCount: 1, .discardNew) }
            var effectQueueDelay: EffectQueueDelay { .constant(.seconds(5)) }
            static var defaultEffectQueue: Only { .one }
        }
        let harvester = Harvester<String, [String]>(
            state: [],
            mapping: Harvester<String, [String]>.EffectMapping<Only, Never> { input, state in
                (state + [input], input == "a" ? Effect(.never) + .nextInput("b") + .nextInput("c") : .empty)
            })
        time.drive(harvester)
        harvester.send("a")
        #expect(harvester.state == ["a", "b", "c"])
    }

    @Test("a state remembers where it was left, when the state says so")
    func history() {
        struct Player: Equatable {
            var now = "off"
            var last = "radio"
        }
        typealias Machine = Harvester<String, Player>
        let machine = Machine(
            state: Player(),
            mapping: Machine.EffectMapping<BasicEffectQueue, Never>.makeInout { input, player in
                switch (input, player.now) {
                case ("power", "off"): player.now = player.last
                case ("power", _): (player.last, player.now) = (player.now, "off")
                case ("mode", "radio"): player.now = "tape"
                case ("mode", "tape"): player.now = "radio"
                default: return nil
                }
                return .empty
            })
        let states = Collector(machine.$state.map(\.now))
        time.drive(machine)
        for input in ["mode", "power", "mode", "power", "power", "mode", "power"] { machine.send(input) }
        #expect(states.values == ["off", "radio", "tape", "off", "tape", "radio", "off"])
    }

    @Test("a way to the same state starts its work anew only where it says so")
    func selfTransitions() {
        let log = Log()
        let work = Work(
            Signal { _ in
                log.write("+")
                return Subscription { log.write("-") }
            }, id: "work")
        let (chart, states) = drive(
            .reduce([
                row("enter", "out", "in", work), row("inside", "in", "in"),
                row("again", "in", "in", .cancel("work") + work),
                row("leave", "in", "out", .cancel("work")),
            ]), from: "out")
        for input in ["enter", "inside", "again", "leave", "leave"] { chart.send(input) }
        #expect(states.values == ["out", "in", "in", "in", "out"])
        #expect(log.text == "+ - + -")
    }

    @Test("a run ends with its final state, and takes along what runs")
    func finalState() async {
        let log = Log()
        let chart = Chart(
            state: "a",
            effect: Work(
                Signal { _ in
                    log.write("+")
                    return Subscription { log.write("-") }
                }) + Work(.from(["b", "c", "d"])),
            mapping: Mapping { input, _ in (input, nil) })
        let last = await chart.run(on: time, until: { $0 == "c" })
        #expect(last == "c")
        #expect(log.text == "+ -")
    }

    @Test("a child machine is a part of a loop of frames, which answers it")
    func child() {
        let child = Chart(
            state: "idle",
            mapping: .reduce([row("start", "idle", "busy", Work(time.after(2, "done"))), row("done", "busy", "ready")]))
        let cycle = CycledLens(startingWith: [String]()) { frames in
            frames.lens(machine: child) { frame, state in frame.append(state) }
        }
        time.drive(cycle)
        child.send("start")
        time.advance(steps: 3)
        #expect(cycle.frame == ["idle", "busy", "ready"])
        cycle.stop()
    }
}

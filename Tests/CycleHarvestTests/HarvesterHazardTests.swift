import Cycle
import CycleHarvest
import CycleTesting
import Testing

/// The known faults of Harvest, RxAutomaton, ReactiveAutomaton and Actomaton, by their numbers in PEERS.md.
@Suite("Harvester: hazards of its peers")
@MainActor
struct HarvesterHazardTests {
    private typealias Machine = Harvester<String, [String]>
    private typealias Mapping = Machine.EffectMapping<Lane, String>
    private typealias Answer = Machine.Effect<String, Lane, String>

    private let time = VirtualTime()

    private func machine(
        start: Answer = .empty, _ answers: [String: Answer] = [:], input: Signal<String> = .never
    ) -> Machine {
        let mapping = Mapping { input, state in (state + [input], answers[input] ?? .empty) }
        let harvester = Machine(state: [], effect: start, input: input, mapping: mapping, scheduler: time)
        time.drive(harvester)
        return harvester
    }

    @Test("H21: an effect that answers at once loses no update, in every one of 200 runs")
    func synchronousEffects() {
        for _ in 0..<200 {
            let harvester = machine(["go": .nextInput("x") + .nextInput("y"), "x": .nextInput("z")])
            var told: [String] = []
            let watching = [
                harvester.replies.observe { told.append("reply \($0.input)") },
                harvester.$state.observe { told.append("state \($0.last ?? "")") },
            ]
            harvester.send("go")
            #expect(harvester.state == ["go", "x", "y", "z"])
            #expect(
                told == [
                    "state ", "state go", "reply go", "state x", "reply x", "state y", "reply y", "state z", "reply z",
                ])
            for subscription in watching { subscription.cancel() }
        }
    }

    @Test("H22: a machine without a world performs its initial effect, in all of its queues")
    func initialEffect() {
        let start: Answer =
            .init(.just("a")) + .init(.just("b"), queue: .flattened(.latest))
            + .init(.just("c"), queue: .flattened(.concat))
        #expect(machine(start: start).state == ["a", "b", "c"])
    }

    @Test("the state that was left is gone: nothing of it lives on in the machine")
    func forgetsOldState() {
        final class Token {}
        let harvester = Harvester<String, Token?>(
            state: nil, mapping: .makeInout { input, state in state = input == "make" ? Token() : nil })
        time.drive(harvester)
        harvester.send("make")
        weak let token = harvester.state
        #expect(token != nil)
        harvester.send("drop")
        #expect(token == nil)
    }

    @Test("H22: a machine that runs or was stopped is held by nobody but its owner")
    func isNotLeaked() {
        weak var running: Machine?
        weak var stopped: Machine?
        do {
            let first = machine(start: Effect(.never), ["go": Effect(.never)])
            first.send("go")
            let second = machine(start: Effect(Signal.just("late").delay(.seconds(9))))
            second.stop()
            running = first
            stopped = second
            #expect(running != nil && stopped != nil)
        }
        #expect(running == nil)
        #expect(stopped == nil)
        time.advance(steps: 10)
    }

    @Test("H22: threads send through an inlet while the owner sends: nothing is lost, each thread's order is kept")
    func threads() async {
        let (inputs, inlet) = Signal<String>.pipe()
        let harvester = machine(input: inputs)
        let total = 4 * 500 + 500
        let sending = (0..<4).map { thread in
            Task.detached { for number in 0..<500 { inlet.send("\(thread) \(number)") } }
        }
        let owner = Task { @MainActor in for number in 0..<500 { harvester.send("4 \(number)") } }
        let last = await harvester.run(until: { $0.count == total })
        for task in sending { await task.value }
        await owner.value
        #expect(last.count == total)
        for thread in 0..<5 {
            let own = last.filter { $0.hasPrefix("\(thread) ") }
            #expect(own == (0..<500).map { "\(thread) \($0)" })
        }
    }

    @Test("H23: an effect is started once for each input, whoever watches")
    func startsOnce() {
        var starts = 0
        let counted = Signal<String> { sink in
            starts += 1
            sink.end()
            return Subscription()
        }
        let harvester = machine(["go": Effect(counted)])
        let watching = (0..<3).flatMap { _ in [harvester.replies.observe { _ in }, harvester.$state.observe { _ in }] }
        harvester.send("go")
        #expect(starts == 1)
        for subscription in watching { subscription.cancel() }
    }

    @Test("H23: an input is applied when it is sent, however slow the scheduler is")
    func appliesAtOnce() {
        let harvester = machine()
        harvester.send("a")
        #expect(harvester.state == ["a"])
        #expect(time.now == .zero)
    }

    @Test("H24: effects that answer at once and observers that send neither trap nor nest")
    func reentrance() {
        let harvester = machine(["a": .nextInput("b")])
        var depth = 0
        var deepest = 0
        let watching = harvester.replies.observe { [unowned harvester] reply in
            depth += 1
            deepest = max(deepest, depth)
            if reply.input == "b" { for _ in 0..<3 { harvester.send("c") } }
            depth -= 1
        }
        harvester.send("a")
        #expect(harvester.state == ["a", "b", "c", "c", "c"])
        #expect(deepest == 1)
        watching.cancel()
    }

    @Test("H24: an initial cancel is no lasting curse")
    func initialCancel() {
        let harvester = machine(start: .cancel { _ in true }, ["go": Effect(time.after(1, "done"), id: "x")])
        harvester.send("go")
        time.advance(steps: 1)
        #expect(harvester.state == ["go", "done"])
    }

    @Test("H25: effects combined in one answer start in their order")
    func combinedOrder() {
        for _ in 0..<100 {
            let all = Answer.combine(
                (0..<20).map { .init(.just("\($0)"), queue: $0.isMultiple(of: 2) ? .plain : .flattened(.concat)) })
            #expect(machine(["go": all], sending: "go") == ["go"] + (0..<20).map { "\($0)" })
        }
    }

    private func machine(_ answers: [String: Answer], sending input: String) -> [String] {
        let harvester = machine(answers)
        harvester.send(input)
        return harvester.state
    }

    @Test("H25: suspended effects are gone with their machine")
    func suspendedEffects() {
        var starts: [String] = []
        let noting = { (name: String) in
            Signal<String> { _ in
                starts.append(name)
                return Subscription { starts.append("\(name) cancelled") }
            }
        }
        let lane = Lane.ruled(.runOldest(maxCount: 1, .suspendNew))
        let harvester = machine(["go": .init(noting("a"), queue: lane) + .init(noting("b"), queue: lane)])
        harvester.send("go")
        harvester.stop()
        #expect(starts == ["a", "a cancelled"])
    }

    @Test("two machines that feed each other do not deadlock, and lose nothing")
    func twoMachines() {
        let first = machine()
        let second = machine()
        let watching = [
            first.replies.observe { [unowned second] in if $0.input.count < 10 { second.send($0.input + ">") } },
            second.replies.observe { [unowned first] in if $0.input.count < 10 { first.send($0.input + "<") } },
        ]
        first.send("a")
        #expect(first.state == ["a", "a><", "a><><", "a><><><", "a><><><><"])
        #expect(second.state == ["a>", "a><>", "a><><>", "a><><><>", "a><><><><>"])
        for subscription in watching { subscription.cancel() }
    }

    @Test("an outlet's signal carries values into another loop")
    func outletSignal() {
        let source = machine()
        let target = machine(input: source.$state.producer.map { "saw \($0.count)" })
        source.send("a")
        source.send("b")
        time.advance(by: .zero)
        #expect(target.state == ["saw 0", "saw 1", "saw 2"])
    }
}

import Cycle
import CycleHarvest
import CycleTesting
import Testing

@Suite("Harvester")
struct HarvesterTests {
    private typealias Machine = Harvester<String, [String]>
    private typealias Mapping = Machine.EffectMapping<BasicEffectQueue, String>
    private typealias Answer = Machine.Effect<String, BasicEffectQueue, String>

    private let time = VirtualTime()
    private let log = Log()

    /// Collects its inputs; knows no way for `no`.
    private func collecting(
        _ answers: [String: Answer] = [:], start: Answer = .empty, input: Signal<String> = .never
    ) -> Machine {
        let mapping = Mapping { input, state in
            input == "no" ? nil : (state + [input], answers[input] ?? .empty)
        }
        return Machine(state: [], effect: start, input: input, mapping: mapping)
    }

    @Test("the mapping is asked once for each input, however many watch")
    func asksOnce() {
        var asked = 0
        let mapping = Machine.Mapping { input, state in
            asked += 1
            return state + [input]
        }
        let harvester = Machine(state: [], mapping: mapping, scheduler: time)
        let watching = [
            harvester.replies.observe { _ in }, harvester.replies.observe { _ in }, harvester.$state.observe { _ in },
        ]
        harvester.send("a")
        harvester.send("b")
        #expect(asked == 2)
        for subscription in watching { subscription.cancel() }
    }

    @Test("every input has a reply: success with both states, failure with the state that stays")
    func replies() {
        let harvester = collecting()
        time.drive(harvester)
        var replies: [Machine.Reply] = []
        let watching = harvester.replies.observe { replies.append($0) }
        harvester.send("a")
        harvester.send("no")
        #expect(
            replies == [
                .success(.init(input: "a", fromState: [], toState: ["a"])),
                .failure(.init(input: "no", fromState: ["a"])),
            ])
        #expect(replies.map(\.input) == ["a", "no"])
        #expect(replies.map(\.fromState) == [[], ["a"]])
        #expect(replies.map(\.toState) == [["a"], nil])
        watching.cancel()
        harvester.send("b")
        #expect(replies.count == 2)
    }

    @Test("$state tells the latest state at once; replies are not repeated for who comes late")
    func late() {
        let harvester = collecting()
        time.drive(harvester)
        harvester.send("a")
        var states: [[String]] = []
        var replies = 0
        let watching = [
            harvester.$state.observe { states.append($0) }, harvester.replies.observe { _ in replies += 1 },
        ]
        #expect(states == [["a"]])
        #expect(replies == 0)
        harvester.send("no")
        harvester.send("b")
        #expect(states == [["a"], ["a", "b"]])
        #expect(replies == 2)
        for subscription in watching { subscription.cancel() }
    }

    @Test("Decision 7: a state is told for every successful transition, equal or not")
    func equalStates() {
        let harvester = Harvester<Int, Int>(
            state: 0, mapping: .makeInout { input, state in state = input }, scheduler: time)
        var states: [Int] = []
        let watching = harvester.$state.observe { states.append($0) }
        for input in [0, 1, 1] { harvester.send(input) }
        #expect(states == [0, 0, 1, 1])
        watching.cancel()
    }

    @Test("Decision 9: state, then replies, then effects, in the order in which they were declared")
    func order() {
        let log = log
        let noting = { (name: String) in
            Signal<String> { sink in
                log.write("start \(name)")
                sink.send(name)
                sink.end()
                return Subscription()
            }
        }
        let harvester = collecting(["go": Effect(noting("x")) + Effect(noting("y"))])
        let watching = [
            harvester.replies.observe { log.write("reply 1 \($0.input)") },
            harvester.$state.observe { log.write("state \($0)") },
            harvester.replies.observe { [unowned harvester] in log.write("reply 2 \($0.input) \(harvester.state.count)")
            },
        ]
        time.drive(harvester)
        harvester.send("go")
        #expect(
            log.lines == [
                "state []", "state [\"go\"]", "reply 1 go", "reply 2 go 1", "start x", "start y",
                "state [\"go\", \"x\"]", "reply 1 x", "reply 2 x 2",
                "state [\"go\", \"x\", \"y\"]", "reply 1 y", "reply 2 y 3",
            ])
        for subscription in watching { subscription.cancel() }
    }

    @Test("Decision 9: what a mapping, an observer or an effect sends waits until the turn is over")
    func sendingInsideTurn() {
        var sender: ((String) -> Void)?
        let mapping = Mapping { input, state in
            if input == "a" { sender?("from mapping") }
            let starting = Signal<String> { sink in
                sender?("from effect")
                return Subscription()
            }
            return (state + [input], input == "a" ? Effect(starting) : .empty)
        }
        let harvester = Machine(state: [], mapping: mapping, scheduler: time)
        sender = { [unowned harvester] in harvester.send($0) }
        let watching = harvester.replies.observe { [unowned harvester, log] reply in
            if reply.input == "a" { harvester.send("from observer") }
            log.write("\(reply.input): \(harvester.state.count).")
        }
        harvester.send("a")
        #expect(harvester.state == ["a", "from mapping", "from observer", "from effect"])
        #expect(log.text == "a: 1. from mapping: 2. from observer: 3. from effect: 4.")
        watching.cancel()
    }

    @Test("Decision 1: inputs of before the start wait for it, in order")
    func early() {
        let (inputs, inlet) = Signal<String>.pipe()
        let harvester = collecting(input: inputs)
        harvester.send("a")
        inlet.send("b")
        #expect(harvester.state == [])
        time.drive(harvester)
        #expect(harvester.state == ["a", "b"])
    }

    @Test("Decision 2: nothing is told of the start, and an effect that starts it comes first")
    func startIsSilent() {
        let harvester = collecting(start: .nextInput("started"))
        var replies: [String] = []
        let watching = harvester.replies.observe { replies.append("\($0)") }
        time.drive(harvester)
        #expect(replies == [#"started: [] -> ["started"]"#])
        watching.cancel()
    }

    @Test("Decision 5: an input that fails leaves a running effect alone")
    func failureCancelsNothing() {
        let harvester = collecting(["a": Effect(time.after(2, "done"))])
        time.drive(harvester)
        harvester.send("a")
        harvester.send("no")
        time.advance(steps: 2)
        #expect(harvester.state == ["a", "done"])
    }

    @Test("Decision 8: two effects that answer each other's inputs for long both make progress")
    func fairness() {
        var ends = 0
        let mapping = Harvester<String, [String: Int]>.EffectMapping<BasicEffectQueue, Never> { input, state in
            var next = state
            next[input, default: 0] += 1
            guard let count = next[input], count < 1_000 else {
                ends += 1
                return (next, .empty)
            }
            // The other one is never more than one step behind.
            #expect(abs((next["a"] ?? 0) - (next["b"] ?? 0)) <= 1)
            return (next, .nextInput(input))
        }
        let harvester = Harvester<String, [String: Int]>(
            state: [:], effect: .nextInput("a") + .nextInput("b"), mapping: mapping, scheduler: time)
        #expect(harvester.state == ["a": 1_000, "b": 1_000])
        #expect(ends == 2)
    }

    @Test("the same inputs at the same times give the same replies, always")
    func isDeterministic() {
        let lanes: [Lane] = [.plain, .flattened(.latest), .flattened(.concurrent(2)), .flattened(.first)]
        func run(seed: UInt64) -> String {
            var chance = Chance(seed: seed)
            let time = VirtualTime()
            var answers: [String: Answering.Answer] = [:]
            for name in ["a", "b", "c", "d"] {
                answers[name] = Effect(time.twice(name), queue: chance.pick(lanes), id: chance.pick(["x", "y"]))
                answers["\(name)1"] = chance.pick([.nextInput("e1"), .cancel(chance.pick(["x", "y"])), .empty])
            }
            let machine = Answering(answers)
            machine.play((0..<20).map { _ in chance.pick(["a", "b", "c", "d", ""]) })
            return machine.log.text
        }
        for seed in 1...50 as ClosedRange<UInt64> {
            let first = run(seed: seed)
            #expect(first == run(seed: seed), "seed \(seed)")
        }
    }
}

/// Chance with a seed, for tests that print it.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func pick<Value>(_ values: [Value]) -> Value {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return values[Int((state >> 33) % UInt64(values.count))]
    }
}

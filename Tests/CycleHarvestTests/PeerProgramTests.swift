import Cycle
import CycleHarvest
import CycleTesting
import Testing

/// The demands of the test suites of Harvest, ReactiveAutomaton and Actomaton on a state machine.
@Suite("Programs of the test suites of other state machines")
struct PeerProgramTests {
    private enum State: String {
        case out, loggingIn, loggedIn, loggingOut
    }

    private enum Input: String {
        case login, loginOK, logout, logoutOK, force
    }

    private typealias Machine = Harvester<Input, State>
    private typealias Mapping = Machine.EffectMapping<BasicEffectQueue, String>
    private typealias Work = Effect<Input, BasicEffectQueue, String>

    private let time = VirtualTime()

    private func after(_ input: Input) -> Work { Work(time.after(1, input), id: "answer") }

    private var table: [Mapping] {
        [
            .login | .out => .loggingIn | after(.loginOK),
            .loginOK | .loggingIn => .loggedIn | nil,
            .logout | .loggedIn => .loggingOut | after(.logoutOK),
            .logoutOK | .loggingOut => .out | nil,
        ]
    }

    private func states(_ mapping: Mapping, start: Work = .empty, sends: Bool = true) -> [State] {
        let machine = Machine(state: .out, effect: start, mapping: mapping)
        let states = Collector(machine)
        time.drive(machine)
        for input in [Input.login, .logout] {
            if sends || input == .logout { machine.send(input) }
            time.advance(steps: 2)
        }
        return states.values
    }

    // MARK: Harvest and ReactiveAutomaton

    @Test("a table, a function and a function in place are one machine")
    func forms() {
        let all: [State] = [.out, .loggingIn, .loggedIn, .loggingOut, .out]
        #expect(states(.reduce(table)) == all)
        #expect(states(.reduce(.first, table)) == all)
        #expect(
            states(
                Mapping { input, state in
                    switch (state, input) {
                    case (.out, .login): (.loggingIn, after(.loginOK))
                    case (.loggingIn, .loginOK): (.loggedIn, .empty)
                    case (.loggedIn, .logout): (.loggingOut, after(.logoutOK))
                    case (.loggingOut, .logoutOK): (.out, .empty)
                    default: nil
                    }
                }) == all)
        #expect(
            states(
                .makeInout { input, state in
                    switch (state, input) {
                    case (.out, .login):
                        state = .loggingIn
                        return after(.loginOK)
                    case (.loggingIn, .loginOK):
                        state = .loggedIn
                        return .empty
                    case (.loggedIn, .logout):
                        state = .loggingOut
                        return after(.logoutOK)
                    case (.loggingOut, .logoutOK):
                        state = .out
                        return .empty
                    default:
                        state = .out
                        return nil
                    }
                }) == all)
    }

    @Test("an initial effect begins the chain by itself")
    func initialEffect() {
        let machine = Machine(state: .out, effect: after(.login), mapping: .reduce(table))
        let states = Collector(machine)
        time.drive(machine)
        #expect(states.values == [.out])
        time.advance(steps: 1)
        #expect(states.take() == [.out, .loggingIn])
        time.advance(steps: 1)
        #expect(states.take() == [.loggedIn])
    }

    @Test("the effect of an input runs in its world")
    func world() {
        let mapping = Machine.EffectMappingInWorld<VirtualTime, BasicEffectQueue, String> { input, _, time in
            input == .login ? (.loggingIn, Work(time.after(2, .loginOK))) : input == .loginOK ? (.loggedIn, nil) : nil
        }
        let machine = Machine(state: .out, mapping: mapping, world: time)
        time.drive(machine)
        machine.send(.login)
        time.advance(steps: 1)
        #expect(machine.state == .loggingIn)
        time.advance(steps: 1)
        #expect(machine.state == .loggedIn)
    }

    @Test("inputs from outside are a subset, embedded in those of the machine")
    func externalInputs() {
        enum External {
            case login, logout
        }
        let (outside, inlet) = Signal<External>.pipe()
        let machine = Machine(
            state: .out, input: outside.map { $0 == .login ? .login : .logout }, mapping: .reduce(table))
        time.drive(machine)
        inlet.send(.login)
        time.advance(steps: 2)
        #expect(machine.state == .loggedIn)
        inlet.send(.logout)
        time.advance(steps: 2)
        #expect(machine.state == .out)
    }

    @Test("any stands for every input and for every state, and rows above it come first")
    func anyInputAndState() {
        let rows: [Machine.Mapping] = [
            .login | any => .loggingIn, any | .loggingIn => .loggedIn, any | any => .out,
        ]
        let machine = Machine(state: .out, mapping: .reduce(rows))
        let states = Collector(machine)
        time.drive(machine)
        for input in [Input.login, .login, .logout, .logout] { machine.send(input) }
        #expect(states.values == [.out, .loggingIn, .loggingIn, .loggedIn, .out])
    }

    @Test("a timer is started by an input and cancelled by its id")
    func timer() {
        typealias Clock = Harvester<String, Int>
        let mapping = Clock.EffectMapping<BasicEffectQueue, String> { input, count in
            switch input {
            case "start": (count, Effect(Signal.ticks(every: .seconds(1)).map { "\($0)" }, id: "timer"))
            case "stop": (count, .cancel("timer"))
            default: (Int(input) ?? count, .empty)
            }
        }
        let clock = Clock(state: 0, mapping: mapping)
        time.drive(clock)
        time.advance(steps: 2)
        #expect(clock.state == 0)
        clock.send("start")
        time.advance(steps: 2)
        #expect(clock.state == 2)
        clock.send("stop")
        time.advance(steps: 5)
        #expect(clock.state == 2)
        #expect(time.armedCount == 0)
    }

    @Test("cancelling by an id that nothing has is a failure of the table, or nothing")
    func cancelsByID() {
        typealias Request = Harvester<String, String>
        let mapping = Request.EffectMapping<BasicEffectQueue, String> { input, state in
            switch (state, input) {
            case ("idle", "request"): ("busy", Effect(time.after(2, "ok"), id: "foo"))
            case ("busy", "cancel foo"): ("idle", .cancel("foo"))
            case ("busy", "cancel bar"): ("busy", .cancel("bar"))
            case ("busy", "ok"): ("done", nil)
            default: nil
            }
        }
        let request = Request(state: "idle", mapping: mapping)
        let replies = Collector(request.replies)
        time.drive(request)
        for input in ["request", "cancel", "cancel bar", "cancel foo"] { request.send(input) }
        time.advance(steps: 3)
        #expect(request.state == "idle")
        request.send("request")
        time.advance(steps: 3)
        #expect(
            replies.values.map(\.description) == [
                "request: idle -> busy", "cancel: busy x", "cancel bar: busy -> busy", "cancel foo: busy -> idle",
                "request: idle -> busy", "ok: busy -> done",
            ])
    }

    @Test("the end of the inputs cancels an effect that is on its way, and is told")
    func endOfInputs() {
        let (inputs, inlet) = Signal<Input>.pipe()
        let machine = Machine(state: .out, input: inputs, mapping: .reduce(table))
        var told: [String] = []
        machine.replies.observe(finish: { told.append("end") }) { told.append($0.input.rawValue) }
        time.drive(machine)
        inlet.send(.login)
        time.advance(by: .zero)
        inlet.end()
        time.advance(steps: 5)
        #expect(told == ["login", "end"])
        #expect(machine.state == .loggingIn)
        #expect(machine.send(.loginOK).outcome == .stopped)
    }

    @Test("a machine that is released while an effect is on its way completes its replies")
    func released() {
        var told: [String] = []
        var machine: Machine? = Machine(state: .out, mapping: .reduce(table))
        machine?.replies.observe(finish: { told.append("end") }) { told.append($0.input.rawValue) }
        if let machine { time.drive(machine) }
        machine?.send(.login)
        weak let gone = machine
        machine = nil
        #expect(gone == nil)
        time.advance(steps: 5)
        #expect(told == ["login", "end"])
    }

    @Test("feedbacks by filter answer the inputs that pass")
    func feedbacks() {
        let rows: [Machine.Mapping] = [
            .login | .out => .loggingIn, .loginOK | .loggingIn => .loggedIn, .logout | .loggedIn => .loggingOut,
            .logoutOK | .loggingOut => .out,
        ]
        let machine = Machine(
            state: .out, mapping: .reduce(.first, rows),
            feedback: .reduce([
                Machine.Feedback(filter: { $0.input == .login }, produce: { [time] _ in time.after(1, .loginOK) }),
                Machine.Feedback(filter: { $0.input == .logout }, produce: { [time] _ in time.after(1, .logoutOK) }),
            ]))
        let states = Collector(machine)
        time.drive(machine)
        machine.send(.login)
        time.advance(steps: 1)
        machine.send(.logout)
        time.advance(steps: 1)
        #expect(states.values == [.out, .loggingIn, .loggedIn, .loggingOut, .out])
    }

    // MARK: Actomaton

    private func finished(
        _ policy: EffectQueuePolicy, delay: Int = 0, lasting: Int, _ ids: [String] = ["1", "2", "3", "4"]
    ) -> (log: String, started: String) {
        let started = Log()
        let lane = Lane.delayed(policy, delay == 0 ? .none : .constant(.seconds(delay)))
        let machine = Answering(
            Dictionary(
                uniqueKeysWithValues: ids.map { id in
                    let effect = Signal<String> { [time] sink in
                        started.write(id)
                        return time.after(lasting, "\(id)0").run(inside: sink) { sink.send($0) }
                    }
                    return (id, Effect(effect, queue: lane, id: id))
                }))
        for id in ids { machine.send(id) }
        machine.time.advance(steps: 40)
        return (machine.log.lines.filter { $0.contains("0@") }.joined(separator: " "), started.text)
    }

    @Test("delays, policies and their combinations")
    func queues() {
        #expect(finished(.unlimited, delay: 3, lasting: 2) == ("10@2 20@5 30@8 40@11", "1 2 3 4"))
        #expect(finished(.runNewest(maxCount: .max), delay: 3, lasting: 2) == ("10@2 20@5 30@8 40@11", "1 2 3 4"))
        #expect(
            finished(.runOldest(maxCount: 2, .suspendNew), delay: 2, lasting: 3) == ("10@3 20@5 30@7 40@9", "1 2 3 4"))
        #expect(finished(.runOldest(maxCount: 2, .discardNew), delay: 2, lasting: 3) == ("10@3 20@5", "1 2"))
        // Actomaton runs what was cancelled while delayed, and counts it: 3 at 4, 4 at 6.
        #expect(finished(.runNewest(maxCount: 2), delay: 2, lasting: 1) == ("30@3 40@5", "1 3 4"))
        #expect(finished(.runNewest(maxCount: 1), lasting: 1) == ("40@1", "1 2 3 4"))
        #expect(finished(.runNewest(maxCount: 2), lasting: 1) == ("30@1 40@1", "1 2 3 4"))
        #expect(finished(.runOldest(maxCount: 1, .discardNew), lasting: 1) == ("10@1", "1"))
        #expect(finished(.runOldest(maxCount: 2, .discardNew), lasting: 1) == ("10@1 20@1", "1 2"))
        #expect(finished(.runOldest(maxCount: 1, .suspendNew), lasting: 1) == ("10@1 20@2 30@3 40@4", "1 2 3 4"))
        #expect(finished(.runOldest(maxCount: 2, .suspendNew), lasting: 1) == ("10@1 20@1 30@2 40@2", "1 2 3 4"))
    }

    @Test("an effect that waits in a queue of one is cancelled with the running one, and never starts")
    func cancelsPending() {
        let lane = Lane.ruled(.runOldest(maxCount: 1, .suspendNew))
        let machine = Answering([
            "a": Effect(time.after(1, "a0"), queue: lane, id: "1"),
            "b": Effect(time.after(1, "b0"), queue: lane, id: "2"),
            "stop": .cancel { $0.count == 1 },
        ])
        machine.send("a")
        machine.send("b")
        machine.time.advance(steps: 3)
        #expect(machine.answers == "a0@1 b0@2")
        for input in ["a", "b", "stop"] { machine.send(input) }
        machine.time.advance(steps: 9)
        #expect(machine.answers == "a0@1 b0@2")
    }

    @Test("a chain in a queue of the newest goes on by itself, and is cut off by another effect of that queue")
    func newestChain() {
        let lane = Lane.flattened(.latest)
        let chain: [String: Answering.Answer] = [
            "1": Effect(time.after(1, "2"), queue: lane), "2": Effect(time.after(1, "3"), queue: lane), "3": nil,
            "end": Effect(.never, queue: lane),
        ]
        let whole = Answering(chain)
        whole.play(["1"])
        #expect(whole.log.text == "1@0 2@1 3@2")
        let cut = Answering(chain)
        cut.play(["1", "end"], thenFor: 9)
        // At one instant the inputs of effects come first: their time has come, then somebody sends.
        #expect(cut.log.text == "1@0 2@1 end@1")
    }

    @Test("an input is settled when the last effect of its chain has ended")
    func settled() {
        let machine = Answering([
            "1": Effect(time.after(1, "2")), "2": Effect(time.twice("t").merge(with: time.after(5, "3"))),
            "3": Effect(time.after(1, "4")),
        ])
        let result = machine.harvester.send("1")
        var count = 0
        while !result.isSettled, count < 20 {
            machine.time.advance(steps: 1)
            count += 1
        }
        #expect(count == 7)
        #expect(machine.log.text == "1@0 2@1 t1@3 t2@5 3@6 4@7")
    }
}

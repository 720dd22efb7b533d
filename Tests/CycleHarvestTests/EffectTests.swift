import Cycle
import CycleHarvest
import CycleTesting
import Testing

@Suite("Harvester: effects")
struct EffectTests {
    private typealias Answer = Answering.Answer
    private let time = VirtualTime()

    private func task(_ name: String, id: String? = nil) -> Answer {
        Effect(time.twice(name), id: id)
    }

    @Test("a signal is started when its input succeeds, once, and never when it fails")
    func isColdAndSubscribedOnce() {
        var starts = 0
        let counted = Signal<Int> { sink in
            starts += 1
            sink.send(10)
            sink.end()
            return Subscription()
        }
        let harvester = Harvester<Int, Int>(
            state: 0,
            mapping: Harvester<Int, Int>.EffectMapping<BasicEffectQueue, Never> { input, state in
                switch input {
                case 1: (state + 1, Effect(counted))
                case 10: (state + 10, .empty)
                default: nil
                }
            }, scheduler: time)
        #expect(starts == 0)
        harvester.send(5)
        #expect(starts == 0)
        harvester.send(1)
        #expect(starts == 1)
        #expect(harvester.state == 11)
    }

    @Test("cancelling by id stops every effect with that id, in all queues, and no other")
    func cancelsByID() {
        let machine = Answering([
            "a": task("a", id: "x"), "b": Effect(time.twice("b"), queue: .flattened(.concat), id: "x"),
            "c": task("c", id: "y") + task("d"), "stop": .cancel("x"),
        ])
        machine.play(["a", "b", "c", "stop"])
        #expect(machine.answers == "a1@2 b1@3 c1@4 d1@4 c2@6 d2@6")
    }

    @Test("Decision 6: cancelling by predicate looks at ids, an effect without one goes on")
    func cancelsByPredicate() {
        let machine = Answering([
            "a": task("a", id: "x1"), "b": task("b", id: "y1"), "c": task("c"), "stop": .cancel { _ in true },
            "stop x": .cancel { $0.hasPrefix("x") },
        ])
        machine.play(["a", "b", "stop x", "c", "stop"])
        #expect(machine.answers == "a1@2 b1@3 c1@5 c2@7")
    }

    @Test("cancelling what does not run does nothing")
    func cancelsNothing() {
        let machine = Answering(["a": task("a", id: "x"), "stop": .cancel("y")])
        machine.play(["a", "stop", "stop"])
        #expect(machine.log.text == "a@0 stop@1 a1@2 stop@2 a2@4")
    }

    @Test("Decision 6: inside one effect, left to right: cancel + task restarts, task + cancel leaves nothing running")
    func leftToRight() {
        let restarting = Answering(["a": .cancel("x") + task("a", id: "x")])
        restarting.play(["a", "a"])
        #expect(restarting.answers == "a1@3 a2@5")

        let ending = Answering(["a": task("a", id: "x") + .cancel("x")])
        ending.play(["a", "a"])
        #expect(ending.answers == "")
        #expect(ending.time.armedCount == 0)
    }

    @Test("Decision 4: an effect that emits three inputs at once and ends delivers three")
    func finishedEffectsArrive() {
        let machine = Answering([
            "a": Effect(.from(["a1", "a2", "a3"]), id: "x") + .cancel("x"),
            "b": Effect(.from(["b1", "b2"]), queue: .flattened(.latest)),
        ])
        machine.send("a")
        machine.send("b")
        machine.send("b")
        #expect(machine.log.text == "a@0 a1@0 a2@0 a3@0 b@0 b1@0 b2@0 b@0 b1@0 b2@0")
    }

    @Test("Decision 4: the inputs of a cancelled effect never arrive, not even those that wait for their turn")
    func cancelledEffectsAreSilent() {
        let endless = Signal<String> { sink in
            for number in 1...3 { sink.send("n\(number)") }
            return Subscription()
        }
        let byID = Answering([
            "a": Effect(endless, id: "x") + Effect(.just("stop")), "n1": .cancel("x"), "stop": .cancel("x"),
        ])
        byID.send("a")
        #expect(byID.log.text == "a@0 n1@0 stop@0")

        let byQueue = Answering([
            "a": Effect(endless, queue: .flattened(.latest)),
            "n1": Effect(.just("m"), queue: .flattened(.latest)),
        ])
        byQueue.send("a")
        #expect(byQueue.log.text == "a@0 n1@0 m@0")
    }

    @Test("an effect that goes on sending after it was cancelled is not heard")
    func ignoredCancellation() {
        var emit: ((String) -> Void)?
        let stubborn = Signal<String> { sink in
            emit = sink.send
            return Subscription()
        }
        let machine = Answering(["a": Effect(stubborn, id: "x"), "stop": .cancel("x")])
        machine.send("a")
        emit?("a1")
        machine.harvester.drain()
        machine.send("stop")
        emit?("a2")
        machine.harvester.drain()
        #expect(machine.log.text == "a@0 a1@0 stop@0")
    }

    @Test("effects are a monoid: empty and nil are nothing, + and combine keep the order")
    func monoid() {
        let effect: Answer = .empty + nil + .nextInput("n1") + Signal.just("n2").toEffect() + .empty
        let machine = Answering(["a": effect, "b": .combine([.nextInput("n3"), nil, .nextInput("n4")])])
        machine.send("a")
        machine.send("b")
        #expect(machine.log.text == "a@0 n1@0 n2@0 b@0 n3@0 n4@0")
    }

    @Test("mapInput, mapQueue and transformID change what the machine sees, and leave cancelling as it was")
    func transforms() {
        let time = time
        let part = Effect<Int, BasicEffectQueue, Int>(.just(7).delay(.seconds(1)), id: 1)
        let inWhole: (Effect<Int, BasicEffectQueue, Int>) -> Answer = { effect in
            effect.mapInput { "n\($0)" }.mapQueue { _ in Lane.flattened(.latest) }
                .transformID({ "part \($0)" }, { id in id.hasPrefix("part ") ? Int(id.dropFirst(5)) : nil })
        }
        let answers = [
            "a": inWhole(part), "b": Effect(time.twice("b"), id: "1"), "stop": inWhole(.cancel(1)),
            "stop all": inWhole(.cancel { _ in true }),
        ]
        let undisturbed = Answering(answers)
        undisturbed.play(["a"])
        #expect(undisturbed.answers == "n7@1")

        let replaced = Answering(answers.merging(["c": inWhole(.init(.just(8)))]) { first, _ in first })
        replaced.send("a")
        replaced.send("c")
        replaced.time.advance(steps: 5)
        #expect(replaced.answers == "n8@0")

        for stop in ["stop", "stop all"] {
            let stopped = Answering(answers)
            stopped.send("a")
            stopped.send("b")
            stopped.send(stop)
            stopped.time.advance(steps: 9)
            #expect(stopped.answers == "b1@2 b2@4")
        }
    }

    @Test("the initial effect reaches every queue, and comes before every input")
    func initialEffect() {
        let start: Answer =
            Effect(time.twice("a")) + Effect(time.twice("b"), queue: .flattened(.latest))
            + Effect(.just("c1"), queue: .flattened(.concat))
        let machine = Answering(start: start, [:])
        machine.play(["go"], thenFor: 9)
        #expect(machine.answers == "c1@0 a1@2 b1@2 a2@4 b2@4")
        #expect(machine.log.lines.first == "c1@0")
    }

    @Test("an initial cancel touches no later effect")
    func initialCancel() {
        let machine = Answering(start: .cancel { _ in true }, ["a": task("a", id: "x")])
        machine.play(["a"])
        #expect(machine.answers == "a1@2 a2@4")
    }
}

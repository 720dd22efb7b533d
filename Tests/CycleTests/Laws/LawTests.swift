import Cycle
import CycleTesting
import TestSupport
import Testing

@Suite("Laws of the loop")
struct LawTests {
    let time = VirtualTime()
    let left = Dial()
    let right = Dial()

    @Test("law 1: an event is applied and its frame given to every lens in zip order before the next is taken")
    func oneAtATime() {
        let log = Logbook<String>()
        let first = Dial {
            log.append("left \($0)"); return []
        }
        let second = Dial {
            log.append("right \($0)"); return []
        }
        let cycle = CycledLens(startingWith: 0) { frames in
            MutatingLens.zip(
                frames.lens(driver: first, frameFilter: { $0 }, eventFilter: { $0 += $1 }),
                frames.lens(driver: second, frameFilter: { $0 }, eventFilter: { $0 += $1 }))
        }
        cycle.start(on: time)
        first.send(1)
        second.send(1)
        cycle.drain()
        cycle.stop()
        #expect(log.entries == ["left 0", "right 0", "left 1", "right 1", "left 2", "right 2"])
    }

    @Test("law 2: two drivers that emit in the same turn both count")
    func noLostUpdate() throws {
        let left = Dial { $0 == 0 ? [1, 1] : [] }
        let right = Dial { $0 == 0 ? [10] : [] }
        let test = TestRun(dials(left, right), standIns: left, right)
        for frame in [Totals(), Totals(left: 1), Totals(left: 2), Totals(left: 2, right: 10)] { try test.expect(frame) }
        for model in [0, 1, 2] { try left.expect(model) }
        for model in [0, 10] { try right.expect(model) }
        try test.finish()
    }

    @Test("law 2: n events applied are n turns, also through whole frames set by the general form")
    func generalFormLosesNothing() {
        let (presses, button) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: 0) { frames in
            MutatingLens.zip(
                frames.lens(
                    get: { (_: Signal<Int>) in presses },
                    set: { (presses, frames: Signal<Int>) in presses.withLatest(from: frames).map { $0 + $1 } }),
                frames.lens(
                    get: { frames in frames.compactMap { $0 == 1 ? 100 : nil } },
                    set: { (answers, frames: Signal<Int>) in answers.withLatest(from: frames).map { $0 + $1 } }))
        }
        cycle.start(on: time)
        for _ in 0..<10 { button.send(1) }
        cycle.drain()
        #expect(cycle.frame == 110)
        cycle.stop()
    }

    @Test("law 3: events of one source keep their order, and the same order gives the same frames")
    func order() {
        let traces = (0..<3).map { _ in
            let source = ScriptedDriver<Int, Character>()
            let cycle = CycledLens(startingWith: "") { frames in
                frames.lens(driver: source, frameFilter: \.count, eventFilter: { $0.append($1) })
            }
            let log = Logbook<String>()
            let watching = cycle.observe { log.append($0) }
            cycle.start(on: time)
            for letter in "abc" { source.send(letter) }
            cycle.drain()
            cycle.stop()
            watching.cancel()
            return log.entries
        }
        #expect(traces == Array(repeating: ["", "a", "ab", "abc"], count: 3))
    }

    @Test("law 4: what is emitted while a frame is delivered waits, and is applied to the frame being delivered")
    func noReentrance() {
        let log = Logbook<String>()
        let early = Dial {
            log.append("early \($0)")
            return $0 == 1 ? [10] : []
        }
        let late = Dial {
            log.append("late \($0)"); return []
        }
        let cycle = CycledLens(startingWith: 0) { frames in
            MutatingLens.zip(
                frames.lens(driver: early, frameFilter: { $0 }, eventFilter: { $0 += $1 }),
                frames.lens(driver: late, frameFilter: { $0 }, eventFilter: { $0 += $1 }))
        }
        cycle.start(on: time)
        early.send(1)
        cycle.drain()
        cycle.stop()
        #expect(log.entries == ["early 0", "late 0", "early 1", "late 1", "early 11", "late 11"])
    }

    @Test("law 4: a million answers to answers do not grow the stack")
    func noStackGrowth() {
        let counter = Dial { $0 < 1_000_000 ? [1] : [] }
        let cycle = CycledLens(startingWith: 0, answerLimit: .max) { frames in
            frames.lens(driver: counter, frameFilter: { $0 }, eventFilter: { $0 += $1 })
        }
        cycle.start(on: time)
        cycle.drain()
        #expect(cycle.frame == 1_000_000)
        cycle.stop()
    }

    @Test("law 5: an event that leaves the frame equal delivers no frame, and its moment still happens")
    func noRepeats() throws {
        let cycle = dials(left, right)
        let log = Logbook<String>()
        let moments = cycle.observeMoments { log.append("\($0.cause.event) \($0.context == $0.effect)") }
        let test = TestRun(cycle, time: time, standIns: left, right)
        left.send(0)
        left.send(2)
        try test.expect(Totals())
        try test.expect(Totals(left: 2))
        for model in [0, 2] { try left.expect(model) }
        try right.expect(0)
        try test.finish()
        #expect(log.entries == ["start true", "0 true", "2 false"])
        moments.cancel()
    }

    @Test("law 6: what is cancelled is silent, even what was already waiting for its turn")
    func cancelledIsSilent() {
        let (results, arrive) = Signal<Int>.pipe()
        let driver = WantingDriver { _ in results }
        let cycle = CycledLens(startingWith: [1]) { frames in
            frames.lens(
                driver: driver, frameFilter: { $0 },
                eventFilter: { wants, event in wants = event == 1 ? [] : wants + [event] })
        }
        cycle.start(on: time)
        arrive.send(1)
        arrive.send(2)
        cycle.drain()
        #expect(cycle.frame == [])
        cycle.stop()
    }

    @Test("law 6: starting the same identity twice is one start")
    func sameIdentityIsOneStart() {
        let log = Logbook<Int>()
        let driver = WantingDriver { want in
            log.append(want)
            return .never
        }
        let cycle = CycledLens(startingWith: [7, 7]) { frames in
            MutatingLens.zip(
                frames.lens(driver: driver, frameFilter: { $0 }),
                frames.lens(driver: left, frameFilter: { _ in 0 }, eventFilter: { wants, event in wants.append(event) })
            )
        }
        cycle.start(on: time)
        left.send(7)
        left.send(8)
        cycle.drain()
        cycle.stop()
        #expect(log.entries == [7, 8])
    }

    @Test("law 8: a loop with nothing to do has no alarm armed and nothing to step, whatever could tick")
    func asleepWhenIdle() {
        let cycle = CycledLens(startingWith: Reel([1, 2])) { frames in
            MutatingLens.zip(
                frames.emittingTail(every: .seconds(1)),
                frames.lens(get: { $0.debounce(.seconds(3)).throttle(.seconds(3)).sample(every: .seconds(1)) }))
        }
        cycle.start(on: time)
        time.join(cycle) { cycle.drain() }
        #expect(time.armedCount > 0)
        time.advance(by: .seconds(60))
        #expect(cycle.frame == [2])
        #expect(time.armedCount == 0)
        #expect(!cycle.step())
        cycle.stop()
        time.leave(cycle)
    }

    @Test("law 9: a lens that answers itself for ever is stopped with an error that names it", .waiting)
    func endlessAnswersAreStopped() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let endless = Dial { [$0 + 1] }
            let cycle = CycledLens(startingWith: 0, answerLimit: 100_000) { frames in
                frames.lens(driver: endless, frameFilter: { $0 }, eventFilter: { $0 = $1 })
            }
            cycle.start(on: VirtualTime())
            cycle.drain()
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("ScriptedDriver<Int, Int> answers its own answers for ever"))
    }

    @Test("law 9: a self-answering lens does not keep events from outside waiting")
    func answersDoNotStarveTheOutside() {
        let chatty = Dial { [$0 + 1] }
        let cycle = CycledLens(startingWith: Totals(), answerLimit: .max) { frames in
            MutatingLens.zip(
                frames.lens(driver: chatty, frameFilter: \.left, eventFilter: { $0.left = $1 }),
                frames.lens(driver: right, frameFilter: \.right, eventFilter: { $0.right += $1 }))
        }
        cycle.start(on: time)
        right.send(1)
        for _ in 0..<4 { cycle.step() }
        #expect(cycle.frame.right == 1)
        cycle.stop()
    }
}

/// Runs one effect for each number in its model.
struct WantingDriver: Driver {
    let effect: (Int) -> Signal<Int>

    func eventsCapturedAfterRendering(model: Signal<[Int]>) -> Signal<Int> {
        model.effects(for: { $0 }, by: { $0 }, run: effect)
    }
}

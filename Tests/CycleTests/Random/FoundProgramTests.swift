import Testing

/// The smallest programs in which the library and the reference once differed.
@Suite("Programs that once differed")
struct FoundProgramTests {
    private let one = Program.from([1])

    private func expectSame(_ program: LoopProgram) {
        switch Comparison(program) {
        case .same: break
        case .tooLong: Issue.record("it does too much")
        case .different(let difference): Issue.record("\(difference)")
        }
    }

    private func expectSame(_ lens: LensProgram, sends: [LoopProgram.Send] = []) {
        expectSame(LoopProgram(lenses: [lens], sends: sends, duration: 3))
    }

    @Test("a source that is broken off does not end: its followers are stopped from the outside in")
    func noEndOfWhatWasStopped() {
        let source = Program.script(1, [.init(time: 0, values: [43])])
        expectSame(.events(.prefix(2, .effects(source, .until(one, .script(2, [])))), action: 1))
    }

    @Test("a signal started in an effect that a prefix has stopped is shown no frame")
    func noFrameAfterPrefix() {
        let effects = Program.lastingEffects(.pipe(0), .until(.model, .model))
        expectSame(
            .driver(.prefix(2, effects), projection: 1, action: 6), sends: [.init(time: 1, pipe: 0, value: 31)])
    }

    @Test("a signal started in an element after its loop has stopped is shown no frame")
    func noFrameAfterStop() {
        let stopping = Program.handle(3, .init(value: 2, act: .stop), .lastingEffects(.model, .model))
        let element = LensProgram.part(.rows, [.driver(stopping, projection: 4, action: 8)])
        let added = LensProgram.events(.script(2, [.init(time: 0, values: [47])]), action: 2)
        let program = LoopProgram(lenses: [added, .part(.rows, [element])], duration: 1)
        expectSame(program)
    }

    @Test("to end a pipe twice is to end it once: the second end takes no turn between others")
    func secondEnd() {
        let answers = LensProgram.driver(.effects(.model, one), projection: 4, action: 8)
        let lens = LensProgram.part(.rows, [.events(.pipe(0), action: 0), answers])
        let program = LoopProgram(
            lenses: [.events(.pipe(1), action: 10), .part(.pair, [lens])],
            sends: [
                .init(time: 1, pipe: 1, value: -1), .init(time: 2, pipe: 0, value: 51),
                .init(time: 2, pipe: 1, value: -1), .init(time: 2, pipe: 0, value: 18),
            ], duration: 2)
        expectSame(program)
    }

    @Test("a listener that comes to a shared signal during a value, and leaves, has left: also the next time")
    func comingAndGoingWhileShown() {
        let source = Program.script(2, [.init(time: 3, values: [25, 52, 38])])
        let listening = Program.flatMap(.latest, .flatMap(.merge, source, .shared(0)), .shared(0))
        let program = LoopProgram(
            lenses: [.events(listening, action: 1)], shared: [.pipe(1)],
            sends: [.init(time: 4, pipe: 1, value: 49), .init(time: 4, pipe: 1, value: 49)], duration: 4)
        expectSame(program)
    }

    @Test("the other signal of withLatest, started in what was stopped meanwhile, stops before the first one starts")
    func otherIsARunOfItsOwn() {
        let sampling = Program.withLatest(.script(2, []), .shared(0))
        let program = LoopProgram(
            lenses: [.events(.prefix(1, .prefixed(30, sampling)), action: 1)], shared: [.script(1, [])], duration: 1)
        expectSame(program)
    }

    @Test("an end that a stopping loop drops is an end: who listens after a restart is told at once")
    func endOverRestart() {
        let program = LoopProgram(
            lenses: [.driver(.shared(0), projection: 3, action: 0)],
            shared: [.handle(1, .init(value: 3, act: .restart), .pipe(1))],
            sends: [.init(time: 3, pipe: 1, value: 3), .init(time: 3, pipe: 1, value: -1)], duration: 3)
        expectSame(program)
    }

    @Test("values sent to a stopped loop are dropped, also by a turn that starts it again")
    func sentOverRestart() {
        let restarting = Program.handle(1, .init(value: 6, act: .restart), .script(1, [.init(time: 2, values: [6])]))
        let sending = Program.handle(2, .init(value: 6, act: .send(pipe: 0)), restarting)
        expectSame(
            LoopProgram(lenses: [.events(.pipe(0), action: 1), .events(sending, action: 6)], duration: 3))
    }

    @Test("a run that goes on from a frame does not show the prefix again, and its moments say so")
    func resuming() {
        let program = LoopProgram(
            lenses: [
                .prefixed(9, .events(.pipe(0), action: 0)),
                .events(.handle(1, .init(value: 4, act: .resume), .pipe(1)), action: 10),
            ], sends: [.init(time: 1, pipe: 0, value: 3), .init(time: 2, pipe: 1, value: 4)], duration: 3,
            isWatched: true)
        expectSame(program)
    }

    @Test("a run that is stopped while it starts has no moment")
    func noMomentOfWhatDidNotStart() {
        let stopping = Program.handle(2, .init(value: 4, act: .stop), .script(1, [.init(time: 0, values: [4])]))
        expectSame(LoopProgram(lenses: [.events(stopping, action: 5)], duration: 1, isWatched: true))
    }

    @Test("values that wait when a loop is stopped have no turn, also while it is being started")
    func noTurnInAStop() {
        let script = Program.script(1, [.init(time: 0, values: [44, 4])])
        let stopping = Program.handle(2, .init(value: 4, act: .stop), script)
        expectSame(.watch(.flatMap(.merge, stopping, .handle(3, .note, .withLatest(one, one))), projection: 2))
    }

    @Test("a shared signal that is started when its loop has stopped is stopped, and does not end")
    func sharedInAStoppedLoop() {
        let effects = Program.effects(.ticks(3), .merge([one, .shared(0)]))
        let restarting = Program.flatMap(.merge, effects, .handle(13, .init(value: 1, act: .restart), one))
        expectSame(
            LoopProgram(
                lenses: [.events(restarting, action: 0)], shared: [.script(3, [.init(time: 0, values: [-1])])],
                duration: 3))
    }
}

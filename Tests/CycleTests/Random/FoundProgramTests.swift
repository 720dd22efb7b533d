import Testing

/// The smallest programs in which the library and the reference once differed.
@Suite("Programs that once differed")
struct FoundProgramTests {
    private let one = Program.from([1])

    private func isSame(_ lens: LensProgram, sends: [LoopProgram.Send] = []) -> Bool {
        if case .same = Comparison(LoopProgram(lenses: [lens], sends: sends, duration: 3)) { true } else { false }
    }

    @Test("a source that is broken off does not end: its followers are stopped from the outside in")
    func noEndOfWhatWasStopped() {
        let source = Program.script(1, [.init(time: 0, values: [43])])
        #expect(isSame(.events(.prefix(2, .effects(source, .until(one, .script(2, [])))), action: 1)))
    }

    @Test("what is started in an effect that a prefix has stopped is shown no frame")
    func noFrameAfterPrefix() {
        let effects = Program.lastingEffects(.pipe(0), .until(.model, .model))
        #expect(
            isSame(
                .driver(.prefix(2, effects), projection: 1, action: 6), sends: [.init(time: 1, pipe: 0, value: 31)]))
    }

    @Test("what is started in an element after its loop has stopped is shown no frame")
    func noFrameAfterStop() {
        let stopping = Program.handle(3, .init(value: 2, act: .stop), .lastingEffects(.model, .model))
        let element = LensProgram.part(.rows, [.driver(stopping, projection: 4, action: 8)])
        let added = LensProgram.events(.script(2, [.init(time: 0, values: [47])]), action: 2)
        let program = LoopProgram(lenses: [added, .part(.rows, [element])], duration: 1)
        guard case .same = Comparison(program) else {
            Issue.record("differs")
            return
        }
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
        guard case .same = Comparison(program) else {
            Issue.record("differs")
            return
        }
    }
}

import Cycle
import CycleBase
import CycleTesting
import Testing

/// Programs that nobody has written, run by the library and by the reference interpreter.
///
/// `CYCLE_SEEDS=n` runs n programs of each subject, `CYCLE_FIRST_SEED=n` begins at another one, and `CYCLE_TRACE=1` prints
/// each program before it is run, for one that does not come back.
@Suite("Random programs do what the reference says")
struct RandomProgramTests {
    private func number(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }

    @Test(
        "every event, render, frame, start, stop, alarm and closure is where it should be",
        arguments: Generator.Subject.allCases)
    func programs(_ subject: Generator.Subject) {
        let first = number("CYCLE_FIRST_SEED") ?? 0
        let count = number("CYCLE_SEEDS") ?? 300
        var tooLongCount: UInt64 = 0
        for seed in first..<first + count {
            let program = Generator.makeProgram(subject, seed: seed)
            if number("CYCLE_TRACE") != nil { print("\(subject) \(seed)\n\(program.swiftSource)") }
            switch Comparison(program) {
            case .tooLong: tooLongCount += 1
            case .same: break
            case .different(let difference):
                Issue.record("CYCLE_FIRST_SEED=\(seed), \(subject), made as small as it gets:\n\(difference.shrunk())")
            }
        }
        #expect(tooLongCount <= 10 + count / 10)
    }

    @Test("every frame of an animation is shown when it is due, in an array and in a reel")
    func reels() {
        let first = number("CYCLE_FIRST_SEED") ?? 0
        for seed in first..<first + (number("CYCLE_SEEDS") ?? 150) {
            let program = ReelProgram(seed: seed)
            let expected = program.expected
            #expect(program.run([0]) == expected, "seed \(seed): \(program)")
            #expect(program.run(Reel([0])) == expected, "seed \(seed): \(program)")
        }
    }

    @Test("a difference is found, and made small")
    func finds() {
        let program = Generator.makeProgram(.loops, seed: 3)
        let expected = ["1: event"]
        let difference = Difference(program, expected: expected, got: expected + ["2: event"], keptCount: 0)
        #expect(difference.description.contains("expected:\ngot:\n      2: event"))
        let script = Program.script(1, [.init(time: 0, values: [1, 2]), .init(time: 2, values: [3])])
        #expect(Program.merge([script, .never]).smaller.contains(script))
        #expect(script.smaller.contains(.script(1, [.init(time: 0, values: [1]), .init(time: 2, values: [3])])))
    }
}

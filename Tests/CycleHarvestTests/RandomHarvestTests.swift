import TestSupport
import Testing

/// `CYCLE_SEEDS=n` runs n programs, `CYCLE_FIRST_SEED=n` begins at another one.
@Suite("Random state machines do what the documentation says")
struct RandomHarvestTests {
    @Test("every input, state, reply, effect and outcome is where it should be")
    func programs() {
        for seed in Seeds(60) {
            let program = HarvestProgram(seed: seed)
            let (expected, got) = (HarvestReference(program).lines, HarvestRun(program).lines)
            let difference = LogDifference(seed: seed, program: program, expected: expected, got: got)
            if let difference { Issue.record("\(difference)") }
        }
    }
}

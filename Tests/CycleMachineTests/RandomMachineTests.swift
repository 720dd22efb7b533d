import TestSupport
import Testing

/// `CYCLE_SEEDS=n` runs n programs, `CYCLE_FIRST_SEED=n` begins at another one.
@Suite("Random machines that are wired to each other do what the documentation says")
struct RandomMachineTests {
    @Test("every event, state and outcome is where it should be")
    func programs() {
        for seed in Seeds(60) {
            let program = MachineProgram(seed: seed)
            let (expected, got) = (MachineReference(program).lines, MachineRun(program).lines)
            let difference = LogDifference(seed: seed, program: program, expected: expected, got: got)
            if let difference { Issue.record("\(difference)") }
        }
    }
}

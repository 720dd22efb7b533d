import TestSupport
import Testing

/// `CYCLE_SEEDS=n` runs n programs, `CYCLE_FIRST_SEED=n` begins at another one.
@Suite("Random feedback systems do what the documentation says")
struct RandomFeedbackTests {
    @Test("every event, state, effect and outcome is where it should be")
    func programs() {
        for seed in Seeds(60) {
            let program = FeedbackProgram(seed: seed)
            let (expected, got) = (FeedbackReference(program).lines, FeedbackRun(program).lines)
            let difference = LogDifference(seed: seed, program: program, expected: expected, got: got)
            if let difference { Issue.record("\(difference)") }
        }
    }
}

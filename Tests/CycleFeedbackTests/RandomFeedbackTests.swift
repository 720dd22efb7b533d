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
            guard expected != got else { continue }
            let same = zip(expected, got).prefix { $0 == $1 }.count
            Issue.record(
                """
                CYCLE_FIRST_SEED=\(seed)
                \(program)
                same: \(expected.prefix(same).joined(separator: "\n"))
                expected: \(expected.dropFirst(same).prefix(5).joined(separator: "\n"))
                got: \(got.dropFirst(same).prefix(5).joined(separator: "\n"))
                """)
        }
    }
}

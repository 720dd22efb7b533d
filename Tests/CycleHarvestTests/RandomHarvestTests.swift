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

import CycleBase
import TestSupport
import Testing

/// The verdict of a judge on a random machine.
struct MachineVerdict: CustomStringConvertible {
    let program: MachineApplication
    let complaints: [String]
    let lines: [String]
    let turnCount: Int

    init(_ program: MachineApplication, isRepeated: Bool = false, keepsLines: Bool = false) {
        let run = MachineApplicationRun(program, keepsLines: keepsLines)
        run.run()
        run.judgeEnd()
        var complaints = run.judge.complaints
        if isRepeated, complaints.isEmpty {
            let second = MachineApplicationRun(program, keepsLines: false)
            second.run()
            if second.judge.fingerprint != run.judge.fingerprint {
                complaints.append("law 3: the same machine does something else the second time")
            }
        }
        (self.program, self.complaints) = (program, complaints)
        (lines, turnCount) = (run.judge.lines, run.judge.eventCount)
    }

    /// The first complaint without what differs from machine to machine.
    var kind: String { String((complaints.first ?? "").filter { $0.isLetter || $0 == " " }.prefix(40)) }

    /// The smallest machine that is found to break a law still.
    func shrunk() -> MachineVerdict {
        var smallest = self
        while let smaller = smallest.program.smaller.lazy.map({ MachineVerdict($0) }).first(where: {
            $0.kind.prefix(24) == kind.prefix(24)
        }) {
            smallest = smaller
        }
        return MachineVerdict(smallest.program, isRepeated: true, keepsLines: true)
    }

    var description: String {
        """
        \(complaints.joined(separator: "\n"))
        \(program)
        what happened:
        \(lines.suffix(80).map { "      \($0)" }.joined(separator: "\n"))
        """
    }
}

/// Machines that nobody has written, judged by the laws. The switches are those of the random applications of loops.
@Suite("Random machines keep the laws")
struct MachineApplicationTests {
    @Test("effects of every kind, and public calls from every callback", arguments: Kind.allCases)
    func machines(_ kind: Kind) {
        let isTraced = getenv("CYCLE_TRACE") != nil
        var (count, turnCount) = (0, 0)
        var failures: [String: Int] = [:]
        let start = ContinuousClock.now
        for seed in Seeds(100) {
            let program = MachineApplication(kind, seed: seed)
            if isTraced { print("seed \(seed)\n\(program)") }
            let verdict = MachineVerdict(program, isRepeated: seed % 8 == 0)
            count += 1
            turnCount += verdict.turnCount
            if verdict.complaints.isEmpty { continue }
            failures[verdict.kind, default: 0] += 1
            if failures[verdict.kind] != 1 { continue }
            Issue.record("CYCLE_FIRST_SEED=\(seed), \(kind), made as small as it gets:\n\(verdict.shrunk())")
            if failures.count == 5 { break }
        }
        print("\(count) machines of kind \(kind), \(turnCount) turns, \(ContinuousClock.now - start)")
    }

    @Test("the observer that counts states stays, also where another one came during its first call")
    func countingObserverStays() {
        let verdict = MachineVerdict(MachineApplication(.harvester, seed: 51_773), isRepeated: false)
        #expect(verdict.complaints.isEmpty)
    }
}

import TestSupport

/// The verdict of a judge on a random application.
struct ApplicationVerdict {
    let program: Application
    let complaints: [String]
    /// The last part of the events.
    let lines: [String]
    let turnCount: Int

    /// - Parameter isRepeated: Whether it is run twice, to see whether the same happens.
    static func judge(
        _ program: Application, isRepeated: Bool = false, keepsLines: Bool = false
    ) async -> ApplicationVerdict {
        let run = ApplicationRun(program, keepsLines: keepsLines)
        await run.run()
        var complaints = run.judge.complaints
        if isRepeated, complaints.isEmpty {
            let second = ApplicationRun(program, keepsLines: false)
            await second.run()
            if second.judge.fingerprint != run.judge.fingerprint {
                complaints.append("law 3: the same application does something else the second time")
            }
        }
        return ApplicationVerdict(
            program: program, complaints: complaints, lines: run.judge.lines, turnCount: run.judge.eventCount)
    }

    /// The first complaint without what differs from application to application.
    var kind: String { String((complaints.first ?? "").filter { $0.isLetter || $0 == " " }.prefix(60)) }

    /// The smallest application that is found to break a law still.
    func shrunk() async -> ApplicationVerdict {
        var smallest = self
        search: while true {
            for candidate in smallest.program.smaller {
                let verdict = await ApplicationVerdict.judge(candidate, isRepeated: kind.hasPrefix("law  the"))
                if verdict.kind.prefix(24) == kind.prefix(24) {
                    smallest = verdict
                    continue search
                }
            }
            return await ApplicationVerdict.judge(smallest.program, isRepeated: true, keepsLines: true)
        }
    }
}

extension ApplicationVerdict: CustomStringConvertible {
    var description: String {
        """
        \(complaints.joined(separator: "\n"))
        \(program)
        what happened:
        \(lines.suffix(80).map { "      \($0)" }.joined(separator: "\n"))
        """
    }
}

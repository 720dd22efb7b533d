/// A program that was run by both.
enum Comparison {
    case same
    /// It does more than is worth the time.
    case tooLong
    case different(Difference)

    init(_ program: LoopProgram, budget: Int = 600) {
        guard let expected = ReferenceRun(program, budget: budget).run() else {
            self = .tooLong
            return
        }
        let census = Census()
        let got = RealRun(program, census).run()
        if expected == got, census.aliveCount == 0 {
            self = .same
        } else {
            self = .different(Difference(program, expected: expected, got: got, keptCount: census.aliveCount))
        }
    }
}

/// Where the library does not do what the reference does.
struct Difference: CustomStringConvertible {
    let program: LoopProgram
    let expected: [String]
    let got: [String]
    /// How many objects that its closures hold are still alive.
    let keptCount: Int

    init(_ program: LoopProgram, expected: [String], got: [String], keptCount: Int) {
        self.program = program
        self.expected = expected
        self.got = got
        self.keptCount = keptCount
    }

    /// A leak is another defect than a wrong value, and shrinks to another program.
    private var isOfLog: Bool { expected != got }

    /// The smallest program that is found to differ still.
    func shrunk() -> Difference {
        var smallest = self
        while let smaller = smallest.smaller { smallest = smaller }
        return smallest
    }

    private var smaller: Difference? {
        for candidate in program.smaller {
            if case .different(let difference) = Comparison(candidate), difference.isOfLog == isOfLog {
                return difference
            }
        }
        return nil
    }

    var description: String {
        let same = zip(expected, got).prefix { $0 == $1 }.count
        var lines = [program.swiftSource, "", "the same so far:"]
        lines += expected[..<same].suffix(6).map { "      \($0)" }
        lines.append("expected:")
        lines += expected[same...].prefix(8).map { "      \($0)" }
        lines.append("got:")
        lines += got[same...].prefix(8).map { "      \($0)" }
        if keptCount > 0 { lines.append("\(keptCount) objects that its closures hold are still alive") }
        return lines.joined(separator: "\n")
    }
}

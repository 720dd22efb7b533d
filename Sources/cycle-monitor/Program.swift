import CycleMonitor

/// The monitor on the command line: reads recordings and writes text.
struct Program {
    /// Something that could not be done.
    struct Failure: Error {
        let reason: String
    }

    let output: (String) -> Void
    let complaint: (String) -> Void

    /// - Returns: 0; 1 where something could not be done, or recordings differ; 2 where it was not understood.
    func run(_ arguments: [String]) -> Int32 {
        do {
            return try perform(arguments)
        } catch let misuse as Arguments.Misuse {
            complain("\(misuse.reason). Try: cycle-monitor help")
            return 2
        } catch let failure as Failure {
            complain(failure.reason)
        } catch {
            complain("\(error)")
        }
        return 1
    }

    private func perform(_ arguments: [String]) throws -> Int32 {
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "list": try list(rest)
        case "show": try show(rest)
        case "diff": return try compare(rest)
        case "draw": try draw(rest)
        case "approve": try approve(rest)
        case "tests": try exportTests(rest)
        case "convert": try convert(rest)
        case "find": return try find(rest)
        case "blame": return try blame(rest)
        case "stats": try stats(rest)
        case "check": return try check(rest)
        case "trace": try trace(rest)
        case "html": try page(rest)
        case "report": try markdown(rest)
        case "redact": try redact(rest)
        case "trim": try trim(rest)
        case "merge": try merge(rest)
        case "help", "--help", "-h": output(Program.help)
        case let name?: throw Arguments.Misuse(reason: "\(name) is no command")
        case nil: throw Arguments.Misuse(reason: "a command is missing")
        }
        return 0
    }

    private func complain(_ reason: String) {
        complaint("cycle-monitor: \(reason.printable)\n")
    }

    /// Says what of a recording could not be read.
    func report(_ faults: [Recording.Fault], of path: String) {
        for fault in faults { complain("\(path): \(fault)") }
    }

    /// The whole recording, and what of it cannot be read on standard error.
    func open(_ path: String) throws -> Recording {
        let recording = try Recording(path: path)
        report(recording.faults, of: path)
        return recording
    }
}

extension Program {
    static let help = """
        cycle-monitor: looks at recordings of Cycle's applications.

          list FILE [--from N] [--count N] [--lens NAME] [--approved]   moments, one a line
          show FILE N [--json]                                         a moment: event, what changed, frame
          diff FILE N M                                                what differs between the frames of two moments
          diff FILE FILE                                               the first moment in which two recordings differ
          draw FILE [--title TEXT] [--width N] [--limit N] [--from N] [--count N]
                                                                       the model timeline, as SVG
          approve FILE N… [--revoke]                                   says that moments are right; kept in the file
          tests FILE --application CODE [--import LINE…] [--name SUITE]  Swift tests of the approved moments; CODE makes
                                                                       the frame loop, as 'counter(Options())'
          find FILE CONDITION [--from N] [--count N]                   moments whose frame is so, as 'total > 3 && !isDone'
          blame FILE KEYPATH                                           the moments that changed a place, as 'items[0].title'
          stats FILE                                                   figures: moments, time, events of each lens
          check FILE                                                   whether every line can be read
          trim FILE [--from N] [--count N] [--lens NAME] [--where CONDITION]   a part, as a recording
          merge FILE FILE…                                             several as one, in the order of their times
          redact FILE [--path KEYPATH…]                                without credentials, and without those places
          report FILE [--title TEXT] [--count N] [--path KEYPATH…] [--secrets]   Markdown, for an issue
          html FILE [--title TEXT] [--path KEYPATH…] [--secrets]       a page that opens in any browser
          trace FILE                                                   for Perfetto and about:tracing
          convert FILE                                                 a recording of this version, also of a
                                                                       session of CycleMonitor

        Results are written to standard output, complaints to standard error. `report` and `html` leave credentials out unless
        --secrets is given. The status is 1 where something cannot be done, is not found, or recordings differ, and 2 where the
        command is not understood.

        """
}

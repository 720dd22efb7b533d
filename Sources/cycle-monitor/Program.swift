import CycleBase
import CycleDrivers
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
        } catch let misuse as CommandLineArguments.Misuse {
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
        guard let name = arguments.first else { throw CommandLineArguments.Misuse(reason: "a command is missing") }
        let rest = Array(arguments.dropFirst())
        if name == "--help" || name == "-h" {
            output(Program.help)
            return 0
        }
        guard let command = Program.commands.first(where: { $0.name == name }) else {
            guard rest.isEmpty, isFile(name) else { throw CommandLineArguments.Misuse(reason: "\(name) is no command") }
            try list([name])
            return 0
        }
        if rest.contains("--help") || rest.contains("-h") {
            try help([name])
            return 0
        }
        return try command.run(self)(rest)
    }

    func complain(_ reason: String) {
        complaint("cycle-monitor: \(reason.printable)")
    }

    /// Says what of a recording could not be read. A fault may quote its line, and logs are shared: its secrets are taken out.
    func report(_ faults: [Recording.Fault], of path: String) {
        for fault in faults { complain("\(path): \(Redaction().applied(to: fault))") }
    }

    /// The whole recording, and what of it cannot be read on standard error.
    func open(_ path: String) throws -> Recording {
        let recording = try Recording(path: path)
        report(recording.faults, of: path)
        return recording
    }
}

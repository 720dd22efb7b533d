package import Cycle
internal import CycleExplore
internal import CycleMonitor
package import SampleArguments

extension Program {
    /// Keeps the moments of a run in a file. A call that is not recorded must not be made: a judge would take its effect for a lie. So the
    /// program ends where the file cannot be written.
    package static func record(
        _ cycle: CycledLens<some Any, some Any>, in path: String?, of program: String
    ) throws {
        guard let path else { return }
        cycle.record(into: try Recorder(keeping: 100_000, leavingIn: path) { fail("\($0)", in: program) })
    }

    /// The frames of programs that were recorded, by their files.
    package static func frames<Frame: Decodable>(of paths: [String], as frame: Frame.Type) throws -> [[Frame]] {
        try paths.map { path in try Recording(path: path).frames(of: path, as: Frame.self).map(\.frame) }
    }

    /// Says whether clients saw one thing, by their recordings. The exit code is 3 where that took too long to find out.
    package static func judge<Client: Caller, Thing: OneThing>(
        _ paths: [String], by client: Client.Type, as thing: Thing, in program: String
    ) throws -> Never {
        let history: History<String, String>
        do { history = try SampleSystems.history(of: paths.map { ($0, try Recording(path: $0)) }, by: client) } catch {
            guard let mistake = error as? HistoryMistake else { throw error }
            fail("no verdict: \(mistake)", in: program, code: 3)
        }
        let operations = history.operations
        let open = operations.count { $0.end == nil }
        let count = "\(operations.count) calls of \(paths.count) clients, \(open) without an answer"
        switch Linearizability(of: thing).verdict(on: operations) {
        case .linearizable: print("it is \(Thing.name): \(count)")
        case .impossible(let operation, let longest):
            let account = history.account(of: operation, behind: longest, last: 12)
            fail("it is not \(Thing.name): \(count)\n\(account)", in: program)
        case .undecided(let steps):
            fail("no verdict after \(steps) steps: judge fewer calls; \(count)", in: program, code: 3)
        }
    }
}

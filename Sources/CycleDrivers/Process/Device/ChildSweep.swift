import CycleBase

/// Ends what programs have started, and what has left their groups by the time that the programs have ended.
///
/// A program is known by its mark, which all processes inherit that it starts. To look through the processes of the system takes a moment, so
/// one look serves all programs that have ended before it. Where there is no `/proc` it finds nothing.
///
/// Unchecked: confined to the thread of the poller.
final class ChildSweep: Pollable, @unchecked Sendable {
    private var waiting: [(mark: ProcessMark, done: () -> Void)] = []

    /// - Parameters:
    ///   - mark: Of the program.
    ///   - done: Called on the same thread when what bears the mark was killed.
    func add(_ mark: ProcessMark, on poller: Poller, _ done: @escaping () -> Void) {
        waiting.append((mark, done))
        // No order: programs that are to be started before it would hold the end of these up.
        if waiting.count == 1 { poller.add(self) }
    }

    var deadline: Duration? { .zero }

    func appendRequests(to requests: inout [pollfd]) {}

    func look(_ answers: ArraySlice<pollfd>, at now: Duration) -> Bool {
        run()
        return false
    }

    private func run() {
        let served = waiting
        waiting = []
        let lines = Set(served.map { $0.mark.line[...] })
        let limits = Set(served.map(\.mark.limit))
        var killed: Set<pid_t> = []
        // A process that is killed may have started another one before.
        for _ in 0..<8 {
            let found = Self.processes(with: lines, limits).subtracting(killed)
            if found.isEmpty { break }
            for process in found { kill(process, SIGKILL) }
            killed.formUnion(found)
        }
        for (_, done) in served { done() }
    }

    private static func processes(with lines: Set<ArraySlice<UInt8>>, _ limits: Set<UInt64>) -> Set<pid_t> {
        Set(
            RunningProcesses.numbers.filter { process in
                process > 1
                    && (InheritedLimit.value(of: process).map(limits.contains) == true || hasOne(of: lines, process))
            })
    }

    /// Whether the environment of a process has one of some lines.
    private static func hasOne(of lines: Set<ArraySlice<UInt8>>, _ process: pid_t) -> Bool {
        RunningProcesses.content(of: "environ", process).split(separator: 0).contains {
            $0.starts(with: ChildGuard.prefix.utf8) && lines.contains($0)
        }
    }
}

import CycleBase

/// The process groups in which a process runs. Confined to one thread.
///
/// A signal of number zero does not tell that: it also finds processes that have ended and are not waited for. A group of which one
/// process has not been waited for keeps its number, so that no other can be meant.
final class LivingGroups {
    private var newest: (groups: Set<pid_t>, time: Duration)?

    /// Whether a process of a group runs. The processes of the system are looked through once for all calls of one time.
    func isLiving(_ group: pid_t, at now: Duration) -> Bool {
        if let newest, newest.time == now { return newest.groups.contains(group) }
        let groups = LivingGroups.all()
        newest = (groups, now)
        return groups.contains(group)
    }

    #if canImport(Darwin)
        private static func all() -> Set<pid_t> {
            var request = [CTL_KERN, KERN_PROC, KERN_PROC_ALL]
            var size = 0
            guard sysctl(&request, UInt32(request.count), nil, &size, nil, 0) == 0 else { return [] }
            let one = MemoryLayout<kinfo_proc>.stride
            // Some may have started in between.
            var processes = [kinfo_proc](repeating: kinfo_proc(), count: size / one + 32)
            size = processes.count * one
            guard sysctl(&request, UInt32(request.count), &processes, &size, nil, 0) == 0 else { return [] }
            return Set(
                processes.prefix(size / one).filter { Int32($0.kp_proc.p_stat) != SZOMB }.map(\.kp_eproc.e_pgid))
        }
    #else
        /// Without `/proc` none is found: what a program has started is then killed when it has ended.
        private static func all() -> Set<pid_t> { Set(RunningProcesses.numbers.compactMap(group)) }

        /// - Returns: `nil` for a process that has ended.
        private static func group(of process: pid_t) -> pid_t? {
            let bytes = RunningProcesses.content(of: "stat", process)
            // The name may have spaces and brackets itself. Behind it: the state, the parent, the group.
            let end = bytes.lastIndex(of: UInt8(ascii: ")")).map { $0 + 1 } ?? 0
            let words = bytes[end...].split(separator: UInt8(ascii: " "))
            guard words.count > 2, words[0] != [UInt8(ascii: "Z")], words[0] != [UInt8(ascii: "X")] else { return nil }
            return pid_t(String(decoding: words[2], as: UTF8.self))
        }
    #endif
}

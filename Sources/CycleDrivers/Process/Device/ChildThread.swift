import CycleBase

/// The one thread that starts, serves and ends the child processes of all drivers of this process, with the guard that ends them
/// when this process has vanished. It starts with the first program, and is gone with the last driver that has started one.
final class ChildThread: Sendable {
    private struct Shared {
        var current: ChildThread?
        /// The drivers that have started a program, and have not ended.
        var userCount = 0
    }

    private static let shared = Guarded(Shared())

    let poller: Poller
    /// Made with the first program.
    private let groupGuard = Guarded<GuardShell?>(nil)

    private init() throws(SystemFailure) {
        poller = try Poller("Cycle children")
    }

    /// Joins the thread for one driver, until ``leave()``.
    static func join() -> Result<ChildThread, SystemFailure> {
        shared.withLock { shared in
            do throws(SystemFailure) {
                let thread = if let current = shared.current { current } else { try ChildThread() }
                shared.current = thread
                shared.userCount += 1
                return .success(thread)
            } catch {
                return .failure(error)
            }
        }
    }

    /// The poller's thread only: a driver has no program any more, and will start none.
    func leave() {
        let isLast = ChildThread.shared.withLock { shared in
            shared.userCount -= 1
            if shared.userCount == 0 { shared.current = nil }
            return shared.userCount == 0
        }
        guard isLast else { return }
        groupGuard.withLock { $0 }?.close()
        poller.end()
    }

    // MARK: The guard, on the poller's thread

    /// `SIGTERM` and, two seconds later, `SIGKILL` for the groups that are left. A group that has gone in between is dropped at
    /// once: its number may become another's.
    private static let script = #"""
        exec > /dev/null 2>&1
        trap '' INT TERM HUP QUIT TSTP TTOU TTIN PIPE
        groups=' '
        while read -r what group; do
            case $what in
            add) groups="$groups$group " ;;
            drop) case $groups in *" $group "*) groups="${groups%%" $group "*} ${groups#*" $group "}" ;; esac ;;
            esac
        done
        for group in $groups; do kill -TERM "-$group"; kill -CONT "-$group"; done
        for tenth in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
            left=' '
            for group in $groups; do kill -0 "-$group" && left="$left$group "; done
            groups=$left
            [ "$groups" = ' ' ] && exit
            sleep 0.1 || sleep 1
        done
        for group in $groups; do kill -KILL "-$group"; done
        """#

    func guardGroup(of process: pid_t) {
        let shell = groupGuard.withLock { shell in
            if shell == nil { shell = GuardShell(ChildThread.script, []) }
            return shell
        }
        shell?.send("add \(process)")
    }

    /// Call it before the process is waited for: afterwards its number may be another's.
    func dropGroup(of process: pid_t) {
        groupGuard.withLock { $0 }?.send("drop \(process)")
    }
}

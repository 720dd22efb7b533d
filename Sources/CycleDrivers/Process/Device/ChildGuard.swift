import CycleBase

/// Ends the programs of this process, with all that they have started, when this process has vanished: after `SIGKILL`, a fault, or an
/// `exec`.
///
/// A process may leave its group and its session, and its parent may end before it: then neither its group nor its parent tells where it
/// comes from. So each program gets a mark that is only this guard's, which all processes inherit that it starts: a variable, and on Linux a
/// limit, which is not dropped with the environment. Where there is no `/proc`, the groups alone are ended.
///
/// - Source: the cookie by which Jenkins finds the processes of a build.
final class ChildGuard: Sendable {
    /// How the names of the variables of all guards begin.
    static let prefix = "CYCLE_GUARD_"

    /// The name of the variable that the programs get. Each has a value of its own.
    let variable: String
    /// The limits of the programs begin with these ten digits, and end with nine of their own.
    private let firstDigits = UInt64.random(in: 1_000_000_000..<9_000_000_000)
    private let shell: GuardShell
    private let programCount = Guarded(0)

    /// - Returns: `nil` where the system has no process or descriptor for it.
    init?() {
        variable = "\(Self.prefix)\(getpid())_\(String(UInt64.random(in: .min ... .max), radix: 36))"
        guard let shell = GuardShell(ChildGuard.script, [variable, "\(firstDigits)"]) else { return nil }
        self.shell = shell
    }

    /// A mark that no program has had.
    func nextMark() -> (value: String, mark: ProcessMark) {
        let number = programCount.withLock { count in
            count += 1
            return count
        }
        let limit = firstDigits * 1_000_000_000 + UInt64(number) % 1_000_000_000
        return ("\(number)", ProcessMark(line: Array("\(variable)=\(number)".utf8), limit: limit))
    }

    /// Ends a program, its group and what comes from it, when this process has vanished.
    func add(_ process: pid_t) { shell.send("add \(process)") }

    /// Call it before the process is waited for: afterwards its number may be another's.
    func drop(_ process: pid_t) { shell.send("drop \(process)") }

    /// Ends the guard. It leaves the programs alone.
    func close() { shell.close() }

    /// `SIGTERM` and, two seconds later, `SIGKILL`. A process is known by its number and the time of its start, a group by its number
    /// with a minus. A group that has gone in between is dropped at once: its number may become another's.
    ///
    /// Of a line of `/proc/N/stat`, the words behind the name are the state, the parent, the group, and as the twentieth the start.
    private static let script = #"""
        exec > /dev/null 2>&1
        trap '' INT TERM HUP QUIT TSTP TTOU TTIN PIPE
        groups=' ' left=' ' asked=' '
        while read -r what group; do
            case $what in
            add) groups="$groups$group " ;;
            drop) case $groups in *" $group "*) groups="${groups%%" $group "*} ${groups#*" $group "}" ;; esac ;;
            esac
        done
        mark=$1 time=$2
        look() {
            known=$left left=' ' kept=' ' marked=' ' before=
            for group in $groups; do kill -0 "-$group" && kept="$kept$group "; done
            for file in $(grep -lsF "$mark=" /proc/[0-9]*/environ) \
                $(grep -lsE "^Max realtime timeout +$time[0-9]{9} " /proc/[0-9]*/limits); do
                file=${file#/proc/}
                marked="$marked${file%/*} "
            done
            until [ "$left" = "$before" ]; do
                before=$left
                for file in /proc/[0-9]*/stat; do
                    read -r line < "$file" || continue
                    process=${line%% *}
                    set -- ${line##*) }
                    case $1 in Z | X) continue ;; esac
                    case $left in *" $process:"*) continue ;; esac
                    case $known$groups$marked in
                    *" $process:${20} "* | *" $process "*) left="$left$process:${20} " ;;
                    *) case $groups$left in *" $3 "* | *" $2 "* | *" $2:"*) left="$left$process:${20} " ;; esac ;;
                    esac
                done
            done
            groups=$kept
            [ -r /proc/self/stat ] || for group in $groups; do left="$left-$group: "; done
        }
        for tenth in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
            look
            [ "$left" = ' ' ] && exit
            for process in $left; do
                case $asked in *" $process "*) continue ;; esac
                asked="$asked$process "
                kill -TERM "${process%%:*}"
                kill -CONT "${process%%:*}"
            done
            sleep 0.1 || sleep 1
        done
        for time in 1 2 3; do
            for process in $left; do kill -KILL "${process%%:*}"; done
            look
        done
        """#
}

import CycleBase

/// A shell that gives the terminal back in place of this process when that cannot: after `SIGKILL`, and while it is
/// stopped by `SIGSTOP`.
///
/// Each line that it reads is what to write when leaving; the end of its pipe means that the process has vanished. The system does not report a stop to the guard, so it looks twice a second.
final class GuardProcess: Sendable {
    /// `$1` is the terminal, `$2` its settings as `stty` takes them, `$3` the process.
    ///
    /// The settings are put back only where they are still those of the program: a shell that has taken over sets its own.
    private static let script = #"""
        exec > /dev/null 2>&1
        trap '' INT TERM HUP QUIT TSTP TTOU TTIN PIPE
        is_stopped() {
            read -r state < "/proc/$1/stat" && state=${state##*") "} || state=$(ps -o stat= -p "$1")
            case $state in T*) return 0 ;; *) return 1 ;; esac
        }
        watch() {
            while sleep 0.5 || sleep 1; do is_stopped "$1" && echo stopped; done
        }
        leave() {
            [ "$(stty -g < "$1")" = "$raw" ] && stty "$2" < "$1"
            printf "$last" > "$1"
            last= has=
        }
        raw= last= has=
        { watch "$3" & cat; echo gone; kill -9 $!; } | while read -r line; do
            case $line in
            gone) leave "$@"; break ;;
            stopped) [ "$has" ] && is_stopped "$3" && leave "$@" ;;
            raw) raw=$(stty -g < "$1") has=1 ;;
            *) last=$line has=1 ;;
            esac
        done
        """#

    private let shell: GuardShell
    var pipe: Int32 { shell.pipe }

    /// - Parameter terminal: The descriptor of the terminal, with the settings to go back to.
    init?(terminal: Int32) {
        guard let path = Descriptors.terminalPath(of: terminal), let settings = GuardProcess.settings(terminal),
            let shell = GuardShell(GuardProcess.script, [path, settings, "\(getpid())"])
        else { return nil }
        self.shell = shell
    }

    /// The output of `stty -g`.
    private static func settings(_ terminal: Int32) -> String? {
        guard let ends = makePipe() else { return nil }
        defer { Descriptors.close(ends.reading) }
        let order = Spawning.Order(words: ["stty", "-g"], descriptors: [0: terminal, 1: ends.writing])
        guard case .success(let process) = ChildProgram.spawn(order)
        else {
            Descriptors.close(ends.writing)
            return nil
        }
        Descriptors.close(ends.writing)
        waitpid(process, nil, 0)
        guard case .bytes(let bytes) = Descriptors.read(ends.reading, upTo: 1_024) else { return nil }
        return String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
    }

    /// Without descriptors there is no guard.
    private static func makePipe() -> (reading: Int32, writing: Int32)? {
        do { return try Descriptors.makePipe() } catch { return nil }
    }

    func prepare(writing bytes: [UInt8]) {
        let octal = bytes.map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
        send(octal.joined())
    }

    /// The settings are now those of the program.
    func noteSettings() {
        send("raw")
    }

    func close() { shell.close() }

    private func send(_ line: String) { shell.send(line) }
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A shell that waits for this process to vanish, and then gives the terminal back in its place: for `SIGKILL`, and for
/// a stack that overflowed, where no handler runs.
///
/// It holds the end of a pipe: each line is what to write when leaving, and the end without a farewell is the call.
final class GuardProcess: Sendable {
    /// `$1` is the terminal, `$2` its settings as `stty` takes them.
    private static let script = """
        trap '' INT TERM HUP QUIT TSTP TTOU TTIN PIPE
        last=
        leave() { stty "$2" < "$1"; printf "$last" > "$1"; }
        while read -r line; do
            case $line in
            done) exit 0 ;;
            *) last=$line ;;
            esac
        done
        leave "$@" 2> /dev/null
        """

    private let process: pid_t
    let pipe: Int32

    /// - Parameter terminal: The descriptor of the terminal, with the settings to go back to.
    init?(terminal: Int32) {
        guard let name = ttyname(terminal).map({ String(cString: $0) }), let settings = GuardProcess.settings(terminal)
        else { return nil }
        let ends = Descriptors.makePipe()
        defer { Descriptors.close(ends.reading) }
        // The shell reads with a call that blocks.
        _ = fcntl(ends.reading, F_SETFL, fcntl(ends.reading, F_GETFL) & ~O_NONBLOCK)
        let child = ChildProgram.spawn(
            ["/bin/sh", "-c", GuardProcess.script, "sh", name, settings], input: ends.reading, output: 2)
        guard case .success(let process) = child else {
            Descriptors.close(ends.writing)
            return nil
        }
        self.process = process
        pipe = ends.writing
    }

    /// What `stty -g` says.
    private static func settings(_ terminal: Int32) -> String? {
        let ends = Descriptors.makePipe()
        defer { Descriptors.close(ends.reading) }
        guard case .success(let process) = ChildProgram.spawn(["stty", "-g"], input: terminal, output: ends.writing)
        else {
            Descriptors.close(ends.writing)
            return nil
        }
        Descriptors.close(ends.writing)
        waitpid(process, nil, 0)
        guard case .bytes(let bytes) = Descriptors.read(ends.reading, upTo: 1_024) else { return nil }
        return String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
    }

    func prepare(writing bytes: [UInt8]) {
        let octal = bytes.map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
        send(octal.joined())
    }

    func close() {
        send("done")
        Descriptors.close(pipe)
        waitpid(process, nil, 0)
    }

    /// A guard that takes nothing has been stopped or ended: there is nothing to tell it.
    private func send(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = Descriptors.writeSome(pipe, bytes[...], upTo: bytes.count)
    }
}

import CycleBase

extension ProgramStatus {
    /// For people: how the program has ended, with what shells mean by a code. Its exact form is the status itself.
    public var reason: String {
        switch self {
        case .exited(0): "ended well"
        case .exited(126): "ended with code 126: it may not be started"
        case .exited(127): "ended with code 127: a program does not exist"
        case .exited(let code):
            SignalNames.name(code - 128).map { "ended with code \(code): a program was ended by \($0)" }
                ?? "ended with code \(code)"
        case .killed(let signal):
            if SignalNames.faults.contains(signal) {
                "crashed (\(SignalNames.name(signal) ?? "signal \(signal)"))"
            } else {
                "ended by \(SignalNames.name(signal) ?? "signal \(signal)")"
            }
        }
    }
}

/// The names of signals by the numbers of this system.
enum SignalNames {
    /// The signals that end a program which has made a mistake.
    static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS]

    private static let all = [
        (SIGSEGV, "SIGSEGV"), (SIGBUS, "SIGBUS"), (SIGILL, "SIGILL"), (SIGFPE, "SIGFPE"), (SIGTRAP, "SIGTRAP"),
        (SIGABRT, "SIGABRT"), (SIGSYS, "SIGSYS"), (SIGPIPE, "SIGPIPE"), (SIGALRM, "SIGALRM"), (SIGXCPU, "SIGXCPU"),
        (SIGXFSZ, "SIGXFSZ"), (SIGPROF, "SIGPROF"), (SIGVTALRM, "SIGVTALRM"), (SIGCHLD, "SIGCHLD"),
        (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT"), (SIGKILL, "SIGKILL"),
        (SIGSTOP, "SIGSTOP"), (SIGTSTP, "SIGTSTP"), (SIGCONT, "SIGCONT"), (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"),
        (SIGTTIN, "SIGTTIN"), (SIGTTOU, "SIGTTOU"), (SIGWINCH, "SIGWINCH"),
    ]

    /// `nil` for a number that is the same signal on no two systems.
    static func name(_ signal: Int32) -> String? {
        all.first { $0.0 == signal }?.1
    }
}

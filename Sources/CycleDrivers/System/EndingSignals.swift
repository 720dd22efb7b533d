import CycleBase

/// The signals that end a process unless it handles them. Faults are not among them, nor are those that no process can
/// handle. On Linux, 32 and 33 belong to the C library.
let endingSignals: [Int32] = {
    let common = [SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGSYS]
    #if canImport(Darwin)
        // Darwin has no signals of real time. Its SIGINFO, which Ctrl-T sends, and its SIGIO are ignored by default.
        return common + [SIGEMT]
    #else
        let stackFault: Int32 = 16
        return common + [SIGIO, SIGPWR, stackFault] + Array(34...64)
    #endif
}()

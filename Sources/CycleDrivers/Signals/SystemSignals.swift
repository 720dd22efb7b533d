import CycleBase

struct SystemSignals: SignalSource {
    func listen(
        to name: SignalDriver.Name, _ tell: @escaping @Sendable () -> Void
    ) throws(SystemFailure) -> () -> Void {
        let listener = try SignalWatch.shared.listen(to: name.number, tell)
        return { SignalWatch.shared.stop(listener) }
    }

    func settle() async {
        await SignalWatch.shared.waitForLeaving()
    }
}

extension SignalDriver.Name {
    /// As this system counts them.
    package var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .hangUp: SIGHUP
        case .interrupt: SIGINT
        case .quit: SIGQUIT
        case .user1: SIGUSR1
        case .user2: SIGUSR2
        case .alarm: SIGALRM
        case .windowChanged: SIGWINCH
        case .childChanged: SIGCHLD
        case .continued: SIGCONT
        }
    }
}

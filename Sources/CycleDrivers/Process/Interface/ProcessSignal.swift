import CycleBase

/// A signal that a program can be sent.
///
///     .init("server", .init("nginx"), signals: .init([.hangUp], from: frame.reloadCount))
///
/// Raw values are the names of POSIX, and numbers are those of the system.
public enum ProcessSignal: String, Hashable, Sendable, Codable, CaseIterable {
    /// A polite request to end. ``ProcessDriver/Program/isEnding`` asks as well, and then insists.
    case terminate = "SIGTERM"
    /// The terminal is gone; for a service, often a request to read its settings anew.
    case hangUp = "SIGHUP"
    /// Ctrl-C.
    case interrupt = "SIGINT"
    /// Ctrl-\, often with a picture of the memory.
    case quit = "SIGQUIT"
    /// An end at once, which no program can refuse.
    case kill = "SIGKILL"
    /// A stop that no program can refuse.
    case stop = "SIGSTOP"
    /// Ctrl-Z.
    case suspend = "SIGTSTP"
    /// It goes on after a stop.
    case goOn = "SIGCONT"
    /// The program gives it a meaning.
    case user1 = "SIGUSR1"
    /// The program gives it a meaning.
    case user2 = "SIGUSR2"

    /// As this system counts them.
    var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .hangUp: SIGHUP
        case .interrupt: SIGINT
        case .quit: SIGQUIT
        case .kill: SIGKILL
        case .stop: SIGSTOP
        case .suspend: SIGTSTP
        case .goOn: SIGCONT
        case .user1: SIGUSR1
        case .user2: SIGUSR2
        }
    }
}

/// Signals for a program while it runs.
///
/// The application numbers its signals. The driver sends each once, to the program and not to what that has started, and reports how far
/// it has come: ``ProcessDriver/Event/signalled(_:end:)``. A frame may drop those signals, and raises ``first``.
/// The numbers go on as long as the program is in the model: where ``first`` is 0 again, signals are sent from the first new number on.
public struct ProcessSignals: Hashable, Sendable, Codable {
    /// In their order.
    public var signals: [ProcessSignal]
    /// The number of the first signal.
    public var first: Int

    /// Some signals.
    public init(_ signals: [ProcessSignal] = [], from first: Int = 0) {
        self.signals = signals
        self.first = first
    }

    /// The signals from a number on, and the number behind the last of them.
    func batch(from next: Int) -> (signals: ArraySlice<ProcessSignal>, end: Int) {
        let (batch, start) = signals.numbered(from: first, startingAt: next)
        return (batch, start.addingSaturated(batch.count))
    }
}

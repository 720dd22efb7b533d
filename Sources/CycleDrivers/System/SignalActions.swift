import CycleBase
import Synchronization

typealias SignalInformation = UnsafeMutablePointer<siginfo_t>
typealias SignalHandler = @convention(c) (Int32, SignalInformation?, UnsafeMutableRawPointer?) -> Void

/// The one place that says what the process does at a signal. Two parts of this module may want to handle the same one:
/// its handler is installed with the first of them, and what was there before is put back when the last has gone.
enum SignalActions {
    /// The parts of the program that handle signals.
    enum Part: Int, CaseIterable {
        /// Gives a terminal back.
        case terminal
        /// Informs listeners. A signal that they listen to ends nothing. Only a change of the terminal's size and the
        /// end of a stop are for both.
        case listeners
    }

    private static let signalCount = 65

    // Unsafe: a handler cannot take a lock. A part's place is one word, of which 0 means no part; what was there before
    // is written before the handler is installed.
    nonisolated(unsafe) private static let parts = {
        let count = signalCount * Part.allCases.count
        let parts = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
        for place in 0..<count { (parts + place).initialize(to: Atomic(0)) }
        return parts
    }()
    nonisolated(unsafe) private static let former = {
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: signalCount)
        actions.initialize(repeating: sigaction(), count: signalCount)
        return actions
    }()
    /// The signals that are handled here.
    private static let handled = Guarded([Int32]())
    private static let process = OwningProcess()

    /// - Returns: Whether it is installed; the system lets no process handle some.
    static func add(_ handler: @escaping SignalHandler, for signal: Int32, of part: Part) -> Bool {
        handled.withLock { handled in
            process.claim()
            parts[place(signal, part)].store(unsafeBitCast(handler, to: UInt.self), ordering: .releasing)
            // Another part of the process may have installed its own handler since.
            guard !handled.contains(signal) || !isInstalled(signal) else { return true }
            // A handler must not be the first to look: what it uses may be made then.
            _ = self.handler(of: signal, part)
            var action = sigaction(calling: handle)
            sigemptyset(&action.sa_mask)
            // From the background, giving the terminal back would otherwise stop the process.
            sigaddset(&action.sa_mask, SIGTTOU)
            action.sa_flags = Int32(truncatingIfNeeded: SA_SIGINFO) | Int32(SA_RESTART) | Int32(SA_ONSTACK)
            let isInstalled =
                sigaction(signal, nil, former + Int(signal)) == 0 && sigaction(signal, &action, nil) == 0
            if !isInstalled {
                clear(place(signal, part))
            } else if !handled.contains(signal) {
                handled.append(signal)
            }
            return isInstalled
        }
    }

    static func remove(_ signal: Int32, of part: Part) {
        handled.withLock { handled in
            clear(place(signal, part))
            guard Part.allCases.allSatisfy({ handler(of: signal, $0) == nil }) else { return }
            guard let index = handled.firstIndex(of: signal) else { return }
            handled.remove(at: index)
            if isInstalled(signal) { _ = sigaction(signal, former + Int(signal), nil) }
        }
    }

    /// Whether this module alone handles or ignores it.
    static func isDefault(_ signal: Int32) -> Bool {
        handled.withLock { handled in
            if handled.contains(signal), isInstalled(signal) { return former[Int(signal)].isDefault }
            var action = sigaction()
            _ = sigaction(signal, nil, &action)
            return action.isDefault
        }
    }

    /// Whether the system ignores a signal.
    static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        _ = sigaction(signal, nil, &action)
        return address(of: action) == 1
    }

    private static func isInstalled(_ signal: Int32) -> Bool {
        var action = sigaction()
        _ = sigaction(signal, nil, &action)
        return address(of: action) == address(of: sigaction(calling: handle))
    }

    /// The handler comes first, on every platform.
    private static func address(of action: sigaction) -> UInt {
        withUnsafeBytes(of: action) { $0.loadUnaligned(as: UInt.self) }
    }

    private static func place(_ signal: Int32, _ part: Part) -> Int { part.rawValue * signalCount + Int(signal) }

    private static func clear(_ place: Int) { parts[place].store(0, ordering: .releasing) }

    private static func handler(of signal: Int32, _ part: Part) -> SignalHandler? {
        unsafeBitCast(parts[place(signal, part)].load(ordering: .acquiring), to: SignalHandler?.self)
    }

    // MARK: In a handler

    private static let handle: SignalHandler = { signal, information, context in
        // The interrupted code may be about to read `errno` of a failed call.
        let code = errno
        defer { errno = code }
        guard process.isThisOne else {
            restore(signal)
            raise(signal)
            return
        }
        if let listener = handler(of: signal, .listeners) {
            listener(signal, information, context)
            guard signal == SIGWINCH || signal == SIGCONT else { return }
        }
        handler(of: signal, .terminal)?(signal, information, context)
    }

    /// Puts back what was there before, for good: the process ends.
    static func restore(_ signal: Int32) {
        _ = sigaction(signal, former + Int(signal), nil)
    }

    /// Lets the signal do now what it did before.
    static func raiseAsBefore(_ signal: Int32) {
        var ours = sigaction()
        _ = sigaction(signal, former + Int(signal), &ours)
        raiseUnblocked(signal)
        _ = sigaction(signal, &ours, nil)
    }

    /// Performs the default action of the signal.
    static func raiseAsDefault(_ signal: Int32) {
        var action = sigaction()
        _ = sigaction(signal, &action, nil)
        raiseUnblocked(signal)
    }

    private static func raiseUnblocked(_ signal: Int32) {
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, signal)
        raise(signal)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }
}

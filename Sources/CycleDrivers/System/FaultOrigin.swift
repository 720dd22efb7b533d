import CycleBase

/// Whether a handler can tell a fault from a signal that was sent.
package enum FaultOrigin: Sendable {
    /// By a code above zero for a fault. Only such a signal comes again when its handler returns, at the instruction that is
    /// run again.
    case known
    /// Darwin's kernel writes the codes of faults into signals that another process has sent, too. A signal that is sent again
    /// ends the process in both cases.
    case unknown

    static var ofSystem: FaultOrigin {
        #if canImport(Darwin)
            .unknown
        #else
            .known
        #endif
    }

    /// Whether the processor raised it, at an instruction that will be run again; not a call of `kill`, `raise` or `abort`.
    func isFault(_ signal: Int32, _ information: SignalInformation?) -> Bool {
        guard self == .known, let information else { return false }
        switch signal {
        case SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV: return information.pointee.si_code > 0
        default: return false
        }
    }
}

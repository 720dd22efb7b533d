#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

package typealias SignalInformation = UnsafeMutablePointer<siginfo_t>
package typealias SignalHandler = @convention(c) (Int32, SignalInformation?, UnsafeMutableRawPointer?) -> Void

extension sigaction {
    package init(calling handler: @escaping SignalHandler) {
        self.init()
        #if canImport(Darwin)
            __sigaction_u.__sa_sigaction = handler
        #elseif canImport(Musl)
            __sa_handler.sa_sigaction = handler
        #else
            __sigaction_handler.sa_sigaction = handler
        #endif
    }

    package var isDefault: Bool {
        #if canImport(Darwin)
            __sigaction_u.__sa_handler == nil
        #elseif canImport(Musl)
            __sa_handler.sa_handler == nil
        #else
            __sigaction_handler.sa_handler == nil
        #endif
    }
}

/// Whether the processor raised it, at an instruction that will be run again; not a call of `kill`, `raise` or `abort`.
package func isFault(_ signal: Int32, _ information: SignalInformation?) -> Bool {
    guard let information, signal != SIGABRT, signal != SIGQUIT else { return false }
    switch signal {
    case SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV: return information.pointee.si_code > 0
    default: return false
    }
}

import CycleBase

// The handler of a signal is a field of a union, which each C library names differently.
extension sigaction {
    init(calling handler: @escaping SignalHandler) {
        self.init()
        #if canImport(Darwin)
            __sigaction_u.__sa_sigaction = handler
        #elseif canImport(Musl)
            __sa_handler.sa_sigaction = handler
        #else
            __sigaction_handler.sa_sigaction = handler
        #endif
    }

    var isDefault: Bool {
        #if canImport(Darwin)
            __sigaction_u.__sa_handler == nil
        #elseif canImport(Musl)
            __sa_handler.sa_handler == nil
        #else
            __sigaction_handler.sa_handler == nil
        #endif
    }
}

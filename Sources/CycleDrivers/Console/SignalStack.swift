#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A second stack for the signal handlers of a thread: where the first has overflowed there is no room for them.
enum SignalStack {
    private static let byteCount = 1 << 16

    /// Takes the stack away again when its thread ends.
    private static let key = {
        var key = pthread_key_t()
        pthread_key_create(&key) { memory in
            var none = stack_t()
            none.ss_flags = Int32(SS_DISABLE)
            sigaltstack(&none, nil)
            let start: UnsafeMutableRawPointer? = memory
            if let start { munmap(start, SignalStack.byteCount) }
        }
        return key
    }()

    /// Gives the calling thread one, unless it has one.
    static func provide() {
        var stack = stack_t()
        guard sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(SS_DISABLE) != 0 else { return }
        let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard memory != MAP_FAILED else { return }
        stack.ss_sp = memory
        stack.ss_size = byteCount
        stack.ss_flags = 0
        sigaltstack(&stack, nil)
        pthread_setspecific(key, memory)
    }
}

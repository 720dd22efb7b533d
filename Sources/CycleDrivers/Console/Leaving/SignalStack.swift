import CycleSystem

/// A second stack for the signal handlers of a thread: where the first has overflowed there is no room for them.
enum SignalStack {
    private static let byteCount = 1 << 16

    /// Takes the stack away again when its thread ends.
    private static let key = {
        var key = pthread_key_t()
        pthread_key_create(&key) { memory in
            let start: UnsafeMutableRawPointer? = memory
            guard let start, start != SignalStack.others else { return }
            var none = stack_t()
            none.ss_flags = Int32(SS_DISABLE)
            sigaltstack(&none, nil)
            munmap(start, SignalStack.byteCount)
        }
        return key
    }()

    /// Stands for a stack that other code has given to a thread.
    private static var others: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }

    /// Gives the calling thread one, unless it has one. Takes no system call but the first time on a thread.
    static func provide() {
        guard pthread_getspecific(key) == nil else { return }
        var stack = stack_t()
        guard sigaltstack(nil, &stack) == 0 else { return }
        guard stack.ss_flags & Int32(SS_DISABLE) != 0 else {
            pthread_setspecific(key, others)
            return
        }
        let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard memory != MAP_FAILED else { return }
        stack.ss_sp = memory
        // `Int` on Linux, `UInt` on Darwin.
        stack.ss_size = .init(byteCount)
        stack.ss_flags = 0
        sigaltstack(&stack, nil)
        pthread_setspecific(key, memory)
    }
}

import CycleBase

/// A second stack for the signal handlers of a thread: after an overflow of the first one no handler could run there.
enum SignalStack {
    private static let byteCount = 1 << 16

    /// Holds the stack of a thread, and frees it when the thread ends.
    private static let key = {
        var key = pthread_key_t()
        pthread_key_create(&key) { memory in
            let start: UnsafeMutableRawPointer? = memory
            guard let start, start != SignalStack.foreign else { return }
            var none = stack_t()
            none.ss_flags = Int32(SS_DISABLE)
            sigaltstack(&none, nil)
            munmap(start, SignalStack.byteCount)
        }
        return key
    }()

    /// Stands for a stack that other code has installed for a thread, which is left alone.
    private static var foreign: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }

    /// Gives the calling thread a second stack, unless it has one. Makes system calls the first time on a thread only.
    static func provide() {
        guard pthread_getspecific(key) == nil else { return }
        var stack = stack_t()
        guard sigaltstack(nil, &stack) == 0 else { return }
        guard stack.ss_flags & Int32(SS_DISABLE) != 0 else {
            pthread_setspecific(key, foreign)
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

import CycleSystem

/// Calls `pthread_create`. The number of a thread is a pointer on Darwin and with musl, and Darwin's function of a thread
/// takes an argument that is never nil.
func startThread(_ context: UnsafeMutableRawPointer) -> Result<pthread_t, SystemFailure> {
    #if canImport(Glibc)
        var started = pthread_t()
    #else
        var started: pthread_t?
    #endif
    let code = pthread_create(&started, nil, threadMain, context)
    let number: pthread_t? = started
    guard code == 0, let number else { return .failure(SystemFailure(code: code)) }
    return .success(number)
}

#if canImport(Darwin)
    private let threadMain: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { context in
        ThreadWork.run(context)
        return nil
    }
#else
    private let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        if let context { ThreadWork.run(context) }
        return nil
    }
#endif

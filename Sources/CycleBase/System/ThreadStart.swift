/// The stack of a thread where the system gives it little: 512 KiB on Darwin, 128 KiB with musl. An application that runs on
/// such a thread may need as much as it has on the main one. Memory that is not used costs nothing.
private let stackByteCount: Int? = {
    #if canImport(Glibc)
        // glibc gives as much as the main thread has.
        nil
    #else
        threadStackByteCount
    #endif
}()

/// As large as the stack of the main thread of most systems.
let threadStackByteCount = 8 << 20

/// Calls `pthread_create`. The number of a thread is a pointer on Darwin and with musl, and Darwin's function of a thread
/// takes an argument that is never nil.
///
/// - Parameter stack: In bytes; `nil` for the C library's own. Another than the system's in tests only.
func startThread(_ context: UnsafeMutableRawPointer, stack: Int? = stackByteCount) -> Result<pthread_t, SystemFailure> {
    #if canImport(Glibc)
        var started = pthread_t()
    #else
        var started: pthread_t?
    #endif
    let code: Int32
    if let stack {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, stack)
        code = pthread_create(&started, &attributes, threadMain, context)
        pthread_attr_destroy(&attributes)
    } else {
        code = pthread_create(&started, nil, threadMain, context)
    }
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

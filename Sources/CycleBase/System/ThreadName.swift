/// Names the thread that calls, for `top -H`, debuggers and the check that counts wake-ups.
///
/// - Parameter name: No longer than 15 bytes.
func nameThisThread(_ name: String) {
    #if canImport(Darwin)
        pthread_setname_np(name)
    #else
        // `pthread_setname_np` and `prctl` are not in the system's module. Without /proc it stays without a name.
        let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        let bytes = Array(name.utf8)
        _ = write(file, bytes, bytes.count)
        close(file)
    #endif
}

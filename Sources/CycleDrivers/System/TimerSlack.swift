import CycleBase

/// Has the calling thread woken when its time has come. Linux lets a thread sleep 50 µs longer, to wake several
/// together; a thread that waits for a deadline has a tolerance of its own.
func sleepPrecisely() {
    #if os(Linux) || os(Android)
        // `prctl` takes variable arguments and is not in the system's module; nor is `gettid`. Without /proc it sleeps as
        // others do.
        var path = [CChar](repeating: 0, count: 64)
        guard readlink("/proc/thread-self", &path, path.count - 1) > 0 else { return }
        let number =
            String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            .split(separator: "/").last ?? ""
        let file = open("/proc/\(number)/timerslack_ns", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, "1", 1)
        close(file)
    #endif
}

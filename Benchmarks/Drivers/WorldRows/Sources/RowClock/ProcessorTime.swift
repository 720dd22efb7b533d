#if canImport(Glibc)
    import Glibc

    private let whole = Int32(RUSAGE_SELF.rawValue)
#elseif canImport(Darwin)
    import Darwin

    private let whole = RUSAGE_SELF
#endif

/// The seconds that this process has had of a processor, without its children.
public func processorTime() -> Double {
    var usage = rusage()
    getrusage(whole, &usage)
    let seconds = { (time: timeval) in Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

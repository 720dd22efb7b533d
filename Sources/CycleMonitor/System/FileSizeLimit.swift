import CycleBase

/// How large a file of this process may become. glibc's numbers of limits have a type of their own.
func fileSizeLimit() -> UInt64 {
    var limit = rlimit()
    #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
        let resource = RLIMIT_FSIZE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return .max }
    return UInt64(limit.rlim_cur)
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension PersistenceDriver.Failure {
    package init(_ error: SystemError) {
        self =
            switch error.code {
            case ENOENT, ENOTDIR: .missingFolder
            case ELOOP: .symbolicLink
            case EISDIR, ENXIO: .notAFile
            case EACCES, EPERM: .denied
            case EROFS: .readOnly
            case ENOSPC, EDQUOT: .full
            case EFBIG: .tooLarge
            case ENAMETOOLONG: .invalidPath
            default: .system(error.code)
            }
    }
}

extension PersistenceDriver.Failure {
    static let exists = system(EEXIST)
    static let locked = system(EWOULDBLOCK)
    /// The file system has no locks.
    static let withoutLocks = [system(ENOLCK), system(EOPNOTSUPP), system(ENOSYS)]
}

extension SystemError {
    static let interrupted = SystemError(code: EINTR)
}

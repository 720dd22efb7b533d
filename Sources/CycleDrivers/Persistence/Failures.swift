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

/// What a simulated disk answers with, without the system's headers.
extension SystemError {
    package static let exists = SystemError(code: EEXIST)
    package static let notFound = SystemError(code: ENOENT)
    package static let notAFolder = SystemError(code: ENOTDIR)
    package static let isAFolder = SystemError(code: EISDIR)
    package static let isALink = SystemError(code: ELOOP)
    package static let locked = SystemError(code: EWOULDBLOCK)
    package static let interrupted = SystemError(code: EINTR)
    package static let full = SystemError(code: ENOSPC)
    package static let broken = SystemError(code: EIO)
    package static let notOpen = SystemError(code: EBADF)
    package static let invalid = SystemError(code: EINVAL)
}

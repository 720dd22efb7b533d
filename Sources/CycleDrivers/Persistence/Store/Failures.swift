import CycleBase

extension PersistenceDriver.Failure {
    package init(_ error: SystemFailure) {
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
            case EMFILE, ENFILE: .exhausted(.descriptors)
            case ENOMEM: .exhausted(.memory)
            default: .system(error.code)
            }
    }
}

extension PersistenceDriver.Failure {
    /// The failure of a call that observes a folder. The system says that the disk is full when it is its list of watches.
    init(observing error: SystemFailure) {
        self =
            switch error.code {
            case ENOSPC: .exhausted(.watches)
            case EAGAIN: .exhausted(.threads)
            default: PersistenceDriver.Failure(error)
            }
    }

    static let exists = system(EEXIST)
    /// `readlink(2)` of a file that is not a symbolic link, or was replaced by one that is not.
    static let notALink = system(EINVAL)
    static let locked = system(EWOULDBLOCK)
    /// `open(2)` of a socket on Darwin; Linux says `ENXIO`.
    static let socket = system(EOPNOTSUPP)
    /// The errors of a disk without hard links, as cameras use.
    static let withoutLinks = [denied, system(EMLINK)] + unsupported
    /// The file system has no locks.
    static let withoutLocks = FileLock.missingCodes.map { Self(SystemFailure(code: $0)) }
    static let ofUnsyncedFolders = unsyncedFolderCodes.map { Self(SystemFailure(code: $0)) }
    /// The first two are one number on Linux. Darwin's file systems say the first.
    private static let unsupported = [system(ENOTSUP), system(EOPNOTSUPP), system(ENOSYS)]
}

/// The errors of a simulated disk, which does without the system's headers.
extension SystemFailure {
    package static let exists = SystemFailure(code: EEXIST)
    package static let notFound = SystemFailure(code: ENOENT)
    package static let notAFolder = SystemFailure(code: ENOTDIR)
    package static let isAFolder = SystemFailure(code: EISDIR)
    package static let isALink = SystemFailure(code: ELOOP)
    package static let locked = SystemFailure(code: EWOULDBLOCK)
    package static let interrupted = SystemFailure(code: EINTR)
    package static let full = SystemFailure(code: ENOSPC)
    package static let broken = SystemFailure(code: EIO)
    package static let notOpen = SystemFailure(code: EBADF)
    package static let invalid = SystemFailure(code: EINVAL)
    package static let notPermitted = SystemFailure(code: EPERM)
}

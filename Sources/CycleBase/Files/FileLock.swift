/// The lock of an open file: one program, or one part of it, writes a file at a time.
package enum FileLock {
    /// The values of `errno` of a file system without locks.
    package static let missingCodes = [ENOTSUP, EOPNOTSUPP, ENOLCK, ENOSYS, EINVAL]

    /// Takes the lock, which goes with the descriptor. Never waits.
    ///
    /// A file system without locks takes each file for locked by the one that asks.
    ///
    /// - Returns: `false` where another has it.
    package static func take(_ file: Int32) -> Bool {
        flock(file, LOCK_EX | LOCK_NB) == 0 || missingCodes.contains(errno)
    }
}

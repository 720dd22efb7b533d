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

    /// Gives the lock back, before the descriptor is closed. It would be held on by a child that another part of the program is starting, and
    /// that has a copy of each descriptor until it executes its program: who opened the file anew would find it taken.
    package static func release(_ file: Int32) { flock(file, LOCK_UN) }
}

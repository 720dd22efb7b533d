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

    /// Takes the lock of a file that still stands at its path: the process that held the lock before may have renamed or removed the file
    /// between the opening and the lock. Where it does not, the lock is given back.
    package static func take(_ file: Int32, at path: String) -> Bool {
        guard take(file) else { return false }
        var (opened, named) = (stat(), stat())
        let isThere = fstat(file, &opened) == 0 && lstat(path, &named) == 0
        if isThere, opened.st_ino == named.st_ino, opened.st_dev == named.st_dev { return true }
        release(file)
        return false
    }

    /// Gives the lock back, before the descriptor is closed. It would be held on by a child that another part of the program is starting, and
    /// that has a copy of each descriptor until it executes its program: who opened the file anew would find it taken.
    package static func release(_ file: Int32) { flock(file, LOCK_UN) }
}

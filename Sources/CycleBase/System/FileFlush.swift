/// Asks the drive itself to keep what was written to a file. Darwin's `fsync` leaves it in the cache of the drive.
///
/// - Returns: 0, or -1 with `errno` set, as `fsync` does.
package func flushToDrive(_ file: Int32) -> Int32 {
    #if canImport(Darwin)
        flushToDrive(file, stronger: { fcntl($0, F_FULLFSYNC) })
    #else
        fsync(file)
    #endif
}

/// The values of `errno` of a file system that cannot sync a folder: then no call can make a name more certain.
package let unsyncedFolderCodes = [EINVAL, ENOTSUP, EROFS]

/// A file system that has no stronger call, as that of a network, is asked for the weaker one. No other error is passed over:
/// the weaker call would succeed where the drive has failed.
///
/// - Parameter stronger: Darwin's `F_FULLFSYNC`; another call in tests.
func flushToDrive(_ file: Int32, stronger: (Int32) -> Int32) -> Int32 {
    let outcome = stronger(file)
    guard outcome != 0, [ENOTSUP, EOPNOTSUPP, ENOTTY, EINVAL, ENOSYS].contains(errno) else { return outcome }
    return fsync(file)
}

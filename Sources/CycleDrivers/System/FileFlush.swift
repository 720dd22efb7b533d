import CycleSystem

/// Asks the drive itself to keep what was written to a file. Darwin's `fsync` leaves it in the cache of the drive; a file
/// system that has no stronger call, as that of a network, is asked for this one.
///
/// - Returns: 0, or -1 with `errno` set, as `fsync` does.
package func flushToDrive(_ file: Int32) -> Int32 {
    #if canImport(Darwin)
        if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(file)
}

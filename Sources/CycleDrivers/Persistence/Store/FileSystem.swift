import CycleBase

/// The system calls that the driver makes, and nothing above them: where faults are injected, and where a simulated disk
/// takes the place of the real one.
///
/// Names are single names in an open folder, never paths. All methods may throw `EINTR`, and `write` may be short: the
/// caller repeats. Used by one thread.
package protocol FileSystem: AnyObject {
    func openRoot(_ path: String) throws(SystemFailure) -> Int32
    /// Does not follow a symbolic link in `name`, nor wait for a device.
    func open(_ name: FileName, in folder: Int32, for purpose: OpenPurpose) throws(SystemFailure) -> Int32
    func close(_ file: Int32) throws(SystemFailure)
    func read(_ file: Int32, into buffer: inout [UInt8]) throws(SystemFailure) -> Int
    func read(_ file: Int32, at offset: Int, into buffer: inout [UInt8]) throws(SystemFailure) -> Int
    func setSize(of file: Int32, to byteCount: Int) throws(SystemFailure)
    func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int
    func status(of file: Int32) throws(SystemFailure) -> FileStatus
    /// `nil`: there is nothing of that name. A failure for so common an answer would cost many times as much, above all in tests, where
    /// the testing library notes the calls that lead to each error.
    func status(of name: FileName, in folder: Int32) throws(SystemFailure) -> FileStatus?
    func setMode(of file: Int32, to mode: UInt32) throws(SystemFailure)
    func setOwner(of file: Int32, to owner: UInt32, group: UInt32) throws(SystemFailure)
    /// Gives a file the extended attributes and access lists of another.
    func copyAttributes(of name: FileName, in folder: Int32, to file: Int32) throws(SystemFailure)
    /// Forces the content of a file, or the names in a folder, to the disk.
    func sync(_ file: Int32) throws(SystemFailure)
    /// Replaces what is at `newName`.
    func rename(_ name: FileName, to newName: FileName, in folder: Int32) throws(SystemFailure)
    func link(_ name: FileName, to newName: FileName, in folder: Int32) throws(SystemFailure)
    func remove(_ name: FileName, in folder: Int32) throws(SystemFailure)
    func makeFolder(_ name: FileName, in folder: Int32) throws(SystemFailure)
    func names(in folder: Int32) throws(SystemFailure) -> [FileName]
    func target(ofLink name: FileName, in folder: Int32) throws(SystemFailure) -> FileName
    /// Takes an exclusive lock that lasts until the file is closed, without waiting: `EWOULDBLOCK` if another has it.
    func lock(_ file: Int32) throws(SystemFailure)
}

package enum OpenPurpose: Hashable, Sendable {
    case folder
    case reading
    /// There must not be one yet.
    case creating(mode: UInt32)
    /// Made if there is none.
    case appending(mode: UInt32)
}

import CycleBase
import CycleDrivers

/// A file system in which a test lets calls fail: the place of a test's faults, in memory or on the disk.
package final class FaultyFiles: FileSystem {
    package enum Fault: Hashable, Sendable {
        /// The call is not made, and fails with an `errno`.
        case error(Int32)
        /// A write accepts half of the bytes; any other call is made as usual.
        case shortWrite
        /// From here on no call is made: the process was killed.
        case kill
    }

    private let base: any FileSystem
    /// Called before every call, with its number from 1.
    private let fault: (_ number: Int) -> Fault?
    private var isKilled = false
    package private(set) var callCount = 0

    package init(_ base: any FileSystem, fault: @escaping (_ number: Int) -> Fault?) {
        self.base = base
        self.fault = fault
    }

    /// - Returns: Whether a write is to be short.
    @discardableResult
    private func begin() throws(SystemFailure) -> Bool {
        callCount += 1
        let fault = isKilled ? .kill : fault(callCount)
        switch fault {
        case .error(let code): throw SystemFailure(code: code)
        case .shortWrite: return true
        case .kill:
            isKilled = true
            throw SystemFailure.broken
        case nil: return false
        }
    }

    package func openRoot(_ path: String) throws(SystemFailure) -> Int32 {
        try begin()
        return try base.openRoot(path)
    }

    package func open(_ name: FileName, in folder: Int32, for purpose: OpenPurpose) throws(SystemFailure) -> Int32 {
        try begin()
        return try base.open(name, in: folder, for: purpose)
    }

    package func close(_ file: Int32) throws(SystemFailure) {
        do {
            try begin()
        } catch {
            // A close that fails has closed.
            if !isKilled { try base.close(file) }
            throw error
        }
        try base.close(file)
    }

    package func read(_ file: Int32, into buffer: inout [UInt8]) throws(SystemFailure) -> Int {
        try begin()
        return try base.read(file, into: &buffer)
    }

    package func read(_ file: Int32, at offset: Int, into buffer: inout [UInt8]) throws(SystemFailure) -> Int {
        try begin()
        return try base.read(file, at: offset, into: &buffer)
    }

    package func setSize(of file: Int32, to byteCount: Int) throws(SystemFailure) {
        try begin()
        try base.setSize(of: file, to: byteCount)
    }

    package func copyAttributes(of name: FileName, in folder: Int32, to file: Int32) throws(SystemFailure) {
        try begin()
        try base.copyAttributes(of: name, in: folder, to: file)
    }

    package func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int {
        let isShort = try begin()
        return try base.write(file, isShort ? bytes.prefix((bytes.count + 1) / 2) : bytes)
    }

    package func status(of file: Int32) throws(SystemFailure) -> FileStatus {
        try begin()
        return try base.status(of: file)
    }

    package func status(of name: FileName, in folder: Int32) throws(SystemFailure) -> FileStatus? {
        try begin()
        return try base.status(of: name, in: folder)
    }

    package func setMode(of file: Int32, to mode: UInt32) throws(SystemFailure) {
        try begin()
        try base.setMode(of: file, to: mode)
    }

    package func setOwner(of file: Int32, to owner: UInt32, group: UInt32) throws(SystemFailure) {
        try begin()
        try base.setOwner(of: file, to: owner, group: group)
    }

    package func sync(_ file: Int32) throws(SystemFailure) {
        try begin()
        try base.sync(file)
    }

    package func rename(_ name: FileName, to newName: FileName, in folder: Int32) throws(SystemFailure) {
        try begin()
        try base.rename(name, to: newName, in: folder)
    }

    package func link(_ name: FileName, to newName: FileName, in folder: Int32) throws(SystemFailure) {
        try begin()
        try base.link(name, to: newName, in: folder)
    }

    package func remove(_ name: FileName, in folder: Int32) throws(SystemFailure) {
        try begin()
        try base.remove(name, in: folder)
    }

    package func makeFolder(_ name: FileName, in folder: Int32) throws(SystemFailure) {
        try begin()
        try base.makeFolder(name, in: folder)
    }

    package func names(in folder: Int32) throws(SystemFailure) -> [FileName] {
        try begin()
        return try base.names(in: folder)
    }

    package func target(ofLink name: FileName, in folder: Int32) throws(SystemFailure) -> FileName {
        try begin()
        return try base.target(ofLink: name, in: folder)
    }

    package func lock(_ file: Int32) throws(SystemFailure) {
        try begin()
        try base.lock(file)
    }
}

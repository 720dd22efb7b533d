import CycleBase

/// Files that grow in place, by whole lines.
extension FileStore {
    /// Appends bytes that end with a line break. An append that fails is undone.
    ///
    /// - Parameter checked: The file whose last line is known to be whole; that of another is looked at first.
    /// - Returns: The version of the file now, and how many bytes of a torn line were cut off.
    func append(
        _ bytes: [UInt8], to path: PersistenceDriver.Path, checked: FileStatus.Place?
    ) throws(Failure) -> (version: FileStatus.Version, cutByteCount: Int) {
        try inFolder(of: path) { folder, name throws(Failure) in
            try append(bytes, to: name, in: folder, checked: checked)
        }
    }

    private func append(
        _ bytes: [UInt8], to name: FileName, in folder: Int32, checked: FileStatus.Place?
    ) throws(Failure) -> (version: FileStatus.Version, cutByteCount: Int) {
        let isNew = try status(of: name, in: folder) == nil
        let file = try open(name, in: folder, for: .appending(mode: 0o666))
        defer { close(file) }
        try waitForTurn(file)
        let before = try call { files throws(SystemFailure) in try files.status(of: file) }
        guard before.kind == .file else { throw .notAFile }
        let size = before.version.byteCount
        let end = before.version.place == checked ? size : try endOfLines(file, size)
        if end < size { try setSize(of: file, to: end) }
        let version: FileStatus.Version
        do throws(Failure) {
            try writeAll(bytes, to: file)
            version = try call { files throws(SystemFailure) in try files.status(of: file).version }
            if options.durability != .none { try sync(file) }
            if isNew { try syncFolder(folder) }
        } catch {
            // The next append that looks cuts off the bytes that cannot be removed now.
            do { try setSize(of: file, to: end) } catch { throw error }
            throw error
        }
        return (version, size - end)
    }

    /// Locks the log as long as it is open: what another driver is about to write is not torn, and must not be cut off.
    private func waitForTurn(_ file: Int32) throws(Failure) {
        var patience = lockPatience
        while try !lock(file) {
            guard patience > 0 else { throw .inUse }
            patience -= 1
            _ = poll(nil, 0, 1)
        }
    }

    /// Where the last line that is whole ends: what follows the last line break is torn.
    private func endOfLines(_ file: Int32, _ size: Int) throws(Failure) -> Int {
        var end = size
        while end > 0 {
            let start = max(0, end - (1 << 16))
            let piece = try read(file, from: start, byteCount: end - start)
            if let index = piece.lastIndex(of: UInt8(ascii: "\n")) { return start + index + 1 }
            end = start
        }
        return 0
    }

    func read(_ file: Int32, from start: Int, byteCount: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < byteCount {
            var buffer = [UInt8](repeating: 0, count: byteCount - bytes.count)
            let offset = start + bytes.count
            let count = try call { files throws(SystemFailure) in try files.read(file, at: offset, into: &buffer) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
        return bytes
    }

    private func setSize(of file: Int32, to byteCount: Int) throws(Failure) {
        try call { files throws(SystemFailure) in try files.setSize(of: file, to: byteCount) }
    }
}

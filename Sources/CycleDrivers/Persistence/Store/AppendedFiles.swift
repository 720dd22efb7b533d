import CycleBase

/// Files that grow in place, by whole lines.
extension FileStore {
    /// Appends bytes that end with a line break. An append that fails is undone, now or before the next one.
    ///
    /// - Parameter checked: The file whose last line is known to be whole; that of another is looked at first.
    /// - Returns: The version of the file now, and how many bytes of a torn line were cut off; `nil` if another has locked the log.
    func append(
        _ bytes: [UInt8], to path: PersistenceDriver.Path, checked: FileStatus.Place?
    ) throws(Failure) -> (version: FileStatus.Version, cutByteCount: Int)? {
        try inFolder(of: path) { folder, name throws(Failure) in
            try append(bytes, to: name, in: folder, checked: checked)
        }
    }

    private func append(
        _ bytes: [UInt8], to name: FileName, in folder: Int32, checked: FileStatus.Place?
    ) throws(Failure) -> (version: FileStatus.Version, cutByteCount: Int)? {
        let isNew = try status(of: name, in: folder) == nil
        let file = try open(name, in: folder, for: .appending(mode: 0o666))
        defer { close(file) }
        guard try waitForTurn(file) else { return nil }
        let before = try call { files throws(SystemFailure) in try files.status(of: file) }
        guard before.kind == .file else { throw .notAFile }
        let size = before.version.byteCount
        let end = try endOfLines(file, before.version, checked)
        if end < size { try setSize(of: file, to: end) }
        leftovers[before.version.place] = nil
        let version: FileStatus.Version
        do throws(Failure) {
            try writeAll(bytes, to: file)
            version = try call { files throws(SystemFailure) in try files.status(of: file).version }
            if options.durability != .none { try sync(file) }
            if isNew { try syncFolder(folder) }
        } catch {
            remove(file, from: end)
            throw error
        }
        return (version, size - end)
    }

    /// Locks the log as long as it is open: what another driver is about to write is not torn, and must not be cut off.
    ///
    /// - Returns: `false` where another keeps it locked, perhaps a program that is stopped: the thread then has other work first.
    private func waitForTurn(_ file: Int32) throws(Failure) -> Bool {
        var patience = lockPatience
        while try !lock(file) {
            guard patience > 0 else { return false }
            patience -= 1
            _ = poll(nil, 0, 1)
        }
        return true
    }

    /// Removes the bytes of an append that failed. Where the disk refuses, the next append has to remove them first: their lines would come
    /// twice if they were appended again behind them.
    private func remove(_ file: Int32, from end: Int) {
        do {
            try setSize(of: file, to: end)
        } catch {
            do throws(Failure) {
                let version = try call { files throws(SystemFailure) in try files.status(of: file).version }
                leftovers[version.place] = Leftover(version: version, end: end)
            } catch {
                return
            }
        }
    }

    /// Where the last line that is whole, and no line of an append that failed, ends.
    private func endOfLines(
        _ file: Int32, _ version: FileStatus.Version, _ checked: FileStatus.Place?
    ) throws(Failure) -> Int {
        if let leftover = leftovers[version.place], leftover.version == version { return leftover.end }
        return version.place == checked ? version.byteCount : try endOfLines(file, version.byteCount)
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

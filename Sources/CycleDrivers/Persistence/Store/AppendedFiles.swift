import CycleBase

/// Files that grow in place, by whole lines.
extension FileStore {
    /// Appends bytes that end with a line break. An append that fails is undone, now or before the next one; where others have appended
    /// behind it by then, its lines count for the next one that wants them.
    ///
    /// - Returns: The version of the file now, and how many bytes of a torn line were cut off; `nil` if another has locked the log.
    func append(
        _ bytes: [UInt8], to path: PersistenceDriver.Path
    ) throws(Failure) -> (version: FileStatus.Version, cutByteCount: Int)? {
        try inFolder(of: path) { folder, name throws(Failure) in
            try append(bytes, to: name, in: folder)
        }
    }

    private func append(
        _ bytes: [UInt8], to name: FileName, in folder: Int32
    ) throws(Failure) -> (version: FileStatus.Version, cutByteCount: Int)? {
        let isNew = try status(of: name, in: folder) == nil
        let file = try open(name, in: folder, for: .appending(mode: 0o666))
        defer { close(file) }
        guard try waitForTurn(file) else { return nil }
        let before = try call { files throws(SystemFailure) in try files.status(of: file) }
        guard before.kind == .file else { throw .notAFile }
        let (size, place) = (before.version.byteCount, before.version.place)
        let end = try endOfLines(file, before.version)
        if end < size { try setSize(of: file, to: end) }
        let left = leftovers[place, default: []].filter { $0.bytes.lowerBound < end }
        var missing = bytes[...]
        for leftover in left { missing = missing.dropFirst(try count(of: missing, thatStandAt: leftover, file)) }
        leftovers[place] = nil
        let version: FileStatus.Version
        var isWritten = false
        do throws(Failure) {
            try writeAll(missing, to: file)
            isWritten = true
            version = try call { files throws(SystemFailure) in try files.status(of: file).version }
            if options.durability != .none { try sync(file) }
            if isNew { try syncFolder(folder) }
        } catch {
            if !isWritten, !left.isEmpty { leftovers[place] = left }
            remove(file, from: end, isSyncable: !isWritten)
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

    /// Removes the bytes of an append that failed. Where the disk refuses, the next append has to remove them first, or to count them: their
    /// lines would come twice if they were appended again behind them.
    ///
    /// - Parameter isSyncable: Whether a later sync tells if they are on the disk. After one that failed the system may take them for written:
    ///   they are appended again, and may come twice rather than never.
    private func remove(_ file: Int32, from end: Int, isSyncable: Bool) {
        do {
            try setSize(of: file, to: end)
        } catch {
            do throws(Failure) {
                let version = try call { files throws(SystemFailure) in try files.status(of: file).version }
                let bytes = end..<(isSyncable ? max(end, version.byteCount) : end)
                leftovers[version.place, default: []].append(Leftover(version: version, bytes: bytes))
            } catch {
                return
            }
        }
    }

    /// Where the last line that is whole, and no line of an append that failed, ends.
    private func endOfLines(_ file: Int32, _ version: FileStatus.Version) throws(Failure) -> Int {
        if let leftover = leftovers[version.place]?.last, leftover.version == version {
            return leftover.bytes.lowerBound
        }
        // What follows the last line break is torn. Most often nothing does.
        var (end, byteCount) = (version.byteCount, 1)
        while end > 0 {
            let start = max(0, end - byteCount)
            let piece = try read(file, from: start, byteCount: end - start)
            if let index = piece.lastIndex(of: UInt8(ascii: "\n")) { return start + index + 1 }
            (end, byteCount) = (start, 1 << 16)
        }
        return 0
    }

    /// How many of the bytes are whole lines that an append before has left, in front of those that others have appended since.
    private func count(
        of bytes: ArraySlice<UInt8>, thatStandAt leftover: Leftover, _ file: Int32
    ) throws(Failure) -> Int {
        let found = try read(file, from: leftover.bytes.lowerBound, byteCount: leftover.bytes.count)
        let common = zip(found, bytes).prefix { $0 == $1 }.count
        let lineBreak = bytes.prefix(common).lastIndex(of: UInt8(ascii: "\n"))
        return lineBreak.map { $0 + 1 - bytes.startIndex } ?? 0
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

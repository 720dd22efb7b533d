/// Does one job after the other, and remembers what must not be overwritten. Used by one thread.
package final class FileExecutor {
    typealias Failure = PersistenceDriver.Failure
    private typealias Event = PersistenceDriver.Event

    /// What has been appended to a file in this run.
    private struct Log {
        /// The number after that of the newest line.
        var end: Int
        /// The file whose last line is whole.
        var place: FileStatus.Place?
    }

    private let store: FileStore
    private let watches: Watches
    /// Paths whose last read has failed.
    private var unread: Set<PersistenceDriver.Path> = []
    private var logs: [PersistenceDriver.Path: Log] = [:]
    /// Typed values that are known to be good, or not to be there.
    private var inspected: Set<PersistenceDriver.Path> = []

    package init(_ store: FileStore, _ events: any FolderEvents) {
        self.store = store
        watches = Watches(store, events)
    }

    /// Looks at the watched files of the folders in which something has happened.
    package func lookAround() {
        watches.look()
    }

    /// What it remembers of earlier jobs.
    package struct Memory: Hashable {
        let unread: Set<PersistenceDriver.Path>
        let appended: [PersistenceDriver.Path: Int]
        let inspected: Set<PersistenceDriver.Path>
        let watched: Set<Watches.Memory>
    }

    package var memory: Memory {
        Memory(
            unread: unread, appended: logs.mapValues(\.end), inspected: inspected, watched: watches.memory)
    }

    package func close() {
        watches.close()
        store.close()
    }

    package func perform(_ job: FileJob) {
        let request = job.begin()
        switch request.action {
        case .read where job.isCancelled, .readPart where job.isCancelled, .list where job.isCancelled: job.end()
        case .watch, .watchFolder: watches.update(job)
        case .read: finish(job) { () throws(Failure) in try read(job) }
        case .readPart(let offset, let limit):
            finish(job) { () throws(Failure) in
                let part = try store.read(request.path, from: offset, upTo: limit)
                return .loadedPart(
                    path: request.path, bytes: part?.bytes, from: max(0, offset), byteCount: part?.byteCount ?? 0)
            }
        case .list:
            finish(job) { () throws(Failure) in
                .listed(path: request.path, entries: try store.entries(of: request.path))
            }
        case .write(let bytes): finish(job) { () throws(Failure) in try write(bytes, job) }
        case .append(let lines, let first): finish(job) { () throws(Failure) in try append(lines, from: first, job) }
        case .delete: finish(job) { () throws(Failure) in try delete(job) }
        }
    }

    private func finish(_ job: FileJob, _ work: () throws(Failure) -> Event) {
        do {
            job.end(try work())
        } catch {
            job.end(.failed(path: job.request.path, error))
        }
    }

    private func read(_ job: FileJob) throws(Failure) -> Event {
        let path = job.request.path
        unread.insert(path)
        let bytes: [UInt8]?
        if let format = job.request.format { bytes = try readValue(job, format) } else { bytes = try store.read(path) }
        unread.remove(path)
        return .loaded(path: path, bytes: bytes)
    }

    private func write(_ bytes: [UInt8], _ job: FileJob) throws(Failure) -> Event {
        let path = job.request.path
        guard !unread.contains(path) else { throw .unread }
        if job.request.format?.form == .plain, bytes.isEmpty { throw .notEncodable }
        if let format = job.request.format, !inspected.contains(path) { _ = try readGood(job, format) }
        let version = try store.write(bytes, to: path, keepsPrevious: job.request.format != nil)
        if job.request.format != nil { watches.noteOwnCopy(of: path, to: FileStore.previous(of: path)) }
        watches.noteOwnChange(of: path, version)
        return .saved(path: path)
    }

    private func append(_ lines: PersistenceDriver.Lines, from first: Int, _ job: FileJob) throws(Failure) -> Event {
        let path = job.request.path
        let (before, place) = (logs[path]?.end ?? first, logs[path]?.place)
        let end = max(before, first.addingSaturated(lines.count))
        // An earlier job has written these lines.
        if end == before, place != nil { return .appended(path: path, end: end) }
        let bytes = try bytes(of: lines, from: before.subtractingSaturated(first))
        // An append that fails may leave half a line that the disk does not let go of.
        logs[path]?.place = nil
        let log = try store.append(bytes, to: path, checked: place)
        if log.cutByteCount > 0 { job.report(.tailCut(path: path, byteCount: log.cutByteCount)) }
        logs[path] = Log(end: end, place: log.version.place)
        watches.noteOwnChange(of: path, log.version)
        return .appended(path: path, end: end)
    }

    /// - Parameter start: Lines before this position are on the disk already.
    private func bytes(of lines: PersistenceDriver.Lines, from start: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var isValid = true
        lines.forEach(from: start) { line in
            var line = line
            line.withUTF8 { text in
                for byte in text where byte == UInt8(ascii: "\n") || byte == 0 { isValid = false }
                bytes.append(contentsOf: text)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        guard isValid else { throw .invalidLine }
        return bytes
    }

    private func delete(_ job: FileJob) throws(Failure) -> Event {
        let path = job.request.path
        // First: without the file, the generation before would count.
        if job.request.format != nil {
            try store.delete(PathParts(path).appending(FileStore.previousSuffix))
            watches.noteOwnChange(of: FileStore.previous(of: path), nil)
        }
        try store.delete(path)
        watches.noteOwnChange(of: path, nil)
        unread.remove(path)
        return .deleted(path: path)
    }

    // MARK: Typed values

    /// The value; if there is none any more, the generation before.
    private func readValue(_ job: FileJob, _ format: ValueFormat) throws(Failure) -> [UInt8]? {
        if let bytes = try readGood(job, format) { return bytes }
        let previous = try store.read(PathParts(job.request.path).appending(FileStore.previousSuffix))
        return previous.flatMap { format.flaw($0) == nil ? $0 : nil }
    }

    /// The value, if it is good. If it is not, it is set aside, and that is reported.
    private func readGood(_ job: FileJob, _ format: ValueFormat) throws(Failure) -> [UInt8]? {
        let path = job.request.path
        inspected.remove(path)
        let bytes = try store.read(path)
        switch bytes.flatMap(format.flaw) {
        case nil:
            inspected.insert(path)
            return bytes
        case .corrupt:
            guard let newPath = try setAside(path, as: "corrupt") else { break }
            job.report(.failed(path: path, .corrupt(setAside: newPath)))
        case .tooNew(let version):
            guard let newPath = try setAside(path, as: "newer") else { break }
            job.report(.failed(path: path, .tooNew(version: version, setAside: newPath)))
        }
        watches.noteOwnChange(of: path, nil)
        inspected.insert(path)
        return nil
    }

    private func setAside(
        _ path: PersistenceDriver.Path, as kind: String
    ) throws(Failure) -> PersistenceDriver.Path? {
        let newPath = try store.setAside(path, as: kind)
        if let newPath { watches.noteOwnCopy(of: path, to: newPath) }
        return newPath
    }
}

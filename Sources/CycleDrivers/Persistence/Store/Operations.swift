import CycleBase

/// The operations that the sessions of jobs and watches ask for.
extension FileStore {
    /// - Parameter format: Of a typed value.
    func outcome(of operation: JobSession.Operation, in format: ValueFormat?) -> JobSession.Outcome {
        do throws(Failure) {
            return try perform(operation, format)
        } catch {
            return .failed(error)
        }
    }

    private func perform(
        _ operation: JobSession.Operation, _ format: ValueFormat?
    ) throws(Failure) -> JobSession.Outcome {
        switch operation {
        case .read(let path): return content(try read(path), format)
        case .readPrevious(let path):
            return content(try read(PathParts(path).appending(PersistenceDriver.Path.previousSuffix)), format)
        case .readPart(let path, let offset, let limit):
            let part = try read(path, from: offset, upTo: limit)
            return .part(part?.bytes, byteCount: part?.byteCount ?? 0)
        case .list(let path): return .entries(try entries(of: path))
        case .write(let path, let bytes, let keepsPrevious):
            return .written(try write(bytes, to: path, keepsPrevious: keepsPrevious))
        case .append(let path, let lines, let start, let place):
            let log = try append(bytes(of: lines, from: start), to: path, checked: place)
            return .appended(log.version, cutByteCount: log.cutByteCount)
        case .delete(let path):
            try delete(path)
            return .deleted
        case .deletePrevious(let path):
            try delete(PathParts(path).appending(PersistenceDriver.Path.previousSuffix))
            return .deleted
        case .setAside(let path, let kind): return .setAside(try setAside(path, as: kind))
        }
    }

    private func content(_ bytes: [UInt8]?, _ format: ValueFormat?) -> JobSession.Outcome {
        .content(bytes, bytes.flatMap { format?.flaw($0) })
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

    // MARK: Watches

    /// - Parameters:
    ///   - end: The observed folder of the file, if only the file is looked at. Else the way is walked and observed.
    ///   - dependence: The folders that are observed now, also when the look fails.
    func look(
        at key: WatchSession.Key, end: Int?, _ source: any FolderEvents, _ dependence: inout WatchSession.Dependence
    ) -> WatchSession.Look {
        do throws(Failure) {
            guard let end else { return .path(try observe(key, source, &dependence)) }
            return .end(try viewOfFile(key, end, source))
        } catch {
            return .failed(error)
        }
    }

    /// The version of a file; `nil` if there is none, or if it cannot be looked at.
    func version(of path: PersistenceDriver.Path) -> FileStatus.Version? {
        do throws(Failure) {
            let walk = FolderWalk(try PathParts(path), self, makesFolders: false)
            defer { walk.end() }
            guard let (folder, name) = try walk.walk() else { return nil }
            return try status(of: name, in: folder)?.version
        } catch {
            return nil
        }
    }

    private func viewOfFile(
        _ key: WatchSession.Key, _ token: Int, _ source: any FolderEvents
    ) throws(Failure) -> WatchView {
        let walk = FolderWalk(try PathParts(key.path), self, makesFolders: false)
        defer { walk.end() }
        guard let (folder, name) = try walk.walk() else { return .file(nil) }
        // Another file may have its name by now.
        try observe(name, in: folder, of: token, source)
        return .file(try status(of: name, in: folder)?.version)
    }

    /// Observes each folder before anything in it is looked up: a change in between is seen again, not missed.
    private func observe(
        _ key: WatchSession.Key, _ source: any FolderEvents, _ dependence: inout WatchSession.Dependence
    ) throws(Failure) -> WatchView {
        var names: FolderNews = [:]
        var last: Int?
        defer { dependence.names = names }
        let path = key.isFolder ? try PathParts(folder: key.path) : try PathParts(key.path)
        let walk = FolderWalk(path, self, makesFolders: false, entersLast: key.isFolder) { point throws(Failure) in
            switch point {
            case .entered(let folder):
                let token: Int
                do throws(SystemFailure) {
                    token = try source.observe(folder)
                } catch {
                    throw Failure(observing: error)
                }
                names[token, default: []].formUnion([])
                last = token
            case .lookingUp(let name):
                if let last { names[last, default: []].insert(name) }
            }
        }
        defer { walk.end() }
        guard let (folder, name) = try walk.walk(), let last else { return key.isFolder ? .folder([:]) : .file(nil) }
        if key.isFolder {
            // Any name in the folder that is watched counts.
            names[last, default: []].insert("")
            if source.fileLimit > 0 {
                for name in try versions(in: folder).keys.sorted().prefix(source.fileLimit) {
                    try observe(name, in: folder, of: last, source)
                }
            }
            return .folder(try versions(in: folder))
        }
        dependence.file = .init(folder: last, name: name)
        try observe(name, in: folder, of: last, source)
        return .file(try status(of: name, in: folder)?.version)
    }

    private func observe(
        _ name: FileName, in folder: Int32, of token: Int, _ source: any FolderEvents
    ) throws(Failure) {
        do throws(SystemFailure) {
            try source.observeFile(name, in: folder, of: token)
        } catch {
            throw Failure(observing: error)
        }
    }
}

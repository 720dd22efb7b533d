import CycleBase

// The looks of watches at the disk.

extension FileStore {
    /// - Parameters:
    ///   - end: The observed folder of the file, if only the file is looked at. Else the way is walked and observed.
    ///   - dependence: The folders that are observed now, also when the look fails.
    func look(
        at key: WatchSession.Key, end: Int?, _ source: any FolderEvents, _ dependence: inout WatchSession.Dependence
    ) -> WatchSession.Look {
        do throws(Failure) {
            guard let end else { return try observe(key, source, &dependence) }
            return .end(try viewOfFile(key, end, source))
        } catch {
            return .failed(error)
        }
    }

    /// Looks at a folder of a tree below its root.
    func look(
        at path: PersistenceDriver.Path, in key: WatchSession.Key, _ source: any FolderEvents
    ) -> WatchSession.Look {
        do throws(Failure) {
            let walk = FolderWalk(try PathParts(folder: path), self, makesFolders: false, entersLast: true)
            defer { walk.end() }
            guard let (folder, _) = try walk.walk() else { return .folder(path, .success(nil)) }
            // Observed before anything in it is looked up: a change in between is seen again, not missed.
            let token = try observe(folder, source)
            return .folder(path, .success(try found(key, in: folder, of: token, source)))
        } catch {
            return .folder(path, .failure(error))
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

    /// Observes each folder of the way before anything in it is looked up.
    private func observe(
        _ key: WatchSession.Key, _ source: any FolderEvents, _ dependence: inout WatchSession.Dependence
    ) throws(Failure) -> WatchSession.Look {
        var names: FolderNews = [:]
        var last: Int?
        defer { dependence.names = names }
        let isFolder = key.kind != .file
        let path = isFolder ? try PathParts(folder: key.path) : try PathParts(key.path)
        let walk = FolderWalk(path, self, makesFolders: false, entersLast: isFolder) { point throws(Failure) in
            switch point {
            case .entered(let folder):
                let token = try self.observe(folder, source)
                names[token, default: []].formUnion([])
                last = token
            case .lookingUp(let name):
                if let last { names[last, default: []].insert(name) }
            }
        }
        defer { walk.end() }
        guard let (folder, name) = try walk.walk(), let last else { return key.lookAtNothing }
        switch key.kind {
        case .file:
            dependence.file = .init(folder: last, name: name)
            try observe(name, in: folder, of: last, source)
            return .path(.file(try status(of: name, in: folder)?.version))
        case .folder, .tree:
            // Any name in the folder that is watched counts.
            names[last, default: []].insert("")
            let found = try found(key, in: folder, of: last, source)
            return key.kind == .folder ? .path(.folder(found.files)) : .folder(key.path, .success(found))
        }
    }

    /// Looks at a folder that is observed.
    private func found(
        _ key: WatchSession.Key, in folder: Int32, of token: Int, _ source: any FolderEvents
    ) throws(Failure) -> WatchedTree.Found {
        if source.fileLimit > 0 {
            let files = try found(key, in: folder, of: token).files
            for name in files.keys.sorted().prefix(source.fileLimit) {
                try observe(name, in: folder, of: token, source)
            }
        }
        return try found(key, in: folder, of: token)
    }

    /// The files of a folder, without the driver's own, and of a tree the folders in it, too.
    private func found(
        _ key: WatchSession.Key, in folder: Int32, of token: Int
    ) throws(Failure) -> WatchedTree.Found {
        var found = WatchedTree.Found(token: token)
        for (name, status) in try items(in: folder, skipping: key.skips) {
            switch status.kind {
            case .file: found.files[name] = status.version
            case .folder: if key.kind != .folder { found.folders[name] = status.version.place }
            case .link, .other: break
            }
        }
        return found
    }

    private func observe(_ folder: Int32, _ source: any FolderEvents) throws(Failure) -> Int {
        do throws(SystemFailure) { return try source.observe(folder) } catch { throw Failure(observing: error) }
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

extension WatchSession.Key {
    /// The look where there is no folder on the way, or no file.
    fileprivate var lookAtNothing: WatchSession.Look {
        switch kind {
        case .file: .path(.file(nil))
        case .folder: .path(.folder([:]))
        case .tree: .folder(path, .success(nil))
        }
    }

    fileprivate func skips(_ name: FileName) -> Bool {
        guard case .tree(let skipped) = kind else { return false }
        return skipped.contains(name)
    }
}

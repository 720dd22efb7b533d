/// The state of a path, as a watch knows it.
enum WatchView: Hashable, Sendable {
    /// `nil`: there is no such file.
    case file(FileStatus.Version?)
    /// The files in a folder, by name.
    case folder([FileName: FileStatus.Version])

    /// The state that a new watch begins with: a file as it is, a folder as empty, so that every file in it is
    /// reported.
    var beginning: WatchView {
        if case .folder = self { .folder([:]) } else { self }
    }

    /// Whether something has changed since `earlier`. Another form of a name that the file system takes for the same is no change.
    func differs(from earlier: WatchView, _ names: NameEquality) -> Bool {
        guard names != .bytes, case .folder(let new) = self, case .folder(let old) = earlier else {
            return self != earlier
        }
        return new.byKey(names) != old.byKey(names)
    }

    /// The event that reports the changes since `earlier`.
    func event(
        since earlier: WatchView, _ path: PersistenceDriver.Path, _ names: NameEquality
    ) -> PersistenceDriver.Event {
        guard case .folder = self else { return self == .file(nil) ? .deleted(path: path) : .changed(path: path) }
        return .folderChanged(path: path, change(since: earlier, path, names))
    }

    /// The files of a folder that differ from `earlier`, by their paths.
    func change(
        since earlier: WatchView, _ path: PersistenceDriver.Path, _ names: NameEquality
    ) -> PersistenceDriver.FolderChange {
        guard case .folder(let new) = self, case .folder(let old) = earlier else { return .init() }
        let paths = { (names: [FileName]) in names.sorted().map { path.appending(name: $0) } }
        let (newFiles, oldFiles) = (new.byKey(names), old.byKey(names))
        return PersistenceDriver.FolderChange(
            created: paths(new.keys.filter { oldFiles[names.key($0)] == nil }),
            changed: paths(
                new.keys.filter { name in
                    let key = names.key(name)
                    return oldFiles[key].map { $0 != newFiles[key] } ?? false
                }),
            deleted: paths(old.keys.filter { newFiles[names.key($0)] == nil }))
    }

    /// Notes a file; `nil`: it is gone.
    mutating func note(_ version: FileStatus.Version?, named name: FileName, _ names: NameEquality) {
        guard case .folder(var versions) = self else { return }
        // Let go of, so that the dictionary is not copied.
        self = .folder([:])
        versions[versions.name(equalTo: name, names)] = version
        self = .folder(versions)
    }

    /// - Parameter newVersion: Of what is there under the new name now: the time of its last change is that of the copy.
    mutating func noteCopy(
        of name: FileName, named newName: FileName, _ newVersion: FileStatus.Version?, _ names: NameEquality
    ) {
        guard case .folder(let versions) = self, let version = versions[versions.name(equalTo: name, names)] else {
            return
        }
        note(newVersion.map { version.renamed(to: $0) } ?? version, named: newName, names)
    }
}

extension [FileName: FileStatus.Version] {
    /// The versions under each name as the file system compares it: of several files, where it tells more names apart than the
    /// driver knows.
    fileprivate func byKey(_ names: NameEquality) -> [NameKey: Set<FileStatus.Version>] {
        reduce(into: [:]) { $0[names.key($1.key), default: []].insert($1.value) }
    }

    fileprivate func name(equalTo name: FileName, _ names: NameEquality) -> FileName {
        if names == .bytes || self[name] != nil { return name }
        return keys.first { names.areEqual($0, name) } ?? name
    }
}

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

    /// The event that reports the changes since `earlier`.
    func event(since earlier: WatchView, _ path: PersistenceDriver.Path) -> PersistenceDriver.Event {
        guard case .folder(let new) = self, case .folder(let old) = earlier else {
            return self == .file(nil) ? .deleted(path: path) : .changed(path: path)
        }
        let paths = { (names: [FileName]) in names.sorted().map { path.appending(name: $0) } }
        return .folderChanged(
            path: path,
            PersistenceDriver.FolderChange(
                created: paths(new.keys.filter { old[$0] == nil }),
                changed: paths(new.filter { name, version in old[name].map { $0 != version } ?? false }.map(\.key)),
                deleted: paths(old.keys.filter { new[$0] == nil })))
    }

    mutating func note(_ version: FileStatus.Version?, named name: FileName) {
        guard case .folder(var versions) = self else { return }
        // Let go of, so that the dictionary is not copied.
        self = .folder([:])
        versions[name] = version
        self = .folder(versions)
    }

    mutating func noteCopy(of name: FileName, named newName: FileName) {
        if case .folder(let versions) = self, let version = versions[name] { note(version, named: newName) }
    }
}

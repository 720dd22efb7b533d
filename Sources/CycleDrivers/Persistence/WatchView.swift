/// What a watch knows of its path.
enum WatchView: Equatable {
    /// `nil`: there is no such file.
    case file(FileStatus.Version?)
    /// The files in a folder, by name.
    case folder([String: FileStatus.Version])

    /// What a watch knows that begins with this: a file as it is, of a folder nothing, so that all that is there is told.
    var beginning: WatchView {
        if case .folder = self { .folder([:]) } else { self }
    }

    /// What has happened since `earlier`.
    func event(since earlier: WatchView, _ path: String) -> PersistenceDriver.Event {
        guard case .folder(let new) = self, case .folder(let old) = earlier else {
            return self == .file(nil) ? .deleted(path: path) : .changed(path: path)
        }
        let paths = { (names: [String]) in names.sorted().map { path.isEmpty ? $0 : path + "/" + $0 } }
        return .folderChanged(
            path: path,
            PersistenceDriver.FolderChange(
                created: paths(new.keys.filter { old[$0] == nil }),
                changed: paths(new.filter { name, version in old[name].map { $0 != version } ?? false }.map(\.key)),
                deleted: paths(old.keys.filter { new[$0] == nil })))
    }

    /// - Parameter watched: The path that this is the view of.
    mutating func note(_ version: FileStatus.Version?, at path: String, watching watched: String) {
        switch self {
        case .file: if path == watched { self = .file(version) }
        case .folder(var versions):
            guard let name = WatchView.name(of: path, in: watched) else { return }
            versions[name] = version
            self = .folder(versions)
        }
    }

    mutating func noteCopy(of path: String, to newPath: String, watching watched: String) {
        guard case .folder(let versions) = self, let name = WatchView.name(of: path, in: watched),
            let version = versions[name]
        else { return }
        note(version, at: newPath, watching: watched)
    }

    private static func name(of path: String, in folder: String) -> String? {
        guard let slash = path.lastIndex(of: "/") else { return folder.isEmpty ? path : nil }
        return path[..<slash] == folder ? String(path[path.index(after: slash)...]) : nil
    }
}

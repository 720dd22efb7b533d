import CycleBase

extension FileStore {
    /// The items of a folder, sorted by names; `nil` if there is none.
    func entries(of path: PersistenceDriver.Path) throws(Failure) -> [PersistenceDriver.FolderItem]? {
        let walk = FolderWalk(try PathParts(folder: path), self, makesFolders: false, entersLast: true)
        defer { walk.end() }
        guard let (folder, _) = try walk.walk() else { return nil }
        var entries: [PersistenceDriver.FolderItem] = []
        for name in try call({ files throws(SystemFailure) in try files.names(in: folder) }) {
            guard !name.hasPrefix(PathParts.ownPrefix), let status = try status(of: name, in: folder),
                let entry = entry(name, path, status)
            else { continue }
            entries.append(entry)
        }
        return entries.sorted { $0.name < $1.name }
    }

    private func entry(
        _ name: FileName, _ folder: PersistenceDriver.Path, _ status: FileStatus
    ) -> PersistenceDriver.FolderItem? {
        switch status.kind {
        case .file: .init(name, byteCount: status.version.byteCount)
        case .folder: .init(name, isFolder: true)
        case .link: options.symbolicLinks == .followed ? target(of: name, folder) : nil
        case .other: nil
        }
    }

    /// The item that a link leads to; `nil` where that may not be followed, or is not there.
    private func target(
        of name: FileName, _ folder: PersistenceDriver.Path
    ) -> PersistenceDriver.FolderItem? {
        do throws(Failure) {
            let path = try PathParts(folder.appending(name: name))
            let asFile = FolderWalk(path, self, makesFolders: false)
            defer { asFile.end() }
            guard let (place, last) = try asFile.walk(), let status = try status(of: last, in: place) else {
                return nil
            }
            return status.kind == .link ? nil : entry(name, folder, status)
        } catch .notAFile {
            return .init(name, isFolder: true)
        } catch {
            return nil
        }
    }
}

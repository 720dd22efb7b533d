import CycleBase

extension FileStore {
    /// The items of a folder, sorted by names; `nil` if there is none.
    func entries(of path: PersistenceDriver.Path) throws(Failure) -> [PersistenceDriver.FolderItem]? {
        let walk = FolderWalk(try PathParts(folder: path), self, makesFolders: false, entersLast: true)
        defer { walk.end() }
        guard let (folder, _) = try walk.walk() else { return nil }
        return try items(in: folder) { _ in false }.compactMap { entry($0, path, $1) }.sorted { $0.name < $1.name }
    }

    /// All that is in an open folder, without the driver's own files. A file that is gone again by now counts as never there.
    func items(
        in folder: Int32, skipping isSkipped: (FileName) -> Bool
    ) throws(Failure) -> [(name: FileName, status: FileStatus)] {
        var items: [(name: FileName, status: FileStatus)] = []
        for name in try call({ files throws(SystemFailure) in try files.names(in: folder) }) {
            guard !name.hasPrefix(PathParts.ownPrefix), !isSkipped(name), let status = try status(of: name, in: folder)
            else { continue }
            items.append((name, status))
        }
        return items
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

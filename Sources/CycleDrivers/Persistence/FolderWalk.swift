/// The way from the root down to the folder that a file is in, one open folder after the other, so that no symbolic link
/// and no renamed folder can lead out of the root.
final class FolderWalk {
    typealias Failure = PersistenceDriver.Failure

    private static let mostLinks = 32

    private let store: FileStore
    /// The open folders, the root first.
    private(set) var folders: [Int32] = []
    /// What was looked up in which of them.
    private(set) var lookups: [(folder: Int32, name: FileName)] = []
    private var linkCount = 0
    /// What is still to be walked, the next part last.
    private var ahead: [FileName]
    private let makesFolders: Bool
    private let entersLast: Bool

    /// - Parameter entersLast: Whether the path leads to a folder, which is opened as well.
    init(_ path: PathParts, _ store: FileStore, makesFolders: Bool, entersLast: Bool = false) {
        self.store = store
        self.makesFolders = makesFolders
        self.entersLast = entersLast
        ahead = path.names.reversed()
    }

    /// Where the path leads to: an open folder, which stays open until ``end()``, and a name in it that is no link; `.` if
    /// the folder itself is meant.
    ///
    /// - Returns: `nil` if there is no such folder, and none is to be made.
    func walk() throws(Failure) -> (folder: Int32, name: FileName)? {
        folders.append(try store.openRoot())
        while let part = ahead.popLast() {
            guard let folder = folders.last else { break }
            if part == "." { continue }
            if part == ".." {
                try leaveFolder()
                continue
            }
            lookups.append((folder, part))
            let kind = try store.status(of: part, in: folder)?.kind
            if kind == .link {
                try followLink(part, in: folder)
            } else if ahead.isEmpty, !entersLast {
                return (folder, part)
            } else if kind == nil, !makesFolders {
                return nil
            } else {
                try enter(part, in: folder, isMissing: kind == nil)
            }
        }
        // Else a link led to a folder.
        guard entersLast, let folder = folders.last else { throw .notAFile }
        return (folder, ".")
    }

    func end() {
        for folder in folders { store.close(folder) }
        folders = []
    }

    private func leaveFolder() throws(Failure) {
        guard folders.count > 1, let folder = folders.popLast() else { throw .symbolicLink }
        store.close(folder)
    }

    private func enter(_ name: FileName, in folder: Int32, isMissing: Bool) throws(Failure) {
        if isMissing { try store.makeFolder(name, in: folder) }
        folders.append(
            try store.call { files throws(SystemFailure) in try files.open(name, in: folder, for: .folder) })
    }

    private func followLink(_ name: FileName, in folder: Int32) throws(Failure) {
        linkCount += 1
        guard store.options.symbolicLinks == .followed, linkCount <= FolderWalk.mostLinks else { throw .symbolicLink }
        let target = try store.call { files throws(SystemFailure) in try files.target(ofLink: name, in: folder) }
        guard target.bytes.first != UInt8(ascii: "/") else { throw .symbolicLink }
        ahead += target.bytes.split(separator: UInt8(ascii: "/")).map { FileName(bytes: $0) }.reversed()
    }
}

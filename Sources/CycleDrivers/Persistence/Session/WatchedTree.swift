/// The folders and files of a watched tree, as they were found and as they were reported, as a value.
///
/// A folder is looked at when something has happened in it, and the folders that are new in it are looked at next. Once no look is
/// under way, all that differs from what was reported is one change.
struct WatchedTree: Hashable, Sendable {
    /// The content of one folder, as a look has found it.
    struct Found: Hashable, Sendable {
        /// The number by which the folder is observed.
        let token: Int
        var files: [FileName: FileStatus.Version] = [:]
        /// By name; another folder of the same name has another place.
        var folders: [FileName: FileStatus.Place] = [:]
    }

    private struct Folder: Hashable {
        /// `nil` before its first look, and where it cannot be looked at.
        var token: Int?
        /// A folder that the driver itself has made, and no look has found, has no place.
        var folders: [FileName: FileStatus.Place?] = [:]
        var files = WatchView.folder([:])
        /// The files that the application knows.
        var reported = WatchView.folder([:])
        var isUnreadable = false
        /// It is kept until its files are reported as deleted.
        var isGone = false
    }

    /// The consequences of a look.
    struct Consequence: Hashable {
        /// The folders to look at next.
        var looks: [PersistenceDriver.Path] = []
        /// Numbers by which this tree observes no folder any more.
        var unused: Set<Int> = []
    }

    private let root: PersistenceDriver.Path
    private let skipped: SkippedNames
    private let names: NameEquality
    private var folders: [PersistenceDriver.Path: Folder]
    /// One folder may be found at two paths: where it was, and where another program has moved it.
    private var paths: [Int: Set<PersistenceDriver.Path>] = [:]
    private var underLook: Set<PersistenceDriver.Path> = []
    /// The folders whose files differ from those that were reported.
    private var differing: Set<PersistenceDriver.Path> = []
    /// The files of a report that the loop may have no room for.
    private var reporting: [PersistenceDriver.Path: WatchView] = [:]

    init(_ root: PersistenceDriver.Path, skipping skipped: SkippedNames, _ names: NameEquality) {
        self.root = root
        self.skipped = skipped
        self.names = names
        folders = [root: Folder()]
    }

    /// The numbers of all folders that are observed.
    var tokens: Set<Int> { Set(paths.keys) }

    func observes(_ token: Int) -> Bool { paths[token] != nil }

    /// The folders below the root to look at after news; `nil`: anything may have happened.
    mutating func looks(after news: FolderNews?) -> [PersistenceDriver.Path] {
        let hit = news.map { $0.keys.flatMap { paths[$0] ?? [] } } ?? folders.keys.filter { folders[$0]?.token != nil }
        let looks = Set(hit).subtracting([root])
        underLook.formUnion(looks)
        return looks.sorted()
    }

    // MARK: Looks

    /// - Parameter found: `nil` where there is no such folder.
    mutating func take(_ found: Found?, at path: PersistenceDriver.Path) -> Consequence {
        underLook.remove(path)
        guard let before = folders[path], !before.isGone else {
            // A folder above it has gone meanwhile.
            return Consequence(unused: found.map { paths[$0.token] == nil ? [$0.token] : [] } ?? [])
        }
        var consequence = Consequence()
        if let unused = setToken(found?.token, of: path) { consequence.unused.insert(unused) }
        let now = found?.folders ?? [:]
        folders[path]?.isUnreadable = false
        folders[path]?.files = .folder(found?.files ?? [:])
        folders[path]?.folders = now.mapValues { $0 }
        compare(path)
        for name in before.folders.keys where now[name] == nil {
            remove(path.appending(name: name), &consequence.unused)
        }
        for (name, place) in now.sorted(by: { $0.key < $1.key }) {
            let below = path.appending(name: name)
            folders[below, default: Folder()].isGone = false
            // Another folder of the same name is looked at anew.
            let isKnown = folders[below]?.token != nil && before.folders[name] == place
            if !isKnown, underLook.insert(below).inserted { consequence.looks.append(below) }
        }
        return consequence
    }

    /// A folder cannot be looked at, and what was in it cannot be known.
    ///
    /// - Returns: Whether that is new, and what follows.
    mutating func failed(at path: PersistenceDriver.Path) -> (isNew: Bool, consequence: Consequence) {
        let wasUnreadable = folders[path]?.isUnreadable ?? true
        let consequence = take(nil, at: path)
        folders[path]?.isUnreadable = true
        return (!wasUnreadable, consequence)
    }

    private mutating func setToken(_ token: Int?, of path: PersistenceDriver.Path) -> Int? {
        let old = folders[path]?.token
        if let token { paths[token, default: []].insert(path) }
        folders[path]?.token = token
        guard let old, old != token else { return nil }
        paths[old]?.remove(path)
        guard paths[old]?.isEmpty == true else { return nil }
        paths[old] = nil
        return old
    }

    /// Lets go of a folder, and of all below it.
    private mutating func remove(_ path: PersistenceDriver.Path, _ unused: inout Set<Int>) {
        var ahead = [path]
        while let path = ahead.popLast() {
            guard let folder = folders[path] else { continue }
            ahead += folder.folders.keys.map { path.appending(name: $0) }
            if let token = setToken(nil, of: path) { unused.insert(token) }
            underLook.remove(path)
            folders[path] = Folder(reported: folder.reported, isGone: true)
            compare(path)
        }
    }

    /// Notes whether a folder differs from what was reported. A folder that is gone is kept no longer than it does.
    private mutating func compare(_ path: PersistenceDriver.Path) {
        guard let folder = folders[path] else { return }
        if folder.files.differs(from: folder.reported, names) {
            differing.insert(path)
        } else {
            differing.remove(path)
            if folder.isGone { folders[path] = nil }
        }
    }

    // MARK: Reports

    /// All that differs from what was reported. `nil` while there are looks under way, which may find more.
    ///
    /// - Parameter isTold: Whether there was a report; the first is made where nothing differs, too.
    mutating func change(isTold: Bool) -> PersistenceDriver.FolderChange? {
        guard underLook.isEmpty, !isTold || !differing.isEmpty else { return nil }
        var change = PersistenceDriver.FolderChange()
        for path in differing {
            guard let folder = folders[path] else { continue }
            change.add(folder.files.change(since: folder.reported, path, names))
            reporting[path] = folder.files
        }
        return change.sorted
    }

    mutating func reported(hadRoom: Bool) {
        defer { reporting = [:] }
        guard hadRoom else { return }
        for (path, files) in reporting {
            folders[path]?.reported = files
            compare(path)
        }
    }

    // MARK: Changes by the driver itself

    /// Notes that the driver has changed a file; `nil`: it is gone.
    mutating func note(_ version: FileStatus.Version?, at path: PersistenceDriver.Path) {
        noteOwnChange(in: path, makesFolders: version != nil) { [names] files, name in
            files.note(version, named: name, names)
        }
    }

    /// Notes that the driver has given a file a second name in its folder, or another.
    mutating func noteCopy(
        of path: PersistenceDriver.Path, to newPath: PersistenceDriver.Path, _ version: FileStatus.Version?
    ) {
        noteOwnChange(in: path, makesFolders: false) { [names] files, name in
            files.noteCopy(of: name, named: newPath.split.name, version, names)
        }
    }

    private mutating func noteOwnChange(
        in path: PersistenceDriver.Path, makesFolders: Bool, _ note: (inout WatchView, FileName) -> Void
    ) {
        guard let (folder, name) = place(of: path, makesFolders: makesFolders), var known = folders[folder] else {
            return
        }
        note(&known.reported, name)
        note(&known.files, name)
        folders[folder] = known
        compare(folder)
    }

    /// The folder of a path of this tree, and the name in it.
    ///
    /// - Parameter makesFolders: Whether folders that no look has found yet count: the driver has made them on the way.
    private mutating func place(
        of path: PersistenceDriver.Path, makesFolders: Bool
    ) -> (folder: PersistenceDriver.Path, name: FileName)? {
        guard var ahead = path.names(below: root, names), let name = ahead.popLast(),
            !skipped.contains(anyOf: ahead + [name])
        else { return nil }
        var folder = root
        for part in ahead {
            let below = known(folder.appending(name: part))
            if makesFolders {
                // Without a place of its own: the next look at the folder above leads to a look at it.
                if folders[folder]?.folders[below.split.name] == nil {
                    folders[folder]?.folders[below.split.name] = .some(nil)
                }
                folders[below, default: Folder()].isGone = false
            }
            folder = below
        }
        return (folder, name)
    }

    /// The path by which the tree knows a folder.
    private func known(_ path: PersistenceDriver.Path) -> PersistenceDriver.Path {
        if names == .bytes || folders[path] != nil { return path }
        return folders.keys.first { names.areEqual($0, path) } ?? path
    }

    // MARK: Invariants

    /// Holds before and after each input.
    var isConsistent: Bool {
        let isObserved = paths.allSatisfy { token, paths in
            !paths.isEmpty && paths.allSatisfy { folders[$0]?.token == token }
        }
        let isKnown = folders.allSatisfy { path, folder in
            (folder.token.map { paths[$0]?.contains(path) == true } ?? true)
                && (!folder.isGone || folder.token == nil && folder.folders.isEmpty && differing.contains(path))
        }
        return isObserved && isKnown && differing.allSatisfy { folders[$0] != nil }
    }
}

extension PersistenceDriver.Path {
    /// The names that lead from a folder to this path; `nil` if it is not below it.
    fileprivate func names(below folder: PersistenceDriver.Path, _ names: NameEquality) -> [FileName]? {
        let parts = { (path: PersistenceDriver.Path) in
            path.bytes.split(separator: UInt8(ascii: "/")).map { FileName(bytes: $0) }
        }
        let (own, above) = (parts(self), parts(folder))
        guard own.count > above.count, zip(own, above).allSatisfy({ names.areEqual($0, $1) }) else { return nil }
        return Array(own.dropFirst(above.count))
    }
}

extension PersistenceDriver.FolderChange {
    fileprivate mutating func add(_ other: Self) {
        created += other.created
        changed += other.changed
        deleted += other.deleted
    }

    fileprivate var sorted: Self {
        .init(created: created.sorted(), changed: changed.sorted(), deleted: deleted.sorted())
    }
}

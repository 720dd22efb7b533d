/// The watched paths of one running driver. Used by one thread.
///
/// Every folder from the root down to the file, or to the folder that is watched, is observed; when something happens in
/// one of them, the path is looked at again. What the driver itself has written is known by then, and is no change.
final class Watches {
    typealias Failure = PersistenceDriver.Failure

    private struct Key: Hashable, Comparable {
        let path: PersistenceDriver.Path
        let isFolder: Bool

        init(_ path: PersistenceDriver.Path, isFolder: Bool) {
            self.path = path
            self.isFolder = isFolder
        }

        static func < (one: Key, other: Key) -> Bool {
            one.path == other.path ? !one.isFolder && other.isFolder : one.path < other.path
        }
    }

    private struct Watch {
        let job: FileJob
        var view: WatchView
        /// Whether the loop has been told what was there at the beginning, if it wants to be.
        var isTold: Bool
        var dependence: Dependence
    }

    /// What a watch depends on.
    private struct Dependence {
        /// The names that lead to it, by folder. An empty one is all names of the folder.
        var names: [Int: Set<FileName>] = [:]
        /// The folder that the file is in.
        var last: Int?

        var folders: Set<Int> { Set(names.keys) }

        /// Whether the file itself is all that has changed, and the way to it is still observed.
        func isOnlyEnd(of news: FolderNews) -> Bool {
            guard let last, let changed = news[last], names[last]?.count == 1, !changed.contains("") else {
                return false
            }
            return names.keys.allSatisfy { $0 == last || news[$0] == nil }
        }

        func isHit(by news: FolderNews) -> Bool {
            names.contains { folder, names in
                guard let changed = news[folder] else { return false }
                return names.contains("") || changed.contains("") || !names.isDisjoint(with: changed)
            }
        }
    }

    private let store: FileStore
    private let source: any FolderEvents
    private var watches: [Key: Watch] = [:]

    init(_ store: FileStore, _ source: any FolderEvents) {
        self.store = store
        self.source = source
    }

    /// What one watch remembers, beside what is on the disk.
    struct Memory: Hashable {
        let path: PersistenceDriver.Path
        let isFolder: Bool
        let isTold: Bool
        let waitingNews: Int
    }

    var memory: Set<Memory> {
        Set(
            watches.map { key, watch in
                Memory(
                    path: key.path, isFolder: key.isFolder, isTold: watch.isTold, waitingNews: watch.job.waitingNews)
            })
    }

    /// Begins a watch, looks again for one that has had no room for what it saw, and ends one that was cancelled.
    func update(_ job: FileJob) {
        let key = Key(job.request.path, isFolder: job.request.action == .watchFolder)
        if let watch = watches[key], watch.job === job {
            if job.isCancelled { end(key) } else { look(at: key) }
        } else if job.isCancelled {
            job.end()
        } else {
            // A watch that was started anew comes before the end of the old one.
            end(key)
            begin(key, job)
        }
    }

    func look() {
        let news = source.take()
        let hit = watches.filter { watch in news.map { watch.value.dependence.isHit(by: $0) } ?? true }
        // In order: what is simulated is the same each time.
        for key in hit.keys.sorted() { look(at: key, news) }
    }

    func noteOwnChange(of path: PersistenceDriver.Path, _ version: FileStatus.Version?) {
        watches[Key(path, isFolder: false)]?.view = .file(version)
        let (folder, name) = path.split
        watches[Key(folder, isFolder: true)]?.view.note(version, named: name)
    }

    /// A file has got a second name in its folder, or another.
    func noteOwnCopy(of path: PersistenceDriver.Path, to newPath: PersistenceDriver.Path) {
        let (folder, name) = path.split
        watches[Key(folder, isFolder: true)]?.view.noteCopy(of: name, named: newPath.split.name)
    }

    func close() {
        for watch in watches.values { watch.job.end() }
        watches = [:]
        source.close()
    }

    private func begin(_ key: Key, _ job: FileJob) {
        var dependence = Dependence()
        do {
            let view = try observe(key, &dependence)
            watches[key] = Watch(
                job: job, view: view.beginning, isTold: !key.isFolder, dependence: dependence)
            tell(view, key)
        } catch {
            forget(dependence.folders)
            job.end(.failed(path: key.path, error))
        }
    }

    private func look(at key: Key, _ news: FolderNews? = nil) {
        guard let watch = watches[key] else { return }
        var dependence = Dependence()
        do {
            if let news, watch.dependence.isOnlyEnd(of: news) { return tell(try viewOfFile(key), key) }
            let view = try observe(key, &dependence)
            watches[key]?.dependence = dependence
            forget(watch.dependence.folders.subtracting(dependence.folders))
            tell(view, key)
        } catch {
            watch.job.end(.failed(path: key.path, error))
            end(key)
            forget(dependence.folders)
        }
    }

    private func tell(_ view: WatchView, _ key: Key) {
        guard let watch = watches[key], !watch.isTold || view != watch.view else { return }
        guard watch.job.reportWhenRoom(view.event(since: watch.view, key.path)) else { return }
        watches[key]?.view = view
        watches[key]?.isTold = true
    }

    private func end(_ key: Key) {
        guard let watch = watches.removeValue(forKey: key) else { return }
        watch.job.end()
        forget(watch.dependence.folders)
    }

    private func forget(_ folders: Set<Int>) {
        for folder in folders where !watches.values.contains(where: { $0.dependence.names[folder] != nil }) {
            source.forget(folder)
        }
    }

    private func viewOfFile(_ key: Key) throws(Failure) -> WatchView {
        let walk = FolderWalk(try PathParts(key.path), store, makesFolders: false)
        defer { walk.end() }
        guard let (folder, name) = try walk.walk() else { return .file(nil) }
        return .file(try store.status(of: name, in: folder)?.version)
    }

    /// Observes each folder before anything in it is looked up: what happens meanwhile is seen again, not missed.
    ///
    /// - Parameter dependence: The folders that are observed now, also when this throws.
    private func observe(_ key: Key, _ dependence: inout Dependence) throws(Failure) -> WatchView {
        var names: [Int: Set<FileName>] = [:]
        var last: Int?
        defer { dependence.names = names }
        let path = key.isFolder ? try PathParts(folder: key.path) : try PathParts(key.path)
        let walk = FolderWalk(path, store, makesFolders: false, entersLast: key.isFolder) { step throws(Failure) in
            switch step {
            case .entered(let folder):
                let token: Int
                do throws(SystemFailure) {
                    token = try self.source.observe(folder)
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
            return .folder(try store.versions(in: folder))
        }
        dependence.last = last
        return .file(try store.status(of: name, in: folder)?.version)
    }
}

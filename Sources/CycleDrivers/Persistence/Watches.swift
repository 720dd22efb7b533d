/// The watched paths of one running driver. Used by one thread.
///
/// Every folder from the root down to the file is observed; when something happens in one of them, the file is looked at
/// again. What the driver itself has written is known by then, and is no change.
final class Watches {
    typealias Failure = PersistenceDriver.Failure

    private struct Watch {
        let job: FileJob
        var seen: FileStatus.Version?
        var folders: Set<Int>
    }

    private let store: FileStore
    private let source: any FolderEvents
    private var watches: [String: Watch] = [:]

    init(_ store: FileStore, _ source: any FolderEvents) {
        self.store = store
        self.source = source
    }

    /// Can be read when ``look()`` has something to do.
    var descriptor: Int32 { watches.isEmpty ? -1 : source.descriptor }

    /// Begins a watch, looks again for one that has had no room for what it saw, and ends one that was cancelled.
    func update(_ job: FileJob) {
        let path = job.file.path
        if let watch = watches[path], watch.job === job {
            if job.isCancelled { end(path) } else { look(at: path) }
        } else if job.isCancelled {
            job.end()
        } else {
            // A watch that was started anew comes before the end of the old one.
            end(path)
            do {
                let (seen, folders) = try observe(path)
                watches[path] = Watch(job: job, seen: seen, folders: folders)
            } catch {
                job.end(.failed(path: path, error))
            }
        }
    }

    func look() {
        let folders = source.take()
        // In order: what is simulated is the same each time.
        for (path, watch) in watches.sorted(by: { $0.key < $1.key }) {
            if let folders, folders.isDisjoint(with: watch.folders) { continue }
            look(at: path)
        }
    }

    func noteOwnChange(of path: String, _ version: FileStatus.Version?) {
        watches[path]?.seen = version
    }

    func close() {
        for watch in watches.values { watch.job.end() }
        watches = [:]
        source.close()
    }

    private func look(at path: String) {
        guard let watch = watches[path] else { return }
        do {
            let (version, folders) = try observe(path)
            watches[path]?.folders = folders
            forget(watch.folders.subtracting(folders))
            let event: PersistenceDriver.Event = version == nil ? .deleted(path: path) : .changed(path: path)
            if version != watch.seen, watch.job.reportWhenRoom(event) { watches[path]?.seen = version }
        } catch {
            watch.job.end(.failed(path: path, error))
            end(path)
        }
    }

    private func end(_ path: String) {
        guard let watch = watches.removeValue(forKey: path) else { return }
        watch.job.end()
        forget(watch.folders)
    }

    private func forget(_ folders: Set<Int>) {
        for folder in folders where !watches.values.contains(where: { $0.folders.contains(folder) }) {
            source.forget(folder)
        }
    }

    /// Observes the folders first: what happens between the two is seen again, not missed.
    private func observe(_ path: String) throws(Failure) -> (FileStatus.Version?, folders: Set<Int>) {
        let walk = FolderWalk(try FilePath(path), store, makesFolders: false)
        defer { walk.end() }
        let place = try walk.walk()
        var folders: Set<Int> = []
        for folder in walk.folders {
            do { folders.insert(try source.observe(folder)) } catch { throw Failure(error) }
        }
        guard let (folder, name) = place else { return (nil, folders) }
        return (try store.status(of: name, in: folder)?.version, folders)
    }
}

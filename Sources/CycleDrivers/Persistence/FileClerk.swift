/// Does one job after the other, and remembers what must not be overwritten. Used by one thread.
package final class FileClerk {
    private let store: FileStore
    /// Paths whose last read has failed.
    private var unread: Set<String> = []

    private let watches: Watches

    package init(_ store: FileStore, _ events: any FolderEvents) {
        self.store = store
        watches = Watches(store, events)
    }

    /// Can be read when ``lookAround()`` has something to do; negative if there is nothing to watch.
    package var descriptor: Int32 { watches.descriptor }

    /// Looks at the watched files of the folders in which something has happened.
    package func lookAround() {
        watches.look()
    }

    package func close() {
        watches.close()
        store.close()
    }

    package func perform(_ job: FileJob) {
        let path = job.file.path
        switch job.file.action {
        case .read where job.isCancelled: job.end()
        case .watch: watches.update(job)
        case .read: job.end(read(path))
        case .write(let bytes): job.end(write(bytes, to: path))
        case .delete: job.end(delete(path))
        }
    }

    private func read(_ path: String) -> PersistenceDriver.Event {
        do {
            let bytes = try store.read(path)
            unread.remove(path)
            return .loaded(path: path, bytes: bytes)
        } catch {
            unread.insert(path)
            return .failed(path: path, error)
        }
    }

    private func write(_ bytes: [UInt8], to path: String) -> PersistenceDriver.Event {
        guard !unread.contains(path) else { return .failed(path: path, .unread) }
        do {
            watches.noteOwnChange(of: path, try store.write(bytes, to: path))
            return .saved(path: path)
        } catch {
            return .failed(path: path, error)
        }
    }

    private func delete(_ path: String) -> PersistenceDriver.Event {
        do {
            try store.delete(path)
            watches.noteOwnChange(of: path, nil)
            unread.remove(path)
            return .deleted(path: path)
        } catch {
            return .failed(path: path, error)
        }
    }
}

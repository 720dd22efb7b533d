import CycleBase

/// The one place of the process that observes folders, for any number of drivers: the system grants each user few
/// observers. The shared poller waits for all of them. It begins with the first folder that is observed, and ends when the last
/// driver that has observed one has closed: watches that come and go in a run open no observer.
///
/// Unchecked: `state` guards all but the source, which is used under its lock, and read by one thread at a time.
final class SharedFolderEvents: @unchecked Sendable {
    static let shared = SharedFolderEvents { SystemFolderEvents() }

    private struct State {
        /// `nil` while no driver observes a folder.
        var running: FolderWait?
        /// The drivers that have observed a folder and have not closed.
        var users: Set<ObjectIdentifier> = []
        /// The observers of each folder.
        var observers: [Int: [ObjectIdentifier: WeakObserver]] = [:]
        /// The drivers that observe each file.
        var fileUsers: [WatchSession.ObservedFile: Set<ObjectIdentifier>] = [:]
    }

    private struct WeakObserver {
        weak var observer: Observer?
    }

    private let makeSource: @Sendable () -> any FolderSource
    private let state = Guarded(State())
    /// Waits that may not be gone yet.
    private let ending = Guarded<[FolderWait]>([])

    /// - Parameter makeSource: Another than the system's in tests only.
    init(_ makeSource: @escaping @Sendable () -> any FolderSource) {
        self.makeSource = makeSource
    }

    /// Returns when nothing is left of what the last user has ended.
    func waitForLeaving() async {
        for wait in ending.withLock({ $0 }) { await wait.waitForEnd() }
        ending.withLock { $0.removeAll(where: \.hasEnded) }
    }

    /// The folders that one driver observes. Used by the thread that has claimed the driver's worker, but for what the state guards.
    final class Observer: FolderEvents, @unchecked Sendable {
        private struct News {
            var folders: FolderNews = [:]
            var isComplete = true
        }

        private let events: SharedFolderEvents
        private let news = Guarded(News())
        private var folders: Set<Int> = []
        private var files: Set<WatchSession.ObservedFile> = []
        /// Called on a thread of the pool. Set before anything is observed.
        var onNews: () -> Void = {}

        init(_ events: SharedFolderEvents) {
            self.events = events
        }

        deinit {
            close()
        }

        func observe(_ folder: Int32) throws(SystemFailure) -> Int {
            let token = try events.observe(folder, self)
            folders.insert(token)
            return token
        }

        func observeFile(_ name: FileName, in folder: Int32, of token: Int) throws(SystemFailure) {
            try events.observeFile(name, in: folder, of: token, self)
            files.insert(.init(folder: token, name: name))
        }

        func forgetFile(_ name: FileName, of token: Int) {
            guard let file = files.remove(.init(folder: token, name: name)) else { return }
            events.forget([file], self)
        }

        var fileLimit: Int { events.fileLimit }

        func forget(_ token: Int) {
            folders.remove(token)
            let gone = files.filter { $0.folder == token }
            files.subtract(gone)
            events.forget(gone, self)
            events.forget([token], self)
        }

        func take() -> FolderNews? {
            news.withLock { news in
                defer { news = News() }
                return news.isComplete ? news.folders : nil
            }
        }

        func close() {
            events.forget(files, self)
            events.forget(folders, self)
            events.leave(self)
            (folders, files) = ([], [])
        }

        fileprivate func note(_ folders: FolderNews?) {
            news.withLock { news in
                if let folders { news.folders.merge(folders) { $0.union($1) } } else { news.isComplete = false }
            }
            onNews()
        }
    }

    private func observe(_ folder: Int32, _ observer: Observer) throws(SystemFailure) -> Int {
        let outcome = state.withLock { state -> Result<Int, SystemFailure> in
            do throws(SystemFailure) {
                let source = try start(&state)
                let token = try source.observe(folder)
                state.users.insert(ObjectIdentifier(observer))
                state.observers[token, default: [:]][ObjectIdentifier(observer)] = WeakObserver(observer: observer)
                return .success(token)
            } catch {
                stopIfUnused(&state)
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func observeFile(
        _ name: FileName, in folder: Int32, of token: Int, _ observer: Observer
    ) throws(SystemFailure) {
        let failure = state.withLock { state -> SystemFailure? in
            do throws(SystemFailure) {
                try state.running?.source.observeFile(name, in: folder, of: token)
                state.fileUsers[.init(folder: token, name: name), default: []].insert(ObjectIdentifier(observer))
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    private var fileLimit: Int { state.withLock { $0.running?.source.fileLimit ?? 0 } }

    private func forget(_ folders: Set<Int>, _ observer: Observer) {
        state.withLock { state in
            for folder in folders {
                state.observers[folder]?[ObjectIdentifier(observer)] = nil
                guard state.observers[folder]?.isEmpty ?? false else { continue }
                state.observers[folder] = nil
                state.running?.source.forget(folder)
            }
        }
    }

    private func forget(_ files: Set<WatchSession.ObservedFile>, _ observer: Observer) {
        state.withLock { state in
            for file in files {
                state.fileUsers[file]?.remove(ObjectIdentifier(observer))
                guard state.fileUsers[file]?.isEmpty ?? false else { continue }
                state.fileUsers[file] = nil
                state.running?.source.forgetFile(file.name, of: file.folder)
            }
        }
    }

    /// The observer forgets all its folders before.
    private func leave(_ observer: Observer) {
        state.withLock { state in
            guard state.users.remove(ObjectIdentifier(observer)) != nil else { return }
            stopIfUnused(&state)
        }
    }

    private func start(_ state: inout State) throws(SystemFailure) -> any FolderSource {
        if let running = state.running { return running.source }
        let source = makeSource()
        try source.open()
        do throws(SystemFailure) {
            state.running = try FolderWait(for: source) { [self] in tell($0, of: source) }
        } catch {
            source.close()
            throw error
        }
        return source
    }

    private func stopIfUnused(_ state: inout State) {
        guard state.users.isEmpty, let running = state.running else { return }
        ending.withLock { $0 = $0.filter { !$0.hasEnded } + [running] }
        running.end()
        state.running = nil
    }

    /// - Parameter folders: `nil` for all.
    private func tell(_ folders: FolderNews?, of source: any FolderSource) {
        let told = state.withLock { state -> [(Observer, FolderNews?)] in
            guard state.running?.source === source else { return [] }
            var told: [ObjectIdentifier: (Observer, FolderNews)] = [:]
            for (folder, names) in folders ?? state.observers.mapValues({ _ in [] }) {
                for (id, observer) in state.observers[folder] ?? [:] {
                    guard let observer = observer.observer else { continue }
                    told[id, default: (observer, [:])].1[folder] = names
                }
            }
            return told.values.map { ($0.0, folders == nil ? nil : $0.1) }
        }
        for (observer, folders) in told { observer.note(folders) }
    }
}

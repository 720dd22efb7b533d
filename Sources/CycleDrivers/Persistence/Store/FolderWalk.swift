import CycleBase

/// Performs the steps of a ``PathWalk``. One folder is open at a time, however long the path is.
final class FolderWalk {
    typealias Failure = PersistenceDriver.Failure

    /// A point that the walk comes by: a watch has to observe it.
    enum Point {
        /// A folder is open. Nothing in it has been looked up yet.
        case entered(Int32)
        /// A name is about to be looked up in the folder that was entered last.
        case lookingUp(FileName)
    }

    private let store: FileStore
    private let note: (Point) throws(Failure) -> Void
    private var session: PathWalk
    private var folder: Int32?

    /// - Parameters:
    ///   - entersLast: Whether the path leads to a folder, which is opened as well.
    ///   - note: Is called at each point, before what follows from it.
    init(
        _ path: PathParts, _ store: FileStore, makesFolders: Bool, entersLast: Bool = false,
        note: @escaping (Point) throws(Failure) -> Void = { _ in }
    ) {
        self.store = store
        self.note = note
        session = PathWalk(
            path, makesFolders: makesFolders, entersLast: entersLast,
            followsLinks: store.options.symbolicLinks == .followed)
    }

    /// Finds the place that the path leads to: an open folder, which stays open until ``end()``, and a name in it that is no
    /// link; `.` if the folder itself is meant.
    ///
    /// - Returns: `nil` if there is no such folder, and none is to be made.
    func walk() throws(Failure) -> (folder: Int32, name: FileName)? {
        var step = PathWalk.Step.openRoot
        while true {
            if step == .openRoot { end() }
            switch step {
            case .arrived(let name): return folder.map { ($0, name) }
            case .missing: return nil
            case .failed(let failure): throw failure
            case .openRoot, .lookUp, .readLink, .enter:
                let outcome: PathWalk.Outcome
                do throws(Failure) { outcome = try perform(step) } catch { outcome = .failed(error) }
                step = session.next(after: outcome)
                try noteEntry(outcome)
            }
        }
    }

    func end() {
        if let folder { store.close(folder) }
        folder = nil
    }

    /// A failure here belongs to the observer: it ends the walk.
    private func noteEntry(_ outcome: PathWalk.Outcome) throws(Failure) {
        if outcome == .entered, let folder { try note(.entered(folder)) }
    }

    private func perform(_ step: PathWalk.Step) throws(Failure) -> PathWalk.Outcome {
        switch step {
        case .openRoot:
            folder = try store.openRoot()
            return .entered
        case .lookUp(let name):
            guard let folder else { return .found(nil) }
            try note(.lookingUp(name))
            return .found(try store.status(of: name, in: folder)?.kind)
        case .readLink(let name):
            guard let folder else { return .found(nil) }
            return .target(
                try store.call { files throws(SystemFailure) in try files.target(ofLink: name, in: folder) })
        case .enter(let name, let isMissing):
            guard let folder else { return .found(nil) }
            if isMissing { try store.makeFolder(name, in: folder) }
            let next = try store.call { files throws(SystemFailure) in
                try files.open(name, in: folder, for: .folder)
            }
            store.close(folder)
            self.folder = next
            return .entered
        case .arrived, .missing, .failed: return .entered
        }
    }
}

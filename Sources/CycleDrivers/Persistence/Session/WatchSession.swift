import CycleBase

/// The names in each folder to which something has happened, by the folder's number. An empty name is the folder itself: anything
/// may have.
package typealias FolderNews = [Int: Set<FileName>]

/// The watched paths of one running driver, as a value.
///
///     submitted --> looked: what is there is known --happened--> looked --differs--> report --room--> known
///                      |                                          |                     |
///                      +------------- failed ---------------------+--> end      no room: told with the next look
///
/// Every folder from the root down to the file, or to the folder that is watched, is observed; when something happens in
/// one of them, the path is looked at again. Changes by the driver itself are known by then, and are not reported.
struct WatchSession: Session {
    typealias Failure = PersistenceDriver.Failure

    /// A file that is observed beside its folder, for writes by another name of it.
    struct ObservedFile: Hashable, Sendable {
        let folder: Int
        let name: FileName
    }

    /// The folders and names that a watch depends on.
    struct Dependence: Hashable, Sendable {
        /// The names that lead to it, by folder. An empty one is all names of the folder.
        var names: FolderNews = [:]
        /// The file, and the folder that it is in.
        var file: ObservedFile?

        var folders: Set<Int> { Set(names.keys) }

        /// Whether the file itself is all that has changed, and the way to it is still observed.
        func isOnlyEnd(of news: FolderNews) -> Bool {
            guard let last = file?.folder, let changed = news[last], names[last]?.count == 1, !changed.contains("")
            else { return false }
            return names.keys.allSatisfy { $0 == last || news[$0] == nil }
        }

        func isHit(by news: FolderNews) -> Bool {
            names.contains { folder, names in
                guard let changed = news[folder] else { return false }
                return names.contains("") || changed.contains("") || !names.isDisjoint(with: changed)
            }
        }
    }

    /// The outcome of a look at a path.
    enum Look: Hashable, Sendable {
        /// All of the way was walked and observed.
        case path(WatchView)
        /// Only the file was looked at.
        case end(WatchView)
        /// A folder of a tree was looked at; `nil`: there is none. For the root of the tree, all of the way was walked and observed.
        case folder(PersistenceDriver.Path, Result<WatchedTree.Found?, Failure>)
        case failed(Failure)
    }

    enum Input: Hashable, Sendable {
        /// A job asks for a watch, has room for a report again, or, cancelled, ends its watch.
        case submitted(Key, job: Int, isCancelled: Bool)
        /// - Parameter news: `nil` when it is not known what has happened.
        case happened(FolderNews?)
        /// - Parameter dependence: The folders that are observed now, also when the look has failed.
        case looked(Key, Look, Dependence)
        /// Whether the loop had room for the report of a watch.
        case reported(Key, hadRoom: Bool)
        /// The driver itself has changed a file; `nil`: it is gone.
        case changed(PersistenceDriver.Path, FileStatus.Version?)
        /// The driver itself has given a file a second name in its folder, or another.
        ///
        /// - Parameter version: Of what is there under the new name now.
        case copied(PersistenceDriver.Path, to: PersistenceDriver.Path, FileStatus.Version?)
        case closed
    }

    enum Action: Hashable, Sendable {
        /// Look at a path, and report ``Input/looked(_:_:_:)``.
        ///
        /// - Parameter end: The observed folder of the file, if only the file is looked at; `nil` where its way has to be walked and
        ///   observed.
        case look(Key, end: Int?)
        /// Look at a folder of a tree below its root, and report ``Input/looked(_:_:_:)``.
        case lookInTree(Key, PersistenceDriver.Path)
        /// Report an event, and report ``Input/reported(_:hadRoom:)``.
        case report(PersistenceDriver.Event, Key, job: Int)
        /// Report a folder of a tree that cannot be looked at. The watch goes on.
        case warn(PersistenceDriver.Event, job: Int)
        case end(job: Int, PersistenceDriver.Event?)
        /// Stop observing a file, whose folder may still be observed.
        case forgetFile(ObservedFile)
        /// Stop observing a folder.
        case forget(folder: Int)
    }

    struct Watch: Hashable, Sendable {
        let job: Int
        /// `nil` before the first look.
        var view: WatchView?
        /// The view that was reported last, if the loop had room for the report.
        var reporting: WatchView?
        /// Whether the loop has received what was there at the beginning, if it wants to.
        var isTold: Bool
        var dependence = Dependence()

        /// Nothing is compared with a view, reported or noted as received before there was a first look.
        var isConsistent: Bool { view != nil || reporting == nil }
    }

    let names: NameEquality
    var watches: [Key: Watch] = [:]
    /// The trees that are watched. They take the place of the views.
    var trees: [Key: WatchedTree] = [:]
    /// How many watches depend on each observed file.
    private var fileUses: [ObservedFile: Int] = [:]

    init(_ names: NameEquality = .bytes) {
        self.names = names
    }

    /// The watches: their jobs, and whether the loop has received what was there at the beginning.
    var watched: [(key: Key, job: Int, isTold: Bool)] { watches.map { ($0, $1.job, $1.isTold) } }

    mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        assert(isConsistent(for: input))
        defer { assert(isConsistent(for: input)) }
        switch input {
        case .submitted(let key, let job, let isCancelled): actions += submit(key, job, isCancelled)
        case .happened(let news): actions += look(after: news)
        case .looked(let key, let look, let dependence): actions += looked(key, look, dependence)
        case .reported(let key, let hadRoom): actions += reported(key, hadRoom)
        case .changed(let path, let version): actions += changed(path, version)
        case .copied(let path, let newPath, let version): actions += copied(path, to: newPath, version)
        case .closed: actions += close()
        }
    }

    /// The invariant before and after each input, of the watch that it is about: a look at all takes a test of many watches most of its time.
    private func isConsistent(for input: Input) -> Bool {
        switch input {
        case .submitted(let key, _, _), .looked(let key, _, _), .reported(let key, _):
            isConsistent && watches[key]?.isConsistent ?? true
        case .happened, .changed, .copied, .closed: isConsistent
        }
    }

    var isConsistent: Bool { trees.count <= watches.count && fileUses.count <= watches.count }

    /// Holds of all watches together: a job has one, and observed files are counted.
    var isWhole: Bool {
        Set(watches.values.map(\.job)).count == watches.count && watches.values.allSatisfy(\.isConsistent)
            && trees.allSatisfy { $1.isConsistent && watches[$0] != nil }
            && watches.values.compactMap(\.dependence.file).reduce(into: [:]) { $0[$1, default: 0] += 1 } == fileUses
    }

    private mutating func submit(_ key: Key, _ job: Int, _ isCancelled: Bool) -> [Action] {
        if let watch = watches[key], watch.job == job {
            if isCancelled { return end(key, nil) }
            // News of a tree is taken as it comes: nothing has to be looked at again.
            return trees[key] == nil ? [.look(key, end: nil)] : tellTree(key)
        }
        if isCancelled { return [.end(job: job, nil)] }
        // A watch that was started anew comes before the end of the old one.
        let ended = end(key, nil)
        watches[key] = Watch(job: job, isTold: key.kind == .file)
        trees[key] = tree(of: key)
        return ended + [.look(key, end: nil)]
    }

    private mutating func look(after news: FolderNews?) -> [Action] {
        // In order: a simulated disk does the same each time.
        let hit = watches.filter { watch in news.map { watch.value.dependence.isHit(by: $0) } ?? true }
        return hit.sorted { $0.key < $1.key }.map { key, watch in
            let isOnlyEnd = news.map { watch.dependence.isOnlyEnd(of: $0) } ?? false
            return .look(key, end: isOnlyEnd ? watch.dependence.file?.folder : nil)
        } + looksInTrees(after: news)
    }

    private mutating func looked(_ key: Key, _ look: Look, _ dependence: Dependence) -> [Action] {
        guard let watch = watches[key] else {
            return forgetUnused(dependence.file) + forget(dependence.folders.union(look.token.map { [$0] } ?? []))
        }
        switch look {
        case .folder(let path, let outcome): return lookedInTree(key, path, outcome, dependence)
        case .end(let view): return tell(view, key)
        case .path(let view):
            watches[key]?.dependence = dependence
            let gone = exchange(watch.dependence.file, for: dependence.file)
            if watch.view == nil { watches[key]?.view = view.beginning }
            return gone + forget(watch.dependence.folders.subtracting(dependence.folders)) + tell(view, key)
        case .failed(let failure):
            // Some folders of the way may have been observed before: none is forgotten twice.
            watches[key]?.dependence.names.merge(dependence.names) { one, _ in one }
            return end(key, .failed(path: key.path, failure)) + forgetUnused(dependence.file)
        }
    }

    private mutating func tell(_ view: WatchView, _ key: Key) -> [Action] {
        guard let watch = watches[key], let known = watch.view, !watch.isTold || view.differs(from: known, names)
        else { return [] }
        watches[key]?.reporting = view
        return [.report(view.event(since: known, key.path, names), key, job: watch.job)]
    }

    private mutating func reported(_ key: Key, _ hadRoom: Bool) -> [Action] {
        trees[key]?.reported(hadRoom: hadRoom)
        if hadRoom, trees[key] != nil { watches[key]?.isTold = true }
        if hadRoom, let view = watches[key]?.reporting {
            watches[key]?.view = view
            watches[key]?.isTold = true
        }
        watches[key]?.reporting = nil
        return []
    }

    mutating func end(_ key: Key, _ event: PersistenceDriver.Event?) -> [Action] {
        guard let watch = watches.removeValue(forKey: key) else { return [] }
        let gone = exchange(watch.dependence.file, for: nil)
        let tokens = trees.removeValue(forKey: key)?.tokens ?? []
        return [.end(job: watch.job, event)] + gone + forget(watch.dependence.folders.union(tokens))
    }

    /// Counts a file that a watch depends on now, and no longer the one of before.
    private mutating func exchange(_ old: ObservedFile?, for new: ObservedFile?) -> [Action] {
        guard old != new else { return [] }
        if let new { fileUses[new, default: 0] += 1 }
        if let old, let count = fileUses[old] { fileUses[old] = count > 1 ? count - 1 : nil }
        return forgetUnused(old)
    }

    private func forgetUnused(_ file: ObservedFile?) -> [Action] {
        guard let file, fileUses[file] == nil else { return [] }
        return [.forgetFile(file)]
    }

    /// Folders that no other watch depends on.
    func forget(_ folders: Set<Int>) -> [Action] {
        folders.sorted().filter { folder in
            !watches.values.contains { $0.dependence.names[folder] != nil }
                && !trees.values.contains { $0.observes(folder) }
        }.map { .forget(folder: $0) }
    }

    private mutating func changed(_ path: PersistenceDriver.Path, _ version: FileStatus.Version?) -> [Action] {
        for key in keys(of: path, .file) { watches[key]?.view = .file(version) }
        let (folder, name) = path.split
        for key in keys(of: folder, .folder) { watches[key]?.view?.note(version, named: name, names) }
        for key in trees.keys { trees[key]?.note(version, at: path) }
        return []
    }

    private mutating func copied(
        _ path: PersistenceDriver.Path, to newPath: PersistenceDriver.Path, _ version: FileStatus.Version?
    ) -> [Action] {
        let (folder, name) = path.split
        for key in keys(of: folder, .folder) {
            watches[key]?.view?.noteCopy(of: name, named: newPath.split.name, version, names)
        }
        for key in trees.keys { trees[key]?.noteCopy(of: path, to: newPath, version) }
        return []
    }

    /// The watches of a file or folder, under all its names.
    private func keys(of path: PersistenceDriver.Path, _ kind: Key.Kind) -> [Key] {
        if names == .bytes { return [Key(path: path, kind: kind)] }
        return watches.keys.filter { $0.kind == kind && names.areEqual($0.path, path) }
    }

    private mutating func close() -> [Action] {
        let ended = watches.values.map(\.job).sorted().map { Action.end(job: $0, nil) }
        (watches, trees, fileUses) = ([:], [:], [:])
        return ended
    }
}

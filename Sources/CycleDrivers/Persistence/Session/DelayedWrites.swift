/// The writes of one session that wait for a quiet moment, no more than one for a file.
struct DelayedWrites: Hashable, Sendable {
    private let delay: FileOptions.Delay
    private let names: NameEquality
    private var writes: [NameKey: DelayedWrite] = [:]
    /// Not later than the first write is due: a write that is postponed or removed leaves it as it is.
    private(set) var deadline: Duration?

    init(_ delay: FileOptions.Delay, _ names: NameEquality) {
        self.delay = delay
        self.names = names
    }

    var isDelaying: Bool { delay.quiet > .zero }
    var isEmpty: Bool { writes.isEmpty }
    var hasWanted: Bool { writes.values.contains(where: \.isWanted) }
    var inOrder: [DelayedWrite] { writes.values.sorted { $0.request.path < $1.request.path } }

    /// Adds a write, in place of the one for its path. The one for another name of the file has been removed.
    mutating func add(_ request: PersistenceDriver.Request, _ now: Duration) {
        let key = names.key(request.path)
        let since = writes[key]?.since ?? now
        let due = min(now.adding(delay.quiet), since.adding(delay.longest))
        writes[key] = DelayedWrite(request: request, due: due, since: since)
        deadline = min(due, deadline ?? due)
        assert(isConsistent)
    }

    /// Notes that the application does not want the write any more. It was accepted and is made all the same.
    mutating func forget(_ path: PersistenceDriver.Path) {
        let key = names.key(path)
        if writes[key]?.request.path == path { writes[key]?.isWanted = false }
    }

    mutating func remove(_ path: PersistenceDriver.Path) -> DelayedWrite? {
        let key = names.key(path)
        return writes[key]?.request.path == path ? remove(key) : nil
    }

    /// Removes the write for another name of the file.
    mutating func removeOther(than path: PersistenceDriver.Path) -> DelayedWrite? {
        guard names != .bytes, !writes.isEmpty else { return nil }
        let key = names.key(path)
        return writes[key]?.request.path == path ? nil : remove(key)
    }

    private mutating func remove(_ key: NameKey) -> DelayedWrite? {
        let write = writes.removeValue(forKey: key)
        if writes.isEmpty { deadline = nil }
        assert(isConsistent)
        return write
    }

    /// Removes the writes that are due, in the order in which they are.
    ///
    /// - Parameter now: `nil` for all that wait.
    mutating func take(by now: Duration?) -> [DelayedWrite] {
        guard let deadline, now.map({ deadline <= $0 }) ?? true else { return [] }
        let due = writes.values.filter { write in now.map { write.due <= $0 } ?? true }
        for write in due { writes[names.key(write.request.path)] = nil }
        self.deadline = writes.values.map(\.due).min()
        assert(isConsistent)
        return due.sorted { ($0.due, $0.request.path) < ($1.due, $1.request.path) }
    }

    var isConsistent: Bool { (deadline == nil) == writes.isEmpty }
}

/// The writes of one session that wait for a quiet moment, no more than one for a path.
struct DelayedWrites: Hashable, Sendable {
    private let delay: FileOptions.Delay
    private var writes: [PersistenceDriver.Path: DelayedWrite] = [:]
    /// Not later than the first write is due: a write that is postponed or removed leaves it as it is.
    private(set) var deadline: Duration?

    init(_ delay: FileOptions.Delay) {
        self.delay = delay
    }

    var isDelaying: Bool { delay.quiet > .zero }
    var isEmpty: Bool { writes.isEmpty }
    var hasWanted: Bool { writes.values.contains(where: \.isWanted) }
    var inOrder: [DelayedWrite] { writes.values.sorted { $0.request.path < $1.request.path } }

    /// Adds a write, in place of the one for its path.
    mutating func add(_ request: PersistenceDriver.Request, _ now: Duration) {
        let since = writes[request.path]?.since ?? now
        let due = min(now.adding(delay.quiet), since.adding(delay.longest))
        writes[request.path] = DelayedWrite(request: request, due: due, since: since)
        deadline = min(due, deadline ?? due)
        assert(isConsistent)
    }

    /// Notes that the application does not want the write any more. It was accepted and is made all the same.
    mutating func forget(_ path: PersistenceDriver.Path) {
        writes[path]?.isWanted = false
    }

    mutating func remove(_ path: PersistenceDriver.Path) -> DelayedWrite? {
        let write = writes.removeValue(forKey: path)
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
        for write in due { writes[write.request.path] = nil }
        self.deadline = writes.values.map(\.due).min()
        assert(isConsistent)
        return due.sorted { ($0.due, $0.request.path) < ($1.due, $1.request.path) }
    }

    var isConsistent: Bool { (deadline == nil) == writes.isEmpty }
}

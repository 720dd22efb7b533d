/// Facts that earlier jobs of one driver have found out: what must not be overwritten, and how far logs have been written.
struct FileKnowledge: Hashable, Sendable {
    let names: NameEquality
    /// Files whose last read has failed.
    var unread: Set<NameKey> = []
    /// The number after that of the newest line that has been appended to a file in this run.
    var logEnds: [PersistenceDriver.Path: Int] = [:]
    /// How often in a row another was found to have locked a log that is to be appended to.
    var lockedLogs: [PersistenceDriver.Path: Int] = [:]
    /// Typed values that are known to be good, or not to be there.
    var inspected: Set<NameKey> = []

    init(_ names: NameEquality = .bytes) {
        self.names = names
    }
}

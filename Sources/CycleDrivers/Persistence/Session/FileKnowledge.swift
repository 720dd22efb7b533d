/// Facts that earlier jobs of one driver have found out: what must not be overwritten, and how far logs have been written.
struct FileKnowledge: Hashable, Sendable {
    /// The lines that have been appended to a file in this run.
    struct Log: Hashable, Sendable {
        /// The number after that of the newest line.
        var end: Int
        /// The file whose last line is whole.
        var place: FileStatus.Place?
    }

    let names: NameEquality
    /// Files whose last read has failed.
    var unread: Set<NameKey> = []
    var logs: [PersistenceDriver.Path: Log] = [:]
    /// How often in a row another was found to have locked a log that is to be appended to.
    var lockedLogs: [PersistenceDriver.Path: Int] = [:]
    /// Typed values that are known to be good, or not to be there.
    var inspected: Set<NameKey> = []

    init(_ names: NameEquality = .bytes) {
        self.names = names
    }
}

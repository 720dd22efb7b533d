/// The jobs that wait, oldest first. A write or delete takes the place of the one before it for the same path, unless
/// another job for that file waits in between, under the same name or another.
struct JobQueue<Job: Hashable & Sendable>: Hashable, Sendable {
    typealias Path = PersistenceDriver.Path

    private struct WaitingJob: Hashable, Sendable {
        let job: Job
        let path: Path
        let isContent: Bool
    }

    private var entries: ContiguousArray<WaitingJob?> = []
    /// How many jobs at the beginning of the array were removed.
    private var removedCount = 0
    /// How many jobs there were before the first of the array.
    private var firstNumber = 0
    /// The numbers of the newest jobs that wait, by file.
    private var newest: [NameKey: Int] = [:]
    private let names: NameEquality

    init(_ names: NameEquality = .bytes) {
        self.names = names
    }

    var isEmpty: Bool { removedCount == entries.count }

    /// The jobs that wait, oldest first.
    var waiting: [Job] { entries[removedCount...].compactMap { $0?.job } }

    /// - Parameter isContent: Whether the job writes or deletes the whole file.
    /// - Returns: The job that is not to be done any more, for the caller to end.
    mutating func append(_ job: Job, for path: Path, isContent: Bool) -> Job? {
        assert(removedCount <= entries.count && newest.count <= entries.count - removedCount)
        let entry = WaitingJob(job: job, path: path, isContent: isContent)
        let key = names.key(path)
        if isContent, let number = newest[key], let before = entries[number - firstNumber], before.isContent,
            before.path == path
        {
            entries[number - firstNumber] = entry
            return before.job
        }
        newest[key] = firstNumber + entries.count
        entries.append(entry)
        return nil
    }

    mutating func popFirst() -> Job? {
        guard !isEmpty, let entry = entries[removedCount] else { return nil }
        let key = names.key(entry.path)
        if newest[key] == firstNumber + removedCount { newest[key] = nil }
        entries[removedCount] = nil
        removedCount += 1
        if removedCount * 2 > entries.count { dropRemoved() }
        assert(newest.count <= entries.count - removedCount)
        return entry.job
    }

    /// Has a job that was taken out wait again, behind all but those for its own file.
    mutating func putBack(_ job: Job, for path: Path) {
        let (key, waiting) = (names.key(path), entries[removedCount...].compactMap { $0 })
        let (others, own) = (waiting.filter { names.key($0.path) != key }, waiting.filter { names.key($0.path) == key })
        self = JobQueue(names)
        for entry in others + [WaitingJob(job: job, path: path, isContent: false)] + own {
            let replaced = append(entry.job, for: entry.path, isContent: entry.isContent)
            assert(replaced == nil, "a job that replaces another has done so when it came")
        }
    }

    private mutating func dropRemoved() {
        entries.removeFirst(removedCount)
        firstNumber += removedCount
        removedCount = 0
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(entries[removedCount...])
    }

    /// Two are equal when the same jobs wait.
    static func == (one: JobQueue, other: JobQueue) -> Bool {
        one.entries[one.removedCount...] == other.entries[other.removedCount...]
    }
}

import CycleBase

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
    /// Typed values that are known to be good, or not to be there.
    var inspected: Set<NameKey> = []

    init(_ names: NameEquality = .bytes) {
        self.names = names
    }
}

/// One job, from its request to its outcome, as a value.
///
///     new --> reading, readingPart, listing, writing, appending, deleting --> over
///     new --> inspecting, for a typed value --good--> over, or writing
///                 |                   ^ none: readingPrevious --> over
///                 +--bad--> settingAside --> readingPrevious, or writing --> over
///     new --> deletingPrevious, for a typed value --> deleting --> over
///
/// ``receive(_:_:)`` is its only transition: each step leads to one operation of the disk, or to the end. Reports come before the
/// end, and nothing comes after it.
struct JobSession: Hashable, Sendable {
    typealias Path = PersistenceDriver.Path
    typealias Event = PersistenceDriver.Event
    typealias Failure = PersistenceDriver.Failure

    /// A whole operation of the disk, which succeeds or leaves the old content.
    enum Operation: Hashable, Sendable {
        /// Reads a file; of a typed value also whether it is good.
        case read(Path)
        /// Reads the generation before that of a typed value.
        case readPrevious(Path)
        case readPart(Path, from: Int, upTo: Int)
        case list(Path)
        case write(Path, [UInt8], keepsPrevious: Bool)
        /// Appends the lines from a position on.
        case append(Path, PersistenceDriver.Lines, from: Int, checked: FileStatus.Place?)
        case delete(Path)
        case deletePrevious(Path)
        /// Renames a file to the first free name of its kind.
        case setAside(Path, kind: String)
    }

    enum Outcome: Hashable, Sendable {
        /// A read: `nil` for a file that is not there.
        case content([UInt8]?, ValueFormat.Flaw?)
        case part([UInt8]?, byteCount: Int)
        case entries([PersistenceDriver.FolderItem]?)
        case written(FileStatus.Version)
        case appended(FileStatus.Version, cutByteCount: Int)
        case deleted
        /// `nil` if another program has removed the file since.
        case setAside(Path?)
        case failed(Failure)
    }

    enum Input: Hashable, Sendable {
        /// - Parameter isCancelled: Whether nothing wants the events any more.
        case begun(isCancelled: Bool)
        case ended(Outcome)
    }

    /// Something for the shell to perform, in order.
    enum Action: Hashable, Sendable {
        /// Perform an operation, and report its outcome as ``Input/ended(_:)``.
        case perform(Operation)
        /// Note that this driver itself has changed a file; `nil`: it is gone.
        case noteChange(Path, FileStatus.Version?)
        /// Note that this driver itself has given a file a second name, or another.
        case noteCopy(Path, to: Path)
        /// Report an event on the way.
        case report(Event)
        /// The last action. `nil` if nothing wants to know the outcome.
        case end(Event?)
    }

    enum Stage: Hashable, Sendable {
        case new
        case reading
        case readingPart(from: Int)
        case listing
        /// A typed value is read because it is wanted, or looked at before it is replaced.
        case inspecting(isRead: Bool)
        case settingAside(ValueFormat.Flaw, isRead: Bool)
        case readingPrevious
        case writing
        case appending(end: Int)
        case deletingPrevious
        case deleting
        case over
    }

    let request: PersistenceDriver.Request
    private(set) var stage = Stage.new

    init(_ request: PersistenceDriver.Request) {
        self.request = request
    }

    private var path: Path { request.path }
    private var isValue: Bool { request.format != nil }

    /// The one transition.
    mutating func receive(_ input: Input, _ knowledge: inout FileKnowledge) -> [Action] {
        let isFirst = stage == .new
        assert(stage != .over, "a job that has ended receives nothing")
        let actions: [Action]
        switch input {
        case .begun(let isCancelled):
            assert(isFirst)
            actions = begin(isCancelled, &knowledge)
        case .ended(.failed(let failure)):
            assert(!isFirst)
            actions = end(.failed(path: path, failure))
        case .ended(let outcome): actions = goOn(after: outcome, &knowledge)
        }
        assert(isLast(actions.last), "\(actions) in \(stage)")
        return actions
    }

    /// The last action is an operation, or the end of the job.
    private func isLast(_ action: Action?) -> Bool {
        switch action {
        case .perform: stage != .new && stage != .over
        case .end: stage == .over
        case .noteChange, .noteCopy, .report, nil: false
        }
    }

    // MARK: The first operation

    private mutating func begin(_ isCancelled: Bool, _ knowledge: inout FileKnowledge) -> [Action] {
        switch request.action {
        case .read, .readPart, .list: isCancelled ? end(nil) : beginReading(&knowledge)
        case .write(let bytes): beginWriting(bytes, &knowledge)
        case .append(let lines, let first): beginAppending(lines, from: first, &knowledge)
        case .delete:
            isValue ? perform(.deletePrevious(path), .deletingPrevious) : perform(.delete(path), .deleting)
        case .watch, .watchFolder, .watchTree: end(nil)
        }
    }

    private mutating func beginReading(_ knowledge: inout FileKnowledge) -> [Action] {
        switch request.action {
        case .readPart(let offset, let limit):
            return perform(.readPart(path, from: offset, upTo: limit), .readingPart(from: max(0, offset)))
        case .list: return perform(.list(path), .listing)
        case .read, .write, .append, .delete, .watch, .watchFolder, .watchTree:
            knowledge.unread.insert(knowledge.names.key(path))
            return isValue ? inspect(isRead: true, &knowledge) : perform(.read(path), .reading)
        }
    }

    private mutating func beginWriting(_ bytes: [UInt8], _ knowledge: inout FileKnowledge) -> [Action] {
        if knowledge.unread.contains(knowledge.names.key(path)) { return end(.failed(path: path, .unread)) }
        if request.format?.form == .plain, bytes.isEmpty { return end(.failed(path: path, .notEncodable)) }
        return isValue && !knowledge.inspected.contains(knowledge.names.key(path))
            ? inspect(isRead: false, &knowledge) : write()
    }

    private mutating func beginAppending(
        _ lines: PersistenceDriver.Lines, from first: Int, _ knowledge: inout FileKnowledge
    ) -> [Action] {
        let log = knowledge.logs[path]
        let before = log?.end ?? first
        let end = max(before, first.addingSaturated(lines.count))
        // An earlier job has written these lines.
        if end == before, log?.place != nil { return self.end(.appended(path: path, end: end)) }
        // An append that fails may leave half a line that the disk does not let go of.
        knowledge.logs[path]?.place = nil
        let start = max(0, before.subtractingSaturated(first))
        return perform(.append(path, lines, from: start, checked: log?.place), .appending(end: end))
    }

    private mutating func inspect(isRead: Bool, _ knowledge: inout FileKnowledge) -> [Action] {
        knowledge.inspected.remove(knowledge.names.key(path))
        return perform(.read(path), .inspecting(isRead: isRead))
    }

    private mutating func write() -> [Action] {
        guard case .write(let bytes) = request.action else { return end(nil) }
        return perform(.write(path, bytes, keepsPrevious: isValue), .writing)
    }

    // MARK: The next operation, or the end

    private mutating func goOn(after outcome: Outcome, _ knowledge: inout FileKnowledge) -> [Action] {
        switch (stage, outcome) {
        case (.reading, .content(let bytes, _)):
            knowledge.unread.remove(knowledge.names.key(path))
            return end(.loaded(path: path, bytes: bytes))
        case (.readingPart(let offset), .part(let bytes, let byteCount)):
            return end(.loadedPart(path: path, bytes: bytes, from: offset, byteCount: byteCount))
        case (.listing, .entries(let entries)): return end(.listed(path: path, entries: entries))
        case (.inspecting(let isRead), .content(let bytes, let flaw)):
            return inspected(bytes, flaw, isRead, &knowledge)
        case (.settingAside(let flaw, let isRead), .setAside(let newPath)):
            return setAside(flaw, newPath, isRead, &knowledge)
        case (.readingPrevious, .content(let bytes, let flaw)):
            knowledge.unread.remove(knowledge.names.key(path))
            return end(.loaded(path: path, bytes: flaw == nil ? bytes : nil))
        case (.writing, .written(let version)):
            let copy = isValue ? [Action.noteCopy(path, to: path.previous)] : []
            return copy + [.noteChange(path, version)] + end(.saved(path: path))
        case (.appending(let end), .appended(let version, let cutByteCount)):
            knowledge.logs[path] = FileKnowledge.Log(end: end, place: version.place)
            let cut = cutByteCount > 0 ? [Action.report(.tailCut(path: path, byteCount: cutByteCount))] : []
            return cut + [.noteChange(path, version)] + self.end(.appended(path: path, end: end))
        case (.deletingPrevious, .deleted):
            return [.noteChange(path.previous, nil)] + perform(.delete(path), .deleting)
        case (.deleting, .deleted):
            knowledge.unread.remove(knowledge.names.key(path))
            return [.noteChange(path, nil)] + end(.deleted(path: path))
        case (.new, _), (.over, _), (_, .content), (_, .part), (_, .entries), (_, .written), (_, .appended),
            (_, .deleted), (_, .setAside), (_, .failed):
            assert(false, "\(outcome) is no outcome of \(stage)")
            return end(nil)
        }
    }

    private mutating func inspected(
        _ bytes: [UInt8]?, _ flaw: ValueFormat.Flaw?, _ isRead: Bool, _ knowledge: inout FileKnowledge
    ) -> [Action] {
        if let flaw { return perform(.setAside(path, kind: flaw.kind), .settingAside(flaw, isRead: isRead)) }
        knowledge.inspected.insert(knowledge.names.key(path))
        guard isRead else { return write() }
        guard let bytes else { return perform(.readPrevious(path), .readingPrevious) }
        knowledge.unread.remove(knowledge.names.key(path))
        return end(.loaded(path: path, bytes: bytes))
    }

    /// The value is not there any more under its name: the generation before counts, or the new one takes its place.
    private mutating func setAside(
        _ flaw: ValueFormat.Flaw, _ newPath: Path?, _ isRead: Bool, _ knowledge: inout FileKnowledge
    ) -> [Action] {
        knowledge.inspected.insert(knowledge.names.key(path))
        let reports = newPath.map { [Action.noteCopy(path, to: $0), .report(.failed(path: path, flaw.failure($0)))] }
        return (reports ?? []) + [.noteChange(path, nil)]
            + (isRead ? perform(.readPrevious(path), .readingPrevious) : write())
    }

    private mutating func perform(_ operation: Operation, _ stage: Stage) -> [Action] {
        self.stage = stage
        return [.perform(operation)]
    }

    private mutating func end(_ event: Event?) -> [Action] {
        stage = .over
        return [.end(event)]
    }
}

extension PersistenceDriver.Path {
    static let previousSuffix = ".previous"

    /// The path of the generation before that of a typed value.
    var previous: PersistenceDriver.Path {
        let (folder, name) = split
        return folder.appending(name: name.extended(by: Self.previousSuffix))
    }
}

extension ValueFormat.Flaw {
    /// A part of the name that a file with this flaw gets.
    fileprivate var kind: String {
        switch self {
        case .corrupt: "corrupt"
        case .tooNew: "newer"
        }
    }

    fileprivate func failure(_ newPath: PersistenceDriver.Path) -> PersistenceDriver.Failure {
        switch self {
        case .corrupt: .corrupt(setAside: newPath)
        case .tooNew(let version): .tooNew(version: version, setAside: newPath)
        }
    }
}

import CycleBase

/// The jobs of one driver, one after the other, each from its request to its outcome, as a value.
///
///     idle --begun--> reading, readingPart, listing, writing, appending, deleting --> idle
///     idle --begun--> inspecting, for a typed value --good--> idle, or writing
///                        |                   ^ none: readingPrevious --> idle
///                        +--bad--> settingAside --> readingPrevious, or writing --> idle
///     idle --begun--> deletingPrevious, for a typed value --> deleting --> idle
///     appending --locked--> idle, and the job is put back; it fails the thousandth time
///
/// Each step leads to one operation of the disk, or to the end of the job. Reports come before the end.
struct JobSession: Session {
    typealias Path = PersistenceDriver.Path
    typealias Request = PersistenceDriver.Request
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
        case append(Path, PersistenceDriver.Lines, from: Int)
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
        /// Another keeps the log of an append locked.
        case locked
        case deleted
        /// `nil` if another program has removed the file since.
        case setAside(Path?)
        case failed(Failure)
    }

    enum Input: Hashable, Sendable {
        /// The next job. The one before has ended.
        ///
        /// - Parameter isCancelled: Whether nothing wants the events any more.
        case begun(Request, isCancelled: Bool)
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
        /// The last action of a job. `nil` if nothing wants to know the outcome.
        case end(Event?)
        /// The last action of a job that has to be begun again, after those of other files.
        case putBack
    }

    enum State: Hashable, Sendable {
        case idle
        case doing(Request, Step)
    }

    /// The operation under way.
    enum Step: Hashable, Sendable {
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
        /// - Parameter isCertain: Whether the generation before stays deleted after a power cut.
        case deleting(isCertain: Bool)
    }

    private(set) var state = State.idle
    private(set) var knowledge: FileKnowledge
    private let mostLocked: Int

    init(_ names: NameEquality, mostLocked: Int) {
        knowledge = FileKnowledge(names)
        self.mostLocked = mostLocked
    }

    mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        switch (state, input) {
        case (.idle, .begun(let request, let isCancelled)): actions += begin(request, isCancelled)
        case (.doing(let request, .deletingPrevious), .ended(.failed(.notDurable))):
            actions += deletedPrevious(request, isCertain: false)
        case (.doing(let request, .appending), .ended(.locked)): actions += putBack(request)
        case (.doing(let request, _), .ended(.failed(let failure))):
            actions += end(.failed(path: request.path, failure))
        case (.doing(let request, let step), .ended(let outcome)): actions += goOn(request, step, after: outcome)
        case (.idle, .ended), (.doing, .begun): assert(false, "\(input) in \(state)")
        }
        assert(isLast(actions.last), "\(actions) in \(state)")
    }

    /// The last action is an operation, or the end of the job.
    private func isLast(_ action: Action?) -> Bool {
        switch action {
        case .perform: state != .idle
        case .end, .putBack: state == .idle
        case .noteChange, .noteCopy, .report, nil: false
        }
    }

    var isConsistent: Bool {
        guard case .doing(let request, let step) = state else { return true }
        let key = knowledge.names.key(request.path)
        return switch step {
        case .reading, .readingPrevious: knowledge.unread.contains(key)
        case .inspecting(let isRead): !knowledge.inspected.contains(key) && knowledge.unread.contains(key) == isRead
        case .writing: !knowledge.unread.contains(key)
        case .readingPart, .listing, .settingAside, .appending, .deletingPrevious, .deleting: true
        }
    }

    // MARK: The first operation

    private mutating func begin(_ request: Request, _ isCancelled: Bool) -> [Action] {
        let path = request.path
        return switch request.action {
        case .read, .readPart, .list: isCancelled ? end(nil) : beginReading(request)
        case .write(let bytes): beginWriting(request, bytes)
        case .append(let lines, let first): beginAppending(request, lines, from: first)
        case .delete:
            request.format != nil
                ? perform(.deletePrevious(path), .deletingPrevious, request)
                : perform(.delete(path), .deleting(isCertain: true), request)
        case .watch, .watchFolder, .watchTree: end(nil)
        }
    }

    private mutating func beginReading(_ request: Request) -> [Action] {
        let path = request.path
        switch request.action {
        case .readPart(let offset, let limit):
            return perform(.readPart(path, from: offset, upTo: limit), .readingPart(from: max(0, offset)), request)
        case .list: return perform(.list(path), .listing, request)
        case .read, .write, .append, .delete, .watch, .watchFolder, .watchTree:
            knowledge.unread.insert(knowledge.names.key(path))
            return request.format != nil ? inspect(request, isRead: true) : perform(.read(path), .reading, request)
        }
    }

    private mutating func beginWriting(_ request: Request, _ bytes: [UInt8]) -> [Action] {
        let (path, key) = (request.path, knowledge.names.key(request.path))
        if knowledge.unread.contains(key) { return end(.failed(path: path, .unread)) }
        if request.format?.form == .plain, bytes.isEmpty { return end(.failed(path: path, .notEncodable)) }
        return request.format != nil && !knowledge.inspected.contains(key)
            ? inspect(request, isRead: false) : write(request)
    }

    private mutating func beginAppending(
        _ request: Request, _ lines: PersistenceDriver.Lines, from first: Int
    ) -> [Action] {
        let path = request.path
        let known = knowledge.logEnds[path]
        let before = known ?? first
        let end = max(before, first.addingSaturated(lines.count))
        // An earlier job has written these lines.
        if end == known { return self.end(.appended(path: path, end: end)) }
        let start = max(0, before.subtractingSaturated(first))
        return perform(.append(path, lines, from: start), .appending(end: end), request)
    }

    private mutating func inspect(_ request: Request, isRead: Bool) -> [Action] {
        knowledge.inspected.remove(knowledge.names.key(request.path))
        return perform(.read(request.path), .inspecting(isRead: isRead), request)
    }

    private mutating func write(_ request: Request) -> [Action] {
        guard case .write(let bytes) = request.action else { return end(nil) }
        return perform(.write(request.path, bytes, keepsPrevious: request.format != nil), .writing, request)
    }

    // MARK: The next operation, or the end

    private mutating func goOn(_ request: Request, _ step: Step, after outcome: Outcome) -> [Action] {
        let path = request.path
        switch (step, outcome) {
        case (.reading, .content(let bytes, _)):
            knowledge.unread.remove(knowledge.names.key(path))
            return end(.loaded(path: path, bytes: bytes))
        case (.readingPart(let offset), .part(let bytes, let byteCount)):
            return end(.loadedPart(path: path, bytes: bytes, from: offset, byteCount: byteCount))
        case (.listing, .entries(let entries)): return end(.listed(path: path, entries: entries))
        case (.inspecting(let isRead), .content(let bytes, let flaw)):
            return inspected(request, bytes, flaw, isRead)
        case (.settingAside(let flaw, let isRead), .setAside(let newPath)):
            return setAside(request, flaw, newPath, isRead)
        case (.readingPrevious, .content(let bytes, let flaw)):
            knowledge.unread.remove(knowledge.names.key(path))
            return end(.loaded(path: path, bytes: flaw == nil ? bytes : nil))
        case (.writing, .written(let version)):
            let copy = request.format != nil ? [Action.noteCopy(path, to: path.previous)] : []
            return copy + [.noteChange(path, version)] + end(.saved(path: path))
        case (.appending(let end), .appended(let version, let cutByteCount)):
            knowledge.logEnds[path] = end
            let cut = cutByteCount > 0 ? [Action.report(.tailCut(path: path, byteCount: cutByteCount))] : []
            return cut + [.noteChange(path, version)] + self.end(.appended(path: path, end: end))
        case (.deletingPrevious, .deleted): return deletedPrevious(request, isCertain: true)
        case (.deleting(let isCertain), .deleted):
            knowledge.unread.remove(knowledge.names.key(path))
            return [.noteChange(path, nil)]
                + end(isCertain ? .deleted(path: path) : .failed(path: path, .notDurable))
        case (_, .content), (_, .part), (_, .entries), (_, .written), (_, .appended), (_, .deleted), (_, .setAside),
            (_, .locked), (_, .failed):
            assert(false, "\(outcome) is no outcome of \(step)")
            return end(nil)
        }
    }

    private mutating func inspected(
        _ request: Request, _ bytes: [UInt8]?, _ flaw: ValueFormat.Flaw?, _ isRead: Bool
    ) -> [Action] {
        let path = request.path
        if let flaw { return perform(.setAside(path, kind: flaw.kind), .settingAside(flaw, isRead: isRead), request) }
        knowledge.inspected.insert(knowledge.names.key(path))
        guard isRead else { return write(request) }
        guard let bytes else { return perform(.readPrevious(path), .readingPrevious, request) }
        knowledge.unread.remove(knowledge.names.key(path))
        return end(.loaded(path: path, bytes: bytes))
    }

    /// The value is not there any more under its name: the generation before counts, or the new one takes its place.
    private mutating func setAside(
        _ request: Request, _ flaw: ValueFormat.Flaw, _ newPath: Path?, _ isRead: Bool
    ) -> [Action] {
        let path = request.path
        knowledge.inspected.insert(knowledge.names.key(path))
        let reports = newPath.map { [Action.noteCopy(path, to: $0), .report(.failed(path: path, flaw.failure($0)))] }
        return (reports ?? []) + [.noteChange(path, nil)]
            + (isRead ? perform(.readPrevious(path), .readingPrevious, request) : write(request))
    }

    private mutating func deletedPrevious(_ request: Request, isCertain: Bool) -> [Action] {
        [.noteChange(request.path.previous, nil)]
            + perform(.delete(request.path), .deleting(isCertain: isCertain), request)
    }

    private mutating func perform(_ operation: Operation, _ step: Step, _ request: Request) -> [Action] {
        state = .doing(request, step)
        return [.perform(operation)]
    }

    private mutating func putBack(_ request: Request) -> [Action] {
        let count = knowledge.lockedLogs[request.path, default: 0] + 1
        guard count < mostLocked else { return end(.failed(path: request.path, .inUse)) }
        knowledge.lockedLogs[request.path] = count
        state = .idle
        return [.putBack]
    }

    private mutating func end(_ event: Event?) -> [Action] {
        if case .doing(let request, .appending) = state { knowledge.lockedLogs[request.path] = nil }
        state = .idle
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

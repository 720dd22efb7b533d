/// The way from the root down to the folder that a file is in, one name after the other, as a value: so no symbolic link and
/// no renamed folder can lead out of the root.
///
/// ``next(after:)`` is its only transition. Other programs may rename and remove while it walks. A folder or link that is gone
/// when it is opened sends the walk back to the root, where it finds what is there by then.
struct PathWalk: Hashable, Sendable {
    typealias Failure = PersistenceDriver.Failure

    /// The call to make next; one folder is open at a time.
    enum Step: Hashable, Sendable {
        /// Open the root, in place of the folder that is open.
        case openRoot
        /// Look a name up in the open folder.
        case lookUp(FileName)
        /// Read a symbolic link in the open folder.
        case readLink(FileName)
        /// Open a folder in the open folder, in its place.
        ///
        /// - Parameter isMissing: Whether it has to be made before.
        case enter(FileName, isMissing: Bool)
        /// The path leads to this name, which is no link, in the open folder; `.` is the folder itself.
        case arrived(FileName)
        /// A folder on the way does not exist, and none is to be made.
        case missing
        case failed(Failure)
    }

    /// The outcome of a step.
    enum Outcome: Hashable, Sendable {
        /// The folder is open.
        case entered
        /// A name was looked up; `nil`: there is none.
        case found(FileStatus.Kind?)
        case target(FileName)
        case failed(Failure)
    }

    private static let mostLinks = 32
    /// Links that lead up more often have no purpose but to keep a walk busy.
    private static let mostReturns = 256
    /// More changes by others, each at the one moment that matters, are no accident.
    static let mostRaces = 64

    private let makesFolders: Bool
    private let entersLast: Bool
    private let followsLinks: Bool
    private var step = Step.openRoot
    /// The kind of the name that was looked up last.
    private var kind: FileStatus.Kind?
    /// The names of the folders that were entered since the root.
    private var entered: [FileName] = []
    /// The names that are still to be walked, the next one last.
    private var ahead: [FileName]
    private var linkCount = 0
    private var returnCount = 0
    private var raceCount = 0

    /// The first step is ``Step/openRoot``.
    ///
    /// - Parameter entersLast: Whether the path leads to a folder, which is opened as well.
    init(_ path: PathParts, makesFolders: Bool, entersLast: Bool, followsLinks: Bool) {
        self.makesFolders = makesFolders
        self.entersLast = entersLast
        self.followsLinks = followsLinks
        ahead = path.names.reversed()
    }

    /// The one transition.
    mutating func next(after outcome: Outcome) -> Step {
        assert(isConsistent)
        step =
            switch outcome {
            case .entered: enteredFolder()
            case .found(let kind): found(kind)
            case .target(let target): follow(target)
            case .failed(let failure): failed(failure)
            }
        assert(isConsistent)
        return step
    }

    private mutating func enteredFolder() -> Step {
        if case .enter(let name, _) = step { entered.append(name) }
        return goOn()
    }

    private mutating func goOn() -> Step {
        while let part = ahead.popLast() {
            if part == ".." { return leaveFolder() }
            if part != "." { return .lookUp(part) }
        }
        // Else a link led to a folder.
        return entersLast ? .arrived(".") : .failed(.notAFile)
    }

    /// The folder above is not open any more: the walk comes by it again.
    private mutating func leaveFolder() -> Step {
        returnCount += 1
        guard entered.popLast() != nil, returnCount <= PathWalk.mostReturns else { return .failed(.symbolicLink) }
        return startOver()
    }

    private mutating func startOver() -> Step {
        ahead += entered.reversed()
        entered = []
        return .openRoot
    }

    private mutating func found(_ kind: FileStatus.Kind?) -> Step {
        guard case .lookUp(let name) = step else { return step }
        self.kind = kind
        if kind == .link { return meetLink(name) }
        if ahead.isEmpty, !entersLast { return .arrived(name) }
        if kind == nil, !makesFolders { return .missing }
        return .enter(name, isMissing: kind == nil)
    }

    private mutating func meetLink(_ name: FileName) -> Step {
        linkCount += 1
        return followsLinks && linkCount <= PathWalk.mostLinks ? .readLink(name) : .failed(.symbolicLink)
    }

    private mutating func follow(_ target: FileName) -> Step {
        guard target.bytes.first != UInt8(ascii: "/") else { return .failed(.symbolicLink) }
        ahead += target.bytes.split(separator: UInt8(ascii: "/")).map { FileName(bytes: $0) }.reversed()
        return goOn()
    }

    private mutating func failed(_ failure: Failure) -> Step {
        switch step {
        case .enter(let name, _):
            let isRace = failure == .missingFolder || failure == .symbolicLink
            return isRace && (kind == .folder || kind == nil) ? raced(name) : .failed(failure)
        case .readLink(let name):
            return failure == .missingFolder || failure == .notALink ? raced(name) : .failed(failure)
        case .openRoot, .lookUp, .arrived, .missing, .failed: return .failed(failure)
        }
    }

    /// The name belonged to something else a moment ago.
    private mutating func raced(_ name: FileName) -> Step {
        raceCount += 1
        guard raceCount <= PathWalk.mostRaces else { return .failed(.missingFolder) }
        ahead.append(name)
        return startOver()
    }

    /// Holds before and after each outcome: the walk is bounded, and starts at the root with nothing entered.
    var isConsistent: Bool {
        if step == .openRoot, !entered.isEmpty { return false }
        return linkCount <= PathWalk.mostLinks + 1 && returnCount <= PathWalk.mostReturns + 1
            && raceCount <= PathWalk.mostRaces + 1 && !entered.contains("..") && !entered.contains(".")
    }
}

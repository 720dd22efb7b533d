/// The way from the root down to the folder that a file is in: one open folder after the other, so that no symbolic link
/// and no renamed folder can lead out of the root. One folder is open at a time, however long the path is.
///
/// Other programs may rename and remove while it walks. A folder or link that is gone when it is opened sends the walk back
/// to the root, where it finds what is there by then.
final class FolderWalk {
    typealias Failure = PersistenceDriver.Failure

    /// What the walk comes by: what a watch has to observe.
    enum Step {
        /// A folder is open. Nothing in it has been looked up yet.
        case entered(Int32)
        /// A name is about to be looked up in the folder that was entered last.
        case lookingUp(FileName)
    }

    /// Where the walk has come to.
    private enum Position {
        case onTheWay
        case arrived(Int32, FileName)
        case missing
        /// The walk starts anew with what is still ahead.
        case atRoot
    }

    private static let mostLinks = 32
    /// Links that lead up so often have no purpose but to keep a walk busy.
    private static let mostReturns = 256
    /// So many changes by others in a row, each at the one moment that matters, are no accident.
    static let mostRaces = 64

    private let store: FileStore
    private let makesFolders: Bool
    private let entersLast: Bool
    private let note: (Step) throws(Failure) -> Void
    private var folder: Int32?
    /// The names of the folders that were entered since the root.
    private var entered: [FileName] = []
    /// The names that are still to be walked, the next one last.
    private var ahead: [FileName]
    private var linkCount = 0
    private var returnCount = 0
    private var raceCount = 0

    /// - Parameters:
    ///   - entersLast: Whether the path leads to a folder, which is opened as well.
    ///   - note: Is called at each step, before what follows from it.
    init(
        _ path: PathParts, _ store: FileStore, makesFolders: Bool, entersLast: Bool = false,
        note: @escaping (Step) throws(Failure) -> Void = { _ in }
    ) {
        self.store = store
        self.makesFolders = makesFolders
        self.entersLast = entersLast
        self.note = note
        ahead = path.names.reversed()
    }

    /// Where the path leads to: an open folder, which stays open until ``end()``, and a name in it that is no link; `.` if
    /// the folder itself is meant.
    ///
    /// - Returns: `nil` if there is no such folder, and none is to be made.
    func walk() throws(Failure) -> (folder: Int32, name: FileName)? {
        while true {
            switch try next() {
            case .onTheWay: continue
            case .arrived(let folder, let name): return (folder, name)
            case .missing: return nil
            case .atRoot:
                ahead += entered.reversed()
                entered = []
                end()
            }
        }
    }

    func end() {
        if let folder { store.close(folder) }
        folder = nil
    }

    private func next() throws(Failure) -> Position {
        guard let folder else {
            let root = try store.openRoot()
            self.folder = root
            try note(.entered(root))
            return .onTheWay
        }
        guard let part = ahead.popLast() else {
            // Else a link led to a folder.
            guard entersLast else { throw .notAFile }
            return .arrived(folder, ".")
        }
        if part == "." { return .onTheWay }
        if part == ".." { return try leaveFolder() }
        try note(.lookingUp(part))
        let kind = try store.status(of: part, in: folder)?.kind
        if kind == .link { return try followLink(part, in: folder) }
        if ahead.isEmpty, !entersLast { return .arrived(folder, part) }
        if kind == nil, !makesFolders { return .missing }
        return try enter(part, in: folder, kind)
    }

    /// The folder above is not open any more: the walk comes by it again.
    private func leaveFolder() throws(Failure) -> Position {
        returnCount += 1
        guard entered.popLast() != nil, returnCount <= FolderWalk.mostReturns else { throw .symbolicLink }
        return .atRoot
    }

    /// - Parameter kind: `nil`: there is no such folder yet.
    private func enter(_ name: FileName, in folder: Int32, _ kind: FileStatus.Kind?) throws(Failure) -> Position {
        let next: Int32
        do {
            if kind == nil { try store.makeFolder(name, in: folder) }
            next = try store.call { files throws(SystemFailure) in try files.open(name, in: folder, for: .folder) }
        } catch {
            let isRace = error == .missingFolder || error == .symbolicLink
            guard isRace, kind == .folder || kind == nil else { throw error }
            return try raced(name)
        }
        store.close(folder)
        self.folder = next
        entered.append(name)
        try note(.entered(next))
        return .onTheWay
    }

    private func followLink(_ name: FileName, in folder: Int32) throws(Failure) -> Position {
        linkCount += 1
        guard store.options.symbolicLinks == .followed, linkCount <= FolderWalk.mostLinks else { throw .symbolicLink }
        let target: FileName
        do {
            target = try store.call { files throws(SystemFailure) in try files.target(ofLink: name, in: folder) }
        } catch {
            guard error == .missingFolder || error == .notALink else { throw error }
            return try raced(name)
        }
        guard target.bytes.first != UInt8(ascii: "/") else { throw .symbolicLink }
        ahead += target.bytes.split(separator: UInt8(ascii: "/")).map { FileName(bytes: $0) }.reversed()
        return .onTheWay
    }

    /// What had this name a moment ago is gone, or is something else.
    private func raced(_ name: FileName) throws(Failure) -> Position {
        raceCount += 1
        guard raceCount <= FolderWalk.mostRaces else { throw .missingFolder }
        ahead.append(name)
        return .atRoot
    }
}

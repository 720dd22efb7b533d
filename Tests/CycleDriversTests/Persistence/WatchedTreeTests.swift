import CycleBase
import CycleTesting
import TestSupport
import Testing

@testable import CycleDrivers

/// A watched tree of one driver, over folders in memory.
@Suite("WatchSession on trees")
struct WatchedTreeTests {
    @Test(
        "random inputs: the application knows the files of the tree, each change is told once, and folders are observed while needed"
    )
    func randomInputs() {
        for seed in 0..<400 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            var world = TreeWorld()
            for _ in 0..<80 { world.happen(TreeWorld.Input.allCases.randomElement(using: &random) ?? .look) }
            world.settle()
            #expect(world.broken == nil, "seed \(seed)")
        }
    }

    @Test("all orders of five inputs do so, too")
    func allOrders() {
        let seen = TestSupport.allOrdersSettle(from: TreeWorld(), depth: 5, of: { _ in TreeWorld.Input.allCases })
        #expect(seen.count > 1_000)
    }

    @Test("a star stands for any bytes of a name, and nothing else is special")
    func patterns() {
        let matches: [(pattern: PersistenceDriver.Path, names: [FileName], others: [FileName])] = [
            (".git", [".git"], ["git", ".gitignore", "a.git", ""]),
            ("*.o", ["a.o", ".o", "a.o.o"], ["a.oo", "o", "a.o "]),
            ("*", ["", "a", "a.b"], []), ("a*b*c", ["abc", "axbxc", "abbcc"], ["ab", "abcd", "acb"]), ("", [""], ["a"]),
            ("**a", ["a", "ba"], ["ab"]), ("[ab]?", ["[ab]?"], ["ac"]), ("é*", ["é", "éa"], ["e\u{301}"]),
        ]
        for (pattern, names, others) in matches {
            for name in names { #expect(SkippedNames([pattern]).contains(name), "\(pattern) \(name)") }
            for name in others { #expect(!SkippedNames(["x", pattern]).contains(name), "\(pattern) \(name)") }
        }
        // A pattern of many stars costs no more than the product of the lengths.
        let stars = FileName(String(repeating: "*a", count: 2_000))
        #expect(!SkippedNames([stars]).contains(FileName(String(repeating: "a", count: 1_999) + "b")))
    }
}

/// A session, a tree of folders, and a loop that has room for one report.
private struct TreeWorld: SettlingWorld {
    enum Input: CaseIterable {
        case watch, unwatch
        /// Another program makes, moves, replaces and removes folders, and writes and removes files in them.
        case makeFolders, moveFolder, moveBack, replaceFolder, removeFolder, change, changeBelow, remove
        /// The driver itself writes a file, and makes the folders on the way, or removes it.
        case ownChange, ownRemoval
        /// The session looks at what has happened, or does not know what.
        case look, lookAtAll
        /// The loop receives a report.
        case receive
        /// The next look at a folder below the root fails, or finds no watch left.
        case breakFolder, exhaust
    }

    private typealias Path = PersistenceDriver.Path

    private static let key = WatchSession.Key(path: "t", kind: .tree(SkippedNames(["*.o"])))

    private var session = WatchSession()
    private(set) var broken: String?
    private var jobCount = 0
    private var job: Int?
    /// Reports that the loop has not received, and whether another found no room.
    private var isWaiting = false
    private var isCrowded = false
    private var version = 0
    /// The folders by path, each with a number of its own, and the files.
    private var folders: [Path: Int] = ["": 1, "t": 2]
    private var folderCount = 2
    private var files: [Path: Int] = ["t/x": 0, "t/x.o": 0]
    /// The files as an application knows them from reports and from what it does itself.
    private var known: [Path: Int] = [:]
    /// The files as the session has seen them.
    private var seen: [Path: Int] = [:]
    private var isTold = false
    private var observed: Set<Int> = []
    private var news: FolderNews = [:]
    private var isBreaking = false
    private var isExhausted = false
    /// The folder that no look succeeds at.
    private var brokenFolder: Path?

    mutating func happen(_ input: Input) {
        version += 1
        switch input {
        case .watch: watch()
        case .unwatch: unwatch()
        case .makeFolders: make("t/a/b")
        case .moveFolder: move("t/a", to: "t/c/a")
        case .moveBack: move("t/c/a", to: "t/a")
        case .replaceFolder:
            removeAll("t/a")
            make("t/a/b")
        case .removeFolder: removeAll("t/a")
        case .change: write("t/x")
        case .changeBelow: if folders["t/a/b"] != nil { write("t/a/b/y") }
        case .remove: write("t/a/b/y", isThere: false)
        case .ownChange:
            make("t/a/b")
            write("t/a/b/y")
            write("t/a/b/y.o")
            if job != nil { known["t/a/b/y"] = files["t/a/b/y"] }
            seen["t/a/b/y"] = version
            receive(.changed("t/a/b/y", status(version)))
            receive(.changed("t/a/b/y.o", status(version)))
        case .ownRemoval:
            guard files["t/a/b/y"] != nil else { return }
            write("t/a/b/y", isThere: false)
            known["t/a/b/y"] = nil
            receive(.changed("t/a/b/y", nil))
        case .look: look(news)
        case .lookAtAll: look(nil)
        case .receive: receiveReport()
        case .breakFolder: isBreaking = true
        case .exhaust: isExhausted = true
        }
    }

    private func status(_ version: Int) -> FileStatus.Version {
        FileStatus.Version(device: 1, number: 1, byteCount: version, seconds: 0, nanoseconds: 0)
    }

    // MARK: The disk

    private mutating func note(_ folder: Path, _ name: FileName) {
        if let token = folders[folder], observed.contains(token) { news[token, default: []].insert(name) }
    }

    private mutating func make(_ path: Path) {
        guard folders[path] == nil else { return }
        let (above, name) = path.split
        make(above)
        folderCount += 1
        folders[path] = folderCount
        note(above, name)
    }

    private mutating func write(_ path: Path, isThere: Bool = true) {
        guard isThere || files[path] != nil else { return }
        files[path] = isThere ? version : nil
        note(path.split.folder, path.split.name)
    }

    private mutating func move(_ path: Path, to newPath: Path) {
        guard folders[path] != nil, folders[newPath] == nil else { return }
        make(newPath.split.folder)
        for (old, number) in folders where old == path || old.hasPrefix("\(path)/") {
            folders[old] = nil
            folders[Path(bytes: newPath.bytes + old.bytes.dropFirst(path.bytes.count))] = number
        }
        for (old, version) in files where old.hasPrefix("\(path)/") {
            files[old] = nil
            files[Path(bytes: newPath.bytes + old.bytes.dropFirst(path.bytes.count))] = version
        }
        note(path.split.folder, path.split.name)
        note(newPath.split.folder, newPath.split.name)
    }

    private mutating func removeAll(_ path: Path) {
        guard folders[path] != nil else { return }
        for old in folders.keys where old == path || old.hasPrefix("\(path)/") { folders[old] = nil }
        for old in files.keys where old.hasPrefix("\(path)/") { files[old] = nil }
        note(path.split.folder, path.split.name)
    }

    /// The files of the tree that are not passed over.
    private var visible: [Path: Int] { files.filter { !$0.key.hasSuffix(".o") } }

    // MARK: The loop

    private mutating func watch() {
        jobCount += 1
        let old = job
        job = jobCount
        (known, isTold, isWaiting, isCrowded) = ([:], false, false, false)
        receive(.submitted(Self.key, job: jobCount, isCancelled: false))
        if let old { receive(.submitted(Self.key, job: old, isCancelled: true)) }
    }

    private mutating func unwatch() {
        guard let old = job else { return }
        job = nil
        receive(.submitted(Self.key, job: old, isCancelled: true))
    }

    private mutating func look(_ news: FolderNews?) {
        self.news = [:]
        receive(.happened(news))
    }

    private mutating func receiveReport() {
        guard isWaiting else { return }
        isWaiting = false
        guard isCrowded, let job else { return }
        isCrowded = false
        receive(.submitted(Self.key, job: job, isCancelled: false))
    }

    private mutating func receive(_ input: WatchSession.Input) {
        let actions = session.actions(after: input, at: .zero)
        if !session.isConsistent { broken = broken ?? "\(session)" }
        if !session.isWhole { broken = broken ?? "the watches do not fit together after \(input)" }
        for action in actions { perform(action) }
    }

    private mutating func perform(_ action: WatchSession.Action) {
        switch action {
        case .look(let key, _):
            observed.formUnion([1, 2])
            receive(.looked(key, .folder("t", .success(found("t"))), .init(names: [1: ["t"], 2: [""]])))
        case .lookInTree(let key, let path):
            if isExhausted {
                isExhausted = false
                return receive(.looked(key, .folder(path, .failure(.exhausted(.watches))), .init()))
            }
            if isBreaking { (isBreaking, brokenFolder) = (false, path) }
            if brokenFolder == path { return receive(.looked(key, .folder(path, .failure(.denied)), .init())) }
            if let token = folders[path] { observed.insert(token) }
            receive(.looked(key, .folder(path, .success(found(path))), .init()))
        case .report(.folderChanged(_, let change), _, let job): report(change, job)
        case .report, .forgetFile: broken = "\(action)"
        case .warn(let event, _):
            if event != brokenFolder.map({ .failed(path: $0, .denied) }) { broken = "\(event) in vain" }
        case .end(let ended, let event):
            guard let event else { return }
            if event != .failed(path: "t", .exhausted(.watches)) || ended != job { broken = "\(action)" }
            (job, isWaiting, isCrowded) = (nil, false, false)
        case .forget(let folder):
            if observed.remove(folder) == nil { broken = "folder \(folder) is forgotten twice" }
        }
    }

    private mutating func found(_ path: Path) -> WatchedTree.Found? {
        guard let token = folders[path] else { return nil }
        var found = WatchedTree.Found(token: token)
        for (file, version) in visible where file.split.folder == path {
            seen[file] = version
            found.files[file.split.name] = status(version)
        }
        for (folder, number) in folders where folder != "" && folder.split.folder == path {
            found.folders[folder.split.name] = .init(device: 1, number: UInt64(number))
        }
        return found
    }

    private mutating func report(_ change: PersistenceDriver.FolderChange, _ job: Int) {
        if self.job != job { broken = "a report of a watch that is not wanted" }
        if isWaiting {
            isCrowded = true
            return receive(.reported(Self.key, hadRoom: false))
        }
        if change == .init(), isTold { broken = broken ?? "a report of nothing" }
        for path in change.created {
            if known[path] != nil { broken = broken ?? "\(path) is created twice" }
            known[path] = seen[path]
        }
        for path in change.changed {
            if known[path] == nil || known[path] == seen[path] { broken = broken ?? "\(path) has not changed" }
            known[path] = seen[path]
        }
        for path in change.deleted where known.removeValue(forKey: path) == nil {
            broken = broken ?? "\(path) is deleted twice"
        }
        (isWaiting, isTold) = (true, true)
        receive(.reported(Self.key, hadRoom: true))
    }

    /// Lets the loop receive all reports, and the session look at all that has happened.
    mutating func settle() {
        brokenFolder.map { note($0.split.folder, $0.split.name) }
        (isBreaking, isExhausted, brokenFolder) = (false, false, nil)
        // What has happened is enough: nothing else is looked at.
        look(news)
        while isWaiting { receiveReport() }
        if job != nil, known != visible { broken = broken ?? "\(known) is known of \(visible)" }
        unwatch()
        if !observed.isEmpty { broken = broken ?? "folders are observed for nothing" }
    }
}

import CycleBase
import CycleTesting
import TestSupport
import Testing

@testable import CycleDrivers

/// The watches of one driver, over a folder in memory.
@Suite("WatchSession")
struct WatchSessionTests {
    @Test(
        "random inputs: a change by others is reported, one by the driver is not, and folders are observed while needed"
    )
    func randomInputs() {
        for seed in 0..<400 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            var world = WatchWorld()
            for _ in 0..<60 { world.happen(WatchWorld.Input.allCases.randomElement(using: &random) ?? .change) }
            world.settle()
            #expect(world.broken == nil, "seed \(seed)")
        }
    }

    @Test("all orders of six inputs do so, too")
    func allOrders() {
        let seen = TestSupport.allOrdersSettle(from: WatchWorld(), depth: 6, of: { _ in WatchWorld.Input.allCases })
        #expect(seen.count > 1_000)
    }
}

/// A session, a folder with two files, and a loop that has room for one report of a watch.
private struct WatchWorld: SettlingWorld {
    enum Input: CaseIterable {
        case watchFile, unwatchFile, watchFolder, unwatchFolder
        /// Another program, or the driver itself, changes or removes the file.
        case change, remove, ownChange, ownRemoval
        /// The session looks at what has happened, or does not know what.
        case look, lookAtAll
        /// The loop receives a report.
        case receive
        /// The next look fails.
        case breakDisk
    }

    private typealias Key = WatchSession.Key

    private static let file = Key(path: "d/a", kind: .file)
    private static let folder = Key(path: "d", kind: .folder)
    private static let observedFile = WatchSession.ObservedFile(folder: 2, name: "a")

    private var session = WatchSession()
    private(set) var broken: String?
    private var jobCount = 0
    /// The jobs that have not ended, by what they watch.
    private var jobs: [Key: Int] = [:]
    /// Reports that the loop has not received, and watches that found no room for another.
    private var waiting: [Int: PersistenceDriver.Event] = [:]
    private var crowded: Set<Int> = []
    private var version = 0
    private var isThere = true
    /// As an application knows the file from reports and from what it does itself.
    private var known: [Int: Int?] = [:]
    private var observed: Set<Int> = []
    private var isFileObserved = false
    private var news: FolderNews = [:]
    private var isBreaking = false

    private var current: Int? { isThere ? version : nil }

    private var status: FileStatus.Version? {
        isThere ? FileStatus.Version(device: 1, number: 1, byteCount: version, seconds: 0, nanoseconds: 0) : nil
    }

    mutating func happen(_ input: Input) {
        switch input {
        case .watchFile: watch(Self.file)
        case .watchFolder: watch(Self.folder)
        case .unwatchFile: unwatch(Self.file)
        case .unwatchFolder: unwatch(Self.folder)
        case .change, .remove:
            set(input == .change)
            if observed.contains(2) { news[2, default: []].insert("a") }
        case .ownChange, .ownRemoval:
            set(input == .ownChange)
            for job in jobs.values { known[job] = .some(current) }
            receive(.changed("d/a", status))
            if observed.contains(2) { news[2, default: []].insert("a") }
        case .look: look(news)
        case .lookAtAll: look(nil)
        case .receive: receiveReport()
        case .breakDisk: isBreaking = true
        }
    }

    private mutating func set(_ isThere: Bool) {
        version += 1
        self.isThere = isThere
    }

    private mutating func watch(_ key: Key) {
        jobCount += 1
        let old = jobs[key]
        jobs[key] = jobCount
        known[jobCount] = .some((key.kind == .folder) ? nil : current)
        receive(.submitted(key, job: jobCount, isCancelled: false))
        // As the loop does: the old watch is cancelled, and the session hears of it later.
        if let old { receive(.submitted(key, job: old, isCancelled: true)) }
    }

    private mutating func unwatch(_ key: Key) {
        guard let job = jobs[key] else { return }
        jobs[key] = nil
        receive(.submitted(key, job: job, isCancelled: true))
    }

    private mutating func look(_ news: FolderNews?) {
        self.news = [:]
        receive(.happened(news))
    }

    private mutating func receiveReport() {
        guard let job = waiting.keys.min() else { return }
        waiting[job] = nil
        guard crowded.remove(job) != nil, let key = jobs.first(where: { $0.value == job })?.key else { return }
        receive(.submitted(key, job: job, isCancelled: false))
    }

    private mutating func receive(_ input: WatchSession.Input) {
        let actions = session.actions(after: input, at: .zero)
        if !session.isConsistent || !session.isWhole { broken = "the watches do not fit together" }
        for action in actions { perform(action) }
    }

    private mutating func perform(_ action: WatchSession.Action) {
        switch action {
        case .look(let key, let end): look(at: key, isWhole: end == nil)
        case .report(_, let key, let job): report(key, job)
        case .lookInTree, .warn: broken = "\(action) without a tree"
        case .end(let job, let event):
            waiting[job] = nil
            if event != nil, let key = jobs.first(where: { $0.value == job })?.key { jobs[key] = nil }
        case .forgetFile(let file):
            if file != Self.observedFile || !isFileObserved { broken = "\(file) is forgotten twice" }
            isFileObserved = false
        case .forget(let folder):
            if !observed.contains(folder) { broken = "folder \(folder) is forgotten twice" }
            observed.remove(folder)
        }
    }

    /// The root is folder 1, the folder of the file is 2.
    private mutating func look(at key: Key, isWhole: Bool) {
        let view = (key.kind == .folder) ? WatchView.folder(status.map { ["a": $0] } ?? [:]) : .file(status)
        var dependence = WatchSession.Dependence()
        guard isWhole else { return receive(.looked(key, .end(view), dependence)) }
        observed.insert(1)
        dependence.names[1] = ["d"]
        if isBreaking {
            isBreaking = false
            return receive(.looked(key, .failed(.denied), dependence))
        }
        observed.insert(2)
        dependence.names[2] = (key.kind == .folder) ? [""] : ["a"]
        if !(key.kind == .folder) {
            dependence.file = Self.observedFile
            isFileObserved = true
        }
        receive(.looked(key, .path(view), dependence))
    }

    private mutating func report(_ key: Key, _ job: Int) {
        if jobs[key] != job { broken = "a report of a watch that is not wanted" }
        if waiting[job] == nil {
            if known[job] == .some(current), !(key.kind == .folder) { broken = "a report of nothing" }
            waiting[job] = .changed(path: key.path)
            known[job] = .some(current)
            receive(.reported(key, hadRoom: true))
        } else {
            crowded.insert(job)
            receive(.reported(key, hadRoom: false))
        }
    }

    /// Lets the loop receive all reports, and the session look at all that has happened.
    mutating func settle() {
        isBreaking = false
        look(nil)
        while !waiting.isEmpty { receiveReport() }
        for (key, job) in jobs where known[job] != .some(current) && !((key.kind == .folder) && current == nil) {
            broken =
                broken ?? "\(key) has not been told: \(String(describing: known[job])), \(String(describing: current))"
        }
        for key in [Self.file, Self.folder] { unwatch(key) }
        if !observed.isEmpty || isFileObserved { broken = broken ?? "folders or files are observed for nothing" }
    }
}

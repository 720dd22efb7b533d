public import Cycle
import CycleBase
import CycleDrivers

/// A disk in memory, and drivers for it: the twin of a folder, whose every moment a test decides.
///
///     let files = SimulatedFiles(seed: 7)
///     files["total"] = "12"
///     let cycle = counter(storage: files.driver())
///     …
///     files.cutPower()
///     #expect(files["total"] == "12" || files["total"] == "13")
///
/// The drivers are `PersistenceDriver`s that work on the loop, without a thread, in the loop's time: with the same seed,
/// the same things happen at the same moments. A watcher reports a change by the test like one by another program.
///
/// Unchecked: as ``VirtualTime``, it belongs to the isolation of its test.
public final class SimulatedFiles: @unchecked Sendable {
    /// The faults of the disk, each with its probability from 0 to 1 for every system call.
    public struct Faults: Hashable, Sendable {
        /// The disk is full.
        public var full: Double
        /// Reading or writing fails.
        public var failing: Double
        /// A call is interrupted and must be made again, or a write accepts only a part.
        public var disturbed: Double

        public init(full: Double = 0, failing: Double = 0, disturbed: Double = 0) {
            self.full = full
            self.failing = failing
            self.disturbed = disturbed
        }
    }

    public var faults = Faults()
    /// How long the disk takes for one read or write: a random time in this range.
    public var latency: ClosedRange<Duration>
    /// Faults of a driver's calls beside ``faults``, by the numbers of the calls from 1.
    package var plannedFault: (_ number: Int) -> FaultyFiles.Fault? = { _ in nil }
    /// The writes that have failed when no event could say so any more, because the run was over. The real driver says them on
    /// standard error when the process exits, which is then an error.
    public private(set) var unheardFailures: [PersistenceDriver.Path: PersistenceDriver.Failure] = [:]
    package let disk: MemoryFiles
    private var random: SplitMix
    private var observers: [(_ folder: UInt64) -> Void] = []
    /// How many system calls are left until the power fails.
    private var callsLeft = Int.max
    /// How often the power has failed: drivers of before do not come back.
    private var cutCount = 0
    /// Whether the test or a search decides when a job is done.
    package var isJobByJob = false
    private var backends: [WeakBackend] = []
    /// How many temporary files the job under way has made.
    package var nameCount: UInt64 = 0

    private struct WeakBackend {
        weak var backend: SimulatedFileBackend?
    }

    /// - Parameters:
    ///   - seed: Same seed, same faults.
    ///   - byteCount: How large the disk is.
    ///   - latency: How long it takes for one read or write: a random time in this range.
    public init(
        seed: UInt64 = 0, capacity byteCount: Int = .max, latency: ClosedRange<Duration> = .zero ... .zero
    ) {
        disk = MemoryFiles(seed: seed, capacity: byteCount)
        random = SplitMix(seed: seed &+ 1)
        self.latency = latency
        disk.onChange = { [unowned self] folder in
            for observe in observers { observe(folder) }
        }
    }

    /// A driver of this disk, with the parameters of `PersistenceDriver.init`.
    public func driver(
        durability: PersistenceDriver.Durability = .fileAndFolder,
        symbolicLinks: PersistenceDriver.SymbolicLinks = .refused,
        delayingWrites delay: Duration = .zero, atMost longestDelay: Duration = .seconds(10),
        readLimit byteCount: Int = 64 << 20, isExclusive: Bool = false
    ) -> PersistenceDriver {
        driver(
            FileOptions(
                root: "/", durability: durability, symbolicLinks: symbolicLinks,
                delay: FileOptions.Delay(quiet: delay, longest: longestDelay), readLimit: byteCount,
                isExclusive: isExclusive))
    }

    /// A driver of this disk, whatever folder the options name.
    func driver(_ options: FileOptions) -> PersistenceDriver {
        var options = options
        options.root = "/"
        options.names = disk.equality
        return PersistenceDriver(options) { [self, options] sink in makeBackend(options, sink) }
    }

    /// The content of a file; `nil`: there is none. Setting it is what another program does, at once and for good.
    public subscript(path: PersistenceDriver.Path) -> [UInt8]? {
        get { disk.content(at: path) }
        set { disk.put(newValue, at: path) }
    }

    /// The content of a file, in UTF-8.
    public subscript(text path: PersistenceDriver.Path) -> String? {
        get { self[path].map { String(decoding: $0, as: UTF8.self) } }
        set { self[path] = newValue.map { Array($0.utf8) } }
    }

    /// All files, sorted, with those that a driver calls its own.
    public var paths: [PersistenceDriver.Path] { disk.paths }

    /// Ends what runs now without a last word: what was not forced to the disk is gone, or not, or a piece of it. Drivers
    /// made from now on find what is left.
    ///
    /// - Parameter count: It happens in the middle, after so many more system calls; at once for none or fewer.
    public func cutPower(afterCalls count: Int = 0) {
        callsLeft = max(0, count)
        if callsLeft == 0 { cutNow() }
    }

    private func cutNow() {
        cutNow(.byChance)
    }

    package func cutNow(_ loss: MemoryFiles.Loss) {
        callsLeft = .max
        cutCount += 1
        disk.cutPower(loss)
    }

    /// The backends of drivers that run, in the order in which they were started.
    package var openBackends: [SimulatedFileBackend] {
        backends.removeAll { $0.backend == nil }
        return backends.compactMap(\.backend)
    }

    private func makeBackend(_ options: FileOptions, _ sink: Sink<PersistenceDriver.Event>) -> SimulatedFileBackend {
        let bornAfter = cutCount
        let files = FaultyFiles(disk) { [self] number in
            cutCount == bornAfter ? plannedFault(number) ?? nextFault() : .kill
        }
        let events = MemoryFolderEvents(disk)
        let store = FileStore(files, options) { [self] in nextName() }
        let noteUnheard = { @Sendable [self] (path: PersistenceDriver.Path, failure: PersistenceDriver.Failure) in
            // A process without power says nothing.
            if cutCount == bornAfter { unheardFailures[path] = failure }
        }
        let backend = SimulatedFileBackend(store, disk.equality, events, sink, noteUnheard: noteUnheard) { [self] in
            if isJobByJob { return nil }
            let range = latency.lowerBound.count(of: .nanoseconds(1))...latency.upperBound.count(of: .nanoseconds(1))
            return .nanoseconds(Int.random(in: range, using: &random))
        }
        observers.append { [weak backend] folder in backend?.folderChanged(folder) }
        backends.append(WeakBackend(backend: backend))
        return backend
    }

    /// For a temporary file. Where a job is a decision, no job may show how many there were before it.
    private func nextName() -> UInt64 {
        guard isJobByJob else { return random.next() }
        nameCount += 1
        return nameCount
    }

    private func nextFault() -> FaultyFiles.Fault? {
        if callsLeft == 0 {
            cutNow(isJobByJob ? .everything : .byChance)
            return .kill
        }
        if callsLeft < .max { callsLeft -= 1 }
        // The search decides which job fails.
        if isJobByJob { return nil }
        // One number for each kind, always, so that one chance does not shift another's fate.
        let dice = (0..<4).map { _ in Double.random(in: 0..<1, using: &random) }
        if dice[0] < faults.full { return .error(SystemFailure.full.code) }
        if dice[1] < faults.failing { return .error(SystemFailure.broken.code) }
        if dice[2] < faults.disturbed { return dice[3] < 0.5 ? .error(SystemFailure.interrupted.code) : .shortWrite }
        return nil
    }
}

extension SimulatedFiles: StandIn {
    /// A driver of this disk with the application's options; the disk is its root.
    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        guard let files = driver as? PersistenceDriver else { return nil }
        return self.driver(files.options) as? any Driver<Played.Model, Played.Event>
    }
}

import CycleBase
import CycleTesting
import TestSupport
import Testing

@testable import CycleDrivers

/// The session of one driver's worker, without threads.
@Suite("WorkerSession")
struct WorkerSessionTests {
    @Test(
        "all orders of eight inputs, five with a log that is locked: one step at a time, each job once, in order for its file, one end",
        arguments: [8, 5])
    func allOrders(depth: Int) {
        let inputs = WorkerWorld.Input.allCases.filter { depth == 5 || $0 != .append }
        let seen = TestSupport.allOrdersSettle(from: WorkerWorld(), depth: depth, of: { _ in inputs })
        #expect(seen.count > 1_000)
    }

    @Test("random inputs, a hundred in a row, keep the same promises", arguments: 0..<200 as Range<UInt64>)
    func randomInputs(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var world = WorkerWorld()
        for _ in 0..<100 { world.happen(WorkerWorld.Input.allCases.randomElement(using: &random) ?? .begin) }
        world.settle()
        #expect(world.broken == nil, "seed \(seed)")
    }

    @Test("changes that were noted are looked at in spite of jobs that never end")
    func looks() {
        var session = WorkerSession<Int>()
        var lookCount = 0
        _ = session.actions(after: .submitted(0, for: "a", isContent: false), at: .zero)
        _ = session.actions(after: .changesNoted, at: .zero)
        for number in 1..<1_000 {
            for action in session.actions(after: .stepBegan, at: .zero) { if case .look = action { lookCount += 1 } }
            _ = session.actions(after: .submitted(number, for: "a", isContent: false), at: .zero)
            _ = session.actions(after: .stepEnded, at: .zero)
            if number % 500 == 0 { _ = session.actions(after: .changesNoted, at: .zero) }
        }
        #expect(lookCount == 2)
    }
}

/// A session, and the pool of threads around it.
private struct WorkerWorld: SettlingWorld {
    enum Input: CaseIterable {
        case write, otherWrite, read, changes, stop
        /// An append to a log that another program has locked, twice.
        case append
        /// A thread begins the step that is scheduled, or ends that under way; or there is none.
        case begin, end, refuse
    }

    private var session = WorkerSession<Int>()
    private(set) var broken: String?
    private var jobCount = 0
    private var isScheduled = false
    /// The actions of the step under way that are not performed yet.
    private var isStepping = false
    private var mustEnd = false
    private var outcomes: [Int: String] = [:]
    private var paths: [Int: PersistenceDriver.Path] = [:]
    /// How often the log of a job will be found locked.
    private var locked: [Int: Int] = [:]
    /// The newest job that was done, by file.
    private var last: [PersistenceDriver.Path: Int] = [:]
    private var isClosed = false

    mutating func happen(_ input: Input) {
        switch input {
        case .write: submit("a", isContent: true)
        case .otherWrite: submit("b", isContent: true)
        case .read: submit("a", isContent: false)
        case .append:
            locked[jobCount + 1] = 2
            submit("a", isContent: false)
        case .changes: receive(.changesNoted)
        case .stop: receive(.stopRequested)
        case .begin:
            guard isScheduled else { return }
            isScheduled = false
            if isStepping { broken = "two steps at a time" }
            isStepping = true
            receive(.stepBegan)
        case .end:
            guard mustEnd else { return }
            (isStepping, mustEnd) = (false, false)
            receive(.stepEnded)
        case .refuse:
            guard isScheduled else { return }
            isScheduled = false
            isStepping = true
            receive(.threadRefused)
        }
    }

    mutating func settle() {
        while isScheduled || mustEnd {
            happen(.begin)
            happen(.end)
        }
        if outcomes.count != jobCount { broken = broken ?? "\(jobCount) jobs, \(outcomes)" }
        happen(.stop)
        while isScheduled || mustEnd {
            happen(.begin)
            happen(.end)
        }
        if !isClosed { broken = broken ?? "it does not end" }
    }

    private mutating func submit(_ path: String, isContent: Bool) {
        jobCount += 1
        paths[jobCount] = PersistenceDriver.Path(path)
        receive(.submitted(jobCount, for: PersistenceDriver.Path(path), isContent: isContent))
    }

    private mutating func receive(_ input: WorkerSession<Int>.Input) {
        let actions = session.actions(after: input, at: .zero)
        if !session.isConsistent { broken = "\(session)" }
        for action in actions {
            switch action {
            case .schedule:
                if isScheduled || isStepping { broken = "scheduled twice" }
                isScheduled = true
            case .perform(let job):
                if let count = locked[job], count > 0, let path = paths[job] {
                    locked[job] = count - 1
                    receive(.putBack(job, for: path))
                } else {
                    end(job, "done")
                }
            case .drop(let job): end(job, "dropped")
            case .refuse(let job): end(job, "refused")
            case .look: if isClosed { broken = "a look after the end" }
            case .endStep:
                isStepping = true
                mustEnd = true
            case .close:
                if isClosed || isStepping { broken = "closed twice, or in a step" }
                isClosed = true
            }
        }
    }

    private mutating func end(_ job: Int, _ outcome: String) {
        if outcomes[job] != nil { broken = "job \(job) ends twice" }
        outcomes[job] = outcome
        guard outcome == "done", let path = paths[job] else { return }
        if let newest = last[path], newest > job { broken = "job \(job) after \(newest)" }
        last[path] = job
        if isClosed { broken = "a job after the end" }
    }
}

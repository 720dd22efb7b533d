import CycleBase
import TestSupport

@testable import CycleDrivers

/// A session of programs over a device, and the promises that it keeps: one last event for each start, none after a silence,
/// lines for an input that is open, and one write at a time.
struct ProcessWorld: SessionWorld {
    typealias Session = ProcessSession<Int>
    typealias Program = ProcessDriver<Int>.Program

    enum Input: Hashable {
        case model([Program])
        /// The reports of a device about the program with a number.
        case started(Int), output(Int), written(Int), inputClosed(Int), ended(Int), runsStill(Int)
        case time(seconds: Int)
        case modelsEnded, stopped
    }

    var session = Session(patience: .seconds(2))
    var broken: String?
    private(set) var now = 0
    private(set) var newest = 0
    /// The starts that the device has not reported an end of.
    private(set) var running: Set<Int> = []
    /// The starts that have begun to run.
    private var started: Set<Int> = []
    /// The starts that are waited for no more.
    private(set) var abandoned: Set<Int> = []
    /// Those of them that were said to run still.
    private var answered: Set<Int> = []
    /// The starts that keep their inputs, and those of them to which something is being written.
    private(set) var open: Set<Int> = []
    private(set) var writing: Set<Int> = []
    /// The starts that were asked to end, and those of them that were killed.
    private var asked: Set<Int> = []
    private var killed: Set<Int> = []
    private var silent: Set<Int> = []
    private var over: Set<Int> = []
    private var isClosed = false
    private var hasEnded = false

    mutating func happen(_ input: Input) {
        switch input {
        case .model(let programs): receive(.modelChanged(.running(programs)))
        case .started(let number):
            started.insert(number)
            receive(.device(.started(number, pid: Int32(number))))
        case .output(let number): receive(.device(.output(number, Array("ab\nc".utf8))))
        case .written(let number):
            writing.remove(number)
            receive(.device(.inputWritten(number)))
        case .inputClosed(let number):
            writing.remove(number)
            open.remove(number)
            receive(.device(.inputClosed(number)))
        case .ended(let number):
            // A device reports one end for each start.
            guard running.remove(number) != nil else { return }
            receive(.device(.ended(number, .exited(0))))
        case .runsStill(let number):
            // A device answers, and only once.
            guard running.contains(number), abandoned.contains(number), answered.insert(number).inserted else { return }
            receive(.device(.runsStill(number)))
        case .time(let seconds):
            now += seconds
            receive(.timePassed)
        case .modelsEnded: receive(.modelsEnded)
        case .stopped: receive(.stopped)
        }
    }

    mutating func isKept(_ action: Session.Action) -> Bool {
        switch action {
        case .start(_, let number, let keepsInput, _):
            defer { newest = number }
            if keepsInput { open.insert(number) }
            return number == newest + 1 && !isClosed && running.insert(number).inserted
        case .report(.failed(_, .stillRunning(let pid)), let number):
            // A number of its own where no event of the program may follow.
            let start = abs(number)
            return answered.contains(start) && pid == Int32(start) && !isClosed
                && (silent.contains(start) || over.contains(start)) == (number < 0)
        case .report(.failed(_, .cannotStart(ECANCELED)), let number):
            // Passed over: a start of its own, which the device never sees.
            defer { newest = number }
            return number == newest + 1 && !isClosed && over.insert(number).inserted
        case .report(let event, let number):
            defer { if event.isLast { over.insert(number) } }
            return !silent.contains(number) && !over.contains(number) && !isClosed
        case .write(let bytes, let number):
            return !bytes.isEmpty && open.contains(number) && writing.insert(number).inserted
        case .resize(_, let number): return running.contains(number)
        case .send(_, let number): return running.contains(number) && started.contains(number)
        case .endInput(let number): return !writing.contains(number) && open.remove(number) != nil
        case .silence(let number): return silent.insert(number).inserted
        case .terminate(let number): return running.contains(number) && asked.insert(number).inserted
        case .kill(let number): return running.contains(number) && killed.insert(number).inserted
        case .abandon(let number): return killed.contains(number) && abandoned.insert(number).inserted
        case .close:
            defer { isClosed = true }
            return !isClosed
        case .end:
            defer { hasEnded = true }
            return isClosed && running.subtracting(answered).isEmpty && !hasEnded
        }
    }

    /// Nothing is wanted any more: all that goes on is killed, with what has waited for its end, and the driver ends with its last
    /// program.
    mutating func settle() {
        let isStopped = session.phase == .over
        happen(.model([]))
        for _ in 0..<7 {
            happen(.time(seconds: 9))
            for number in abandoned.sorted() { happen(.runsStill(number)) }
        }
        if session.deadline != nil { broken = broken ?? "a program is never abandoned" }
        happen(.modelsEnded)
        for number in running.sorted() { happen(.ended(number)) }
        if !isStopped, !hasEnded { broken = broken ?? "the driver does not end" }
    }
}

extension ProcessDriver.Event {
    /// Whether no event of the start may follow.
    fileprivate var isLast: Bool {
        switch self {
        case .ended, .failed: true
        case .started, .output, .errors, .inputTaken, .inputClosed, .signalled: false
        }
    }
}

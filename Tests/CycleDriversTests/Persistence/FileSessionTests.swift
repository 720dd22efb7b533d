import CycleBase
import CycleTesting
import TestSupport
import Testing

@testable import CycleDrivers

/// The session of a driver of files, without a loop, a thread or a disk.
@Suite("FileSession")
struct FileSessionTests {
    private let seedCount = TestSupport.seedCount(20)

    private var depth: Int { getenv("CYCLE_SEEDS") == nil ? 5 : 7 }

    @Test("a write is one job, one report, and silent once it has left the model")
    func write() {
        var world = SessionWorld(delay: .zero)
        #expect(world.happen(.write) == ["submit write 1 as 2"])
        #expect(world.happen(.begin) == [])
        #expect(world.happen(.finish) == ["report saved of 1"])
        #expect(world.happen(.forgetWrite) == ["silence 1"])
    }

    @Test("of two quick writes the first is withdrawn and silent, the second is reported")
    func quickWrites() {
        var world = SessionWorld(delay: .zero)
        world.happen(.write)
        #expect(world.happen(.write) == ["withdraw 2", "silence 1", "submit write 2 as 4"])
        world.happen(.begin)
        #expect(world.happen(.finish) == ["report saved of 3"])
    }

    @Test("lines that come while a job waits revise it, and make one more once it has begun")
    func lines() {
        var world = SessionWorld(delay: .zero)
        #expect(world.happen(.line) == ["submit append 0..<1 as 2"])
        #expect(world.happen(.line) == ["revise 2 to append 0..<2"])
        world.happen(.begin)
        #expect(world.happen(.line) == ["revise 2 to append 0..<3", "submit append 0..<3 as 3"])
        #expect(world.happen(.line) == ["revise 3 to append 0..<4"])
        #expect(world.happen(.finish) == ["report appended 2 of 1"])
        // The frame has forgotten two lines, and the job that waits has the others.
        #expect(world.happen(.line) == ["revise 3 to append 2..<5"])
        world.happen(.begin)
        #expect(world.happen(.finish) == ["report appended 5 of 1", "withdraw 3", "silence 1"])
    }

    @Test("a line after a write of the same file comes after it on the disk, too")
    func lineAfterWrite() {
        var world = SessionWorld(delay: .zero, isSameFile: true)
        world.happen(.line)
        world.happen(.write)
        #expect(world.happen(.line) == ["submit append 0..<2 as 5"])
    }

    @Test("a delayed write begins when it has been quiet, a flush or the end comes, wanted or not")
    func delayed() {
        var world = SessionWorld(delay: .seconds(2))
        #expect(world.happen(.write) == [])
        #expect(world.session.deadline == .seconds(2))
        #expect(world.happen(.forgetWrite) == ["silence 1"])
        world.now = .seconds(2)
        #expect(world.happen(.time) == ["submit write 1 as 2, unwanted"])
        #expect(world.session.deadline == nil)
        world.happen(.write)
        #expect(world.happen(.stop) == ["submit write 2 as 4", "withdraw 4", "stop"])
    }

    @Test("random inputs: accepted changes reach the disk in order, each want has its events, none comes after the end")
    func randomInputs() {
        for seed in 0..<seedCount * 20 {
            var random = SplitMix(seed: seed)
            var world = SessionWorld(
                delay: Bool.random(using: &random) ? .zero : .seconds(2), isSameFile: Bool.random(using: &random))
            for _ in 0..<60 {
                world.now += .milliseconds(Int.random(in: 0...900, using: &random))
                let isEnd = Int.random(in: 0..<100, using: &random) == 0
                world.happen((isEnd ? SessionWorld.ends : SessionWorld.inputs).randomElement(using: &random) ?? .time)
            }
            world.settle()
            #expect(world.broken == nil, "seed \(seed)")
        }
    }

    /// `CYCLE_SEEDS=20` for seven inputs, in two minutes.
    @Test("all orders of five inputs keep the same promises", arguments: [Duration.zero, .seconds(2)], [true, false])
    func allOrders(_ delay: Duration, _ isSameFile: Bool) {
        let start = SessionWorld(delay: delay, isSameFile: isSameFile)
        let inputs = SessionWorld.inputs + SessionWorld.ends
        let seen = TestSupport.allOrders(from: [start], depth: depth, of: { _ in inputs }) { world, input in
            if input == .time { world.now += .seconds(1) }
            world.happen(input)
        } check: { world, input, isNew in
            guard isNew else { return }
            var world = world
            world.settle()
            if let broken = world.broken { Issue.record("after \(input): \(broken)") }
        }
        #expect(seen.count > 1_000)
    }
}

/// A session, the backend and the application around it, with a log, a file and a read.
private struct SessionWorld: Hashable {
    enum Input: Hashable {
        /// The application appends a line, writes the next content, forgets its write, deletes the file, reads it, flushes.
        case line, write, forgetWrite, delete, read, flush
        /// The backend begins the oldest job; the job under way succeeds or fails.
        case begin, finish, fail
        case time, modelsEnd, stop
    }

    static let inputs: [Input] = [.line, .write, .forgetWrite, .delete, .read, .flush, .begin, .finish, .fail, .time]
    static let ends: [Input] = [.modelsEnd, .stop]

    private struct Job: Hashable {
        let number: Int
        var request: PersistenceDriver.Request
        let isWanted: Bool
    }

    private(set) var session: FileSession
    var now = Duration.zero
    private(set) var broken: String?
    // The application.
    private let path: PersistenceDriver.Path
    private var log = PersistenceDriver.LineLog("log")
    private var content: PersistenceDriver.Request?
    private var reading: PersistenceDriver.Request?
    private var flushes = 0
    private var changeCount = 0
    private var allLines: [String] = []
    /// How many of them the session has accepted.
    private var acceptedCount = 0
    private var isOver = false
    private var hasStoppedBackend = false
    // The backend and its disk.
    private var queue: [Job] = []
    private var current: Job?
    private var withdrawn: Set<Int> = []
    private var hasFailed = false
    private var lines: [String] = []
    private var lineEnd = 0
    private var stored: PersistenceDriver.Request.Action?
    /// The wants that have reported something.
    private var reported: Set<Int> = []

    init(delay: Duration, isSameFile: Bool = false) {
        session = FileSession(.init(quiet: delay))
        path = isSameFile ? "log" : "file"
    }

    // MARK: Inputs

    @discardableResult
    mutating func happen(_ input: Input) -> [String] {
        switch input {
        case .line:
            allLines.append("\(allLines.count)")
            log.append(allLines.last ?? "")
            if session.phase == .running { acceptedCount += 1 }
            return changeModel()
        case .write:
            changeCount += 1
            content = .write(path, "\(changeCount)")
            return changeModel()
        case .forgetWrite:
            content = nil
            return changeModel()
        case .delete:
            changeCount += 1
            content = .delete(path, repetition: changeCount)
            return changeModel()
        case .read:
            reading = reading == nil ? .read("other") : nil
            return changeModel()
        case .flush:
            flushes += 1
            return changeModel()
        case .begin:
            if current == nil, !queue.isEmpty { current = queue.removeFirst() }
            return []
        case .finish: return end(isSuccess: true)
        case .fail: return end(isSuccess: false)
        case .time: return receive(.timePassed)
        case .modelsEnd: return receive(.modelsEnded)
        case .stop: return receive(.stopped)
        }
    }

    private mutating func changeModel() -> [String] {
        let requests = log.requests + [content, reading].compactMap(\.self)
        return receive(.modelChanged(PersistenceDriver.Model(requests, flush: flushes)))
    }

    private mutating func end(isSuccess: Bool) -> [String] {
        guard let job = current else { return [] }
        current = nil
        let event = isSuccess ? perform(job.request) : .failed(path: job.request.path, .full)
        hasFailed = hasFailed || !isSuccess
        guard job.isWanted, !withdrawn.contains(job.number) else { return [] }
        return receive(.reported(event, job: job.number)) + receive(.ended(job: job.number))
    }

    private mutating func perform(_ request: PersistenceDriver.Request) -> PersistenceDriver.Event {
        switch request.action {
        case .append(let new, let first):
            for (number, line) in zip(first..., new) where number >= lineEnd {
                if number > lineEnd { broken = "line \(lineEnd) is not written" }
                lines.append(line)
                lineEnd = number + 1
            }
            return .appended(path: request.path, end: lineEnd)
        case .write, .delete:
            stored = request.action
            return request.action == .delete ? .deleted(path: request.path) : .saved(path: request.path)
        case .read, .readPart, .list, .watch, .watchFolder, .watchTree: return .loaded(path: request.path, bytes: nil)
        }
    }

    // MARK: Actions

    private mutating func receive(_ input: FileSession.Input) -> [String] {
        var actions: [FileSession.Action] = []
        session.receive(input, at: now, into: &actions)
        if !session.isWhole { broken = "\(session)" }
        var texts: [String] = []
        var isModelChanged = false
        for action in actions {
            texts.append(text(action))
            if isOver { broken = "\(text(action)) after the end" }
            switch action {
            case .submit(let request, let number, let isWanted):
                submit(Job(number: number, request: request, isWanted: isWanted))
            case .revise(let request, let number):
                if let place = queue.firstIndex(where: { $0.number == number }) {
                    queue[place].request = request
                } else {
                    texts += receive(.begun(job: number))
                }
            case .withdraw(let number): withdrawn.insert(number)
            case .report(let event, let want):
                if !session.wants.values.contains(where: { $0.number == want }) { broken = "a report of nothing" }
                reported.insert(want)
                log.take(event)
                if case .appended = event { isModelChanged = true }
            case .silence: break
            case .stopBackend: hasStoppedBackend = true
            case .end: isOver = true
            }
        }
        return isModelChanged ? texts + changeModel() : texts
    }

    private mutating func submit(_ job: Job) {
        if hasStoppedBackend { broken = "a job after the end" }
        // As the queue of a worker does.
        if job.request.role == .content, let place = queue.lastIndex(where: { $0.request.path == job.request.path }),
            queue[place].request.role == .content
        {
            if queue[place].isWanted, !withdrawn.contains(queue[place].number) { broken = "a wanted job is replaced" }
            queue[place] = job
        } else {
            queue.append(job)
        }
    }

    private func text(_ action: FileSession.Action) -> String {
        switch action {
        case .submit(let request, let job, let isWanted):
            "submit \(text(request)) as \(job)" + (isWanted ? "" : ", unwanted")
        case .revise(let request, let job): "revise \(job) to \(text(request))"
        case .withdraw(let job): "withdraw \(job)"
        case .report(.appended(_, let end), let want): "report appended \(end) of \(want)"
        case .report(.saved, let want): "report saved of \(want)"
        case .report(let event, let want): "report \(event) of \(want)"
        case .silence(let want): "silence \(want)"
        case .stopBackend: "stop"
        case .end: "end"
        }
    }

    private func text(_ request: PersistenceDriver.Request) -> String {
        switch request.action {
        case .append(let lines, let first): "append \(first)..<\(first + lines.count)"
        case .write(let bytes): "write \(String(decoding: bytes, as: UTF8.self))"
        case .read, .readPart, .list, .delete, .watch, .watchFolder, .watchTree: "\(request.action)"
        }
    }

    // MARK: The end of a story

    /// Lets all happen that is under way, then looks at the disk and at what the application knows.
    mutating func settle() {
        var isSettled = false
        while !isSettled {
            now += .seconds(20)
            happen(.time)
            while current != nil || !queue.isEmpty {
                happen(.begin)
                happen(.finish)
            }
            // As an application does that tries again after a failure.
            isSettled = log.lines.isEmpty || session.phase != .running
            if !isSettled { happen(.line) }
        }
        if session.phase == .running {
            if lines != allLines { broken = broken ?? "lines on disk \(lines), appended \(allLines)" }
            for want in session.wants.values where !reported.contains(want.number) {
                broken = broken ?? "no event for \(want)"
            }
        }
        if !hasFailed, lines != Array(allLines.prefix(acceptedCount)) {
            broken = broken ?? "lines on disk \(lines), \(acceptedCount) accepted of \(allLines)"
        }
        if !hasFailed, let content, session.phase == .running, stored != content.action {
            broken = broken ?? "\(content) is wanted, and \(String(describing: stored)) is on disk"
        }
    }
}

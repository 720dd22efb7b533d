public import Cycle
public import CycleDrivers

/// A disk, while an application is explored: each job of a driver is done when it is decided, fails, or is cut off by the power.
///
///     world.files.begin(with: ["total": "12"])
///     …
///     .inWorld(.atRest, "the total is on the disk") { frame, world in world.files["total"] == "\(frame.total)" }
///
/// It plays every `PersistenceDriver` with the real one, over a disk in memory that outlives power cuts.
public final class ExploredFiles: Explorable, StandIn {
    /// What may become of a job.
    private enum Outcome: Equatable {
        case done, full, failing
        /// The power fails when it is done, and nobody was told.
        case cutAfter
        /// The power fails after so many system calls.
        case cutHalfWay(calls: Int)
    }

    private unowned let world: World
    private let files = SimulatedFiles()
    private let power: Allowance
    private var hasBegun = false
    private var loss = MemoryFiles.Loss.nothing
    /// Whether the disk may be full when something is written.
    public var mayBeFull = true
    /// Whether reading and writing may fail.
    public var mayFail = true

    init(_ world: World) {
        self.world = world
        power = world.allowance("power cuts", 0)
        files.isJobByJob = true
    }

    /// What is on the disk at the very beginning, by path, in UTF-8; not put there again after a power cut.
    public func begin(with contents: [PersistenceDriver.Path: String]) {
        guard !hasBegun else { return }
        hasBegun = true
        for (path, text) in contents.sorted(by: { $0.key < $1.key }) { files[text: path] = text }
    }

    /// The content of a file, in UTF-8; `nil`: there is none.
    public subscript(path: PersistenceDriver.Path) -> String? { files[text: path] }

    // MARK: Explorable

    public var possibilities: [Possibility] {
        var possibilities: [Possibility] = []
        for (thing, desk) in files.openDesks.enumerated() {
            guard let job = desk.waiting.first else { continue }
            let label = label(of: job.request)
            for (place, outcome) in outcomes(of: job.request).enumerated() {
                let (text, kind): (String, Possibility.Kind) =
                    switch outcome {
                    case .done: (label, .due)
                    case .full: ("\(label): the disk is full", .fault)
                    case .failing: ("\(label): the disk fails", .fault)
                    case .cutAfter: ("\(label), and the power fails", .powerCut)
                    case .cutHalfWay(let calls): ("\(label), and the power fails after \(calls) calls", .powerCut)
                    }
                possibilities.append(Possibility("files", text, thing: thing, outcome: place, kind: kind))
            }
        }
        if power.isLeft, files.disk.hasUnforced {
            possibilities.append(
                Possibility("files", "the power fails, what was not forced is gone", thing: -1, kind: .powerCut))
        }
        return possibilities
    }

    private func outcomes(of request: PersistenceDriver.Request) -> [Outcome] {
        var outcomes = [Outcome.done]
        if mayBeFull, request.writes { outcomes.append(.full) }
        if mayFail { outcomes.append(.failing) }
        if power.isLeft, request.changes {
            outcomes.append(.cutAfter)
            outcomes += stride(from: 2, through: 10, by: 2).map { .cutHalfWay(calls: $0) }
        }
        return outcomes
    }

    private func label(of request: PersistenceDriver.Request) -> String {
        switch request.action {
        case .read: "read \(request.path)"
        case .list: "list \(request.path)"
        case .write(let bytes): "write \(request.path) = \(shown(String(decoding: bytes, as: UTF8.self)))"
        case .append(let lines, _): "append \(shown(lines.joined(separator: " "))) to \(request.path)"
        case .delete: "delete \(request.path)"
        case .watch: "watch \(request.path)"
        case .watchFolder: "watch the folder \(request.path)"
        }
    }

    private func shown(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > 24 ? line.prefix(24) + "…" : line
    }

    public func happen(_ possibility: Possibility) {
        guard possibility.thing >= 0 else { return loss = .everything }
        let desk = files.openDesks[possibility.thing]
        guard let job = desk.waiting.first else { return }
        let outcome = outcomes(of: job.request)[possibility.outcome]
        files.plannedFault = { number in
            switch outcome {
            case .full: .error(SystemFailure.full.code)
            case .failing: .error(SystemFailure.broken.code)
            default: nil
            }
        }
        if case .cutHalfWay(let calls) = outcome {
            loss = .everything
            files.cutPower(afterCalls: calls)
        }
        files.nameCount = 0
        desk.performNext()
        files.plannedFault = { _ in nil }
    }

    public func remember(in memory: inout Fingerprint) {
        files.disk.remember(in: &memory)
        for desk in files.openDesks {
            for job in desk.waiting { memory.combine(job.request) }
            memory.combine(desk.memory)
        }
    }

    public func losePower() {
        files.cutNow(loss)
        loss = .nothing
    }

    // MARK: StandIn

    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        files.playing(driver, at: path)
    }
}

extension PersistenceDriver.Request {
    fileprivate var writes: Bool {
        switch action {
        case .write, .append: true
        default: false
        }
    }

    fileprivate var changes: Bool { writes || action == .delete }
}

extension World {
    /// The disk.
    public var files: ExploredFiles { part { ExploredFiles(self) } }
}

import CycleBase
public import Cycle
public import CycleDrivers
public import CycleTesting

/// A disk, while an application is explored: each job of a driver is done when it is decided, fails, or is cut off by the power.
///
///     world.files.begin(with: ["total": "12"])
///     …
///     .inWorld(.atRest, "the total is on the disk") { frame, world in world.files["total"] == "\(frame.total)" }
///
/// It plays every `PersistenceDriver` with the real one, over a disk in memory that outlives power cuts.
public final class ExploredFiles: Explorable, StandIn {
    /// A possible outcome of a job.
    private enum Outcome: Equatable {
        case done, full, failing
        /// The power fails when it is done, and no event of it has come.
        case cutAfter
        /// The power fails after so many system calls.
        case cutHalfWay(calls: Int)
    }

    /// The files below one root: a disk of its own.
    private struct Disk {
        let root: String
        let files: SimulatedFiles
    }

    private unowned let world: World
    private let power: Allowance
    /// In the order of their roots' names.
    private var disks: [Disk] = []
    /// The files at the very beginning. Where no root is named they are below the only root.
    private var beginnings: [(root: String?, contents: [PersistenceDriver.Path: String])] = []
    private var hasBegun = false
    private var loss = MemoryFiles.Loss.nothing
    /// Whether the disk may be full when something is written.
    public var mayBeFull = true
    /// Whether reading and writing may fail.
    public var mayFail = true

    init(_ world: World) {
        self.world = world
        power = world.allowance("power cuts", 0)
    }

    /// Sets the files at the very beginning, by path, in UTF-8. A power cut does not bring them back.
    ///
    ///     world.files.begin(with: ["total": "7"])
    ///
    /// - Parameters:
    ///   - contents: By path below the root.
    ///   - root: As the driver names it, where drivers have different ones: each root is a folder of its own.
    public func begin(with contents: [PersistenceDriver.Path: String], in root: String? = nil) {
        if !hasBegun { beginnings.append((root, contents)) }
    }

    /// Lets another program change a file at any time while a driver runs. Drivers that watch the file report it.
    ///
    ///     world.files.change("a.log", to: ["one\n", "one\ntwo\n", nil], atMost: 2)
    ///
    /// - Parameters:
    ///   - path: Below the root.
    ///   - contents: In UTF-8; `nil` deletes the file. The content that the file has already is no change.
    ///   - root: As the driver names it, where drivers have different ones.
    ///   - count: How many changes come in one run; `nil` for any number.
    public func change(
        _ path: PersistenceDriver.Path, to contents: [String?], in root: String? = nil, atMost count: Int? = nil
    ) {
        let labels = contents.map { $0.map { "write \(path) = \(shown($0))" } ?? "delete \(path)" }
        let disk = { [unowned self] in disks.first { root == nil || $0.root == root } }
        let isChange = { (place: Int) in disk().map { $0.files[text: path] != contents[place] } ?? false }
        world.addInput("others", labels, atMost: count, isListening: isChange) { [unowned self] place in
            if root == nil, disks.count > 1 { noteRoots() }
            disk()?.files[text: path] = contents[place]
        }
    }

    /// The content of a file, in UTF-8; `nil`: there is none. The root is named where drivers have different ones.
    public subscript(path: PersistenceDriver.Path, in root: String? = nil) -> String? {
        if root == nil, disks.count > 1 { noteRoots() }
        if let disk = disks.first(where: { root == nil || $0.root == root }) {
            let text = disk.files[text: path]
            if text == nil { checkPath(path, in: disk) }
            return text
        }
        return hasBegun ? nil : beginnings.last { $0.root == root && $0.contents[path] != nil }?.contents[path]
    }

    /// A path that begins with the name of its root, though the file is below the root itself.
    private func checkPath(_ path: PersistenceDriver.Path, in disk: Disk) {
        let root = disk.root.utf8
        // Laws ask for files that are not there in each state: mostly it ends here.
        guard path.bytes.starts(with: root), path.bytes.dropFirst(root.count).first == UInt8(ascii: "/") else { return }
        let rest = PersistenceDriver.Path(bytes: path.bytes.dropFirst(root.count + 1))
        guard disk.files[rest] != nil else { return }
        world.note("paths count from the root \"\(disk.root)\": ask for world.files[\"\(rest)\"], not for \"\(path)\"")
    }

    private func noteRoots() {
        let roots = disks.map { "\"\($0.root)\"" }.joined(separator: " and ")
        world.note(
            """
            drivers keep files below \(roots): say which is meant, world.files.begin(with: …, in: …) and world.files[…, in: …]
            """)
    }

    private func files(below root: String) -> SimulatedFiles {
        if let disk = disks.first(where: { $0.root == root }) { return disk.files }
        let files = SimulatedFiles()
        files.isJobByJob = true
        for beginning in beginnings where beginning.root ?? root == root {
            for (path, text) in beginning.contents.sorted(by: { $0.key < $1.key }) { files[text: path] = text }
        }
        disks.append(Disk(root: root, files: files))
        disks.sort { $0.root < $1.root }
        if disks.count > 1, beginnings.contains(where: { $0.root == nil && !$0.contents.isEmpty }) { noteRoots() }
        return files
    }

    /// The drivers that run, each with its disk.
    private var backends: [(disk: Disk, backend: SimulatedFileBackend)] {
        disks.flatMap { disk in disk.files.openBackends.map { (disk, $0) } }
    }

    // MARK: Explorable

    public var possibilities: [Possibility] {
        var possibilities: [Possibility] = []
        for (thing, (disk, backend)) in backends.enumerated() {
            guard let job = backend.waiting.first else { continue }
            let label = label(of: job.request, below: disks.count > 1 ? disk.root + "/" : "")
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
        if power.isLeft, disks.contains(where: \.files.disk.hasUnforced) {
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

    private func label(of request: PersistenceDriver.Request, below root: String) -> String {
        let path = "\(root)\(request.path)"
        return switch request.action {
        case .read: "read \(path)"
        case .readPart(let offset, _): "read \(path) from byte \(offset)"
        case .list: "list \(path)"
        // Of a typed value without its first line, which says how long it is.
        case .write(let bytes):
            "write \(path) = \(shown(String(decoding: Envelope(bytes)?.payload ?? bytes, as: UTF8.self)))"
        case .append(let lines, _): "append \(shown(lines.joined(separator: " "))) to \(path)"
        case .delete: "delete \(path)"
        case .watch: "watch \(path)"
        case .watchFolder: "watch the folder \(path)"
        case .watchTree: "watch all below \(path)"
        }
    }

    private func shown(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ").shortened(to: 25)
    }

    public func happen(_ possibility: Possibility) {
        guard possibility.thing >= 0 else { return loss = .everything }
        let (disk, backend) = backends[possibility.thing]
        let files = disk.files
        guard let job = backend.waiting.first else { return }
        let outcome = outcomes(of: job.request)[possibility.outcome]
        files.plannedFault = { number in
            switch outcome {
            case .full: .error(SystemFailure.full.code)
            case .failing: .error(SystemFailure.broken.code)
            case .done, .cutAfter, .cutHalfWay: nil
            }
        }
        if case .cutHalfWay(let calls) = outcome {
            loss = .everything
            files.cutPower(afterCalls: calls)
        }
        files.nameCount = 0
        backend.performNext()
        files.plannedFault = { _ in nil }
    }

    public func remember(in memory: inout Fingerprint) {
        let now = world.clock.now
        if disks.count > 1 { memory.combine(disks.map(\.root)) }
        for disk in disks { disk.files.disk.remember(in: &memory) }
        for (_, backend) in backends {
            for job in backend.waiting { memory.combine(job.request) }
            for write in backend.delayed() {
                memory.combine(write.request)
                memory.combine(write.due - now)
                memory.combine(write.since - now)
            }
            memory.combine(backend.memory)
        }
    }

    public func losePower() {
        hasBegun = true
        for disk in disks { disk.files.cutNow(loss) }
        loss = .nothing
    }

    /// It reads its disks, while a program that starts again after a kill finds what its system has in memory, too.
    fileprivate func startMachine() {
        for disk in disks { disk.files.disk.forceAll() }
    }

    // MARK: StandIn

    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        (driver as? PersistenceDriver).flatMap { files(below: $0.options.root).playing($0, at: path) }
            as? any Driver<Played.Model, Played.Event>
    }
}

extension PersistenceDriver: PlayedUnasked {
    func twin(in world: World, at path: String) -> (any Driver)? { world.files.playing(self, at: path) }
}

extension PersistenceDriver.Request {
    fileprivate var writes: Bool {
        switch action {
        case .write, .append: true
        case .read, .readPart, .list, .delete, .watch, .watchFolder, .watchTree: false
        }
    }

    fileprivate var changes: Bool { writes || action == .delete }
}

extension World {
    /// The disk.
    public var files: ExploredFiles { part { ExploredFiles(self) } }

    /// All machines start again after a power cut: no later one takes what this one has left on their disks.
    func startMachines() {
        for program in programs { program.world.startMachines() }
        for case let files as ExploredFiles in parts { files.startMachine() }
    }
}

public import Cycle
public import CycleMachine
import CycleTesting

/// One program of several that are explored together: an application as it ships, in a world of its own.
///
///     let server = world.program("server") { _ in boardServer() }
///     server.mayCrash(atMost: 1)
///
/// Its world has a console, a disk, timers and answers of its own; sockets, servers and WebSockets of all programs reach each other by
/// their addresses. Its turns are atomic to the others. Where it crashes, its streams end, all that its frame was is gone, and its disk
/// stays; then it is started again. The reports name its lanes after it: `server files`.
public final class ExploredProgram<Frame> {
    /// The name by which reports tell it apart.
    public let name: String
    let world: World
    private var make: (World) -> Application<Frame>
    private var application: Application<Frame>?
    private enum Phase: Hashable {
        case down, up
        /// Its work is done.
        case over
    }

    private var phase = Phase.down
    private var isDone: (Frame) -> Bool = { _ in false }
    private var crashes: Allowance?
    private var powerCuts: Allowance?
    private var receive: ((_ lens: String, _ event: Any) -> Void)?
    private var watching: Subscription?
    private var shown: Frame?
    private let fingerprint = FingerprintMaker<Frame>()

    init(_ name: String, _ world: World, _ make: @escaping (World) -> Application<Frame>) {
        (self.name, self.world, self.make) = (name, world, make)
    }

    /// It may be killed at any time: its memory is gone, and what it has written to its disk stays, also what it has not forced. It
    /// starts again at any time after that, which is due.
    ///
    /// - Parameter count: How often in one run, beside the bound of all faults.
    public func mayCrash(atMost count: Int) { crashes = world.faults("crashes", count) }

    /// The power of its machine may fail at any time, also within a write: what was not forced to its disk may be gone. Programs that are
    /// connected to it are not told; they learn it when they write.
    ///
    /// - Parameter count: How often in one run.
    public func mayLosePower(atMost count: Int) { powerCuts = world.allowance("power cuts", count) }

    /// It ends once this holds of its frame, as `run(until:)` does: its streams end, its disk stays, and it does not start again. Its frame stays
    /// the last one.
    ///
    /// - Parameter isDone: Whether its work is done.
    public func runs(until isDone: @escaping (Frame) -> Bool) { self.isDone = isDone }

    /// Has an application of its own made by this, from now on.
    func describe(_ make: @escaping (World) -> Application<Frame>) { self.make = make }

    /// The application, made where there is none; not yet started.
    private func made() -> Application<Frame> {
        if let application { return application }
        let application = make(world)
        self.application = application
        return application
    }

    /// Its frame as it is now; while it does not run, the first one.
    public var frame: Frame { shown ?? made().frame() }

    /// It ends without a word.
    private func goDown() {
        // The disk first: drivers would write what is left to write.
        world.losePower()
        stop()
        application = nil
        phase = .down
    }

    /// It ends, where its work is done. Its drivers write what is left to write.
    private func endIfDone() {
        guard isUp, isDone(frame) else { return }
        stop()
        world.losePower()
        phase = .over
    }
}

extension ExploredProgram: SystemProgram {
    var isUp: Bool { phase == .up }

    var mayFail: Bool { crashes != nil || powerCuts != nil }

    var isOver: Bool { phase == .over || isUp && application?.isOver() == true }

    var anyFrame: Any { frame }

    func show(_ frame: Any?) { shown = frame as? Frame }

    func rememberFrame(in memory: inout Fingerprint) { fingerprint.combine(frame, &memory) }

    func prepare() { _ = made() }

    func start() {
        let application = made()
        world.common.alarms.noteStart(of: world.number)
        watch()
        phase = .up
        application.start(world.clock, nil, world.cast)
        endIfDone()
    }

    func step() -> Bool {
        guard isUp, let application, application.step() else { return false }
        // The turns of a machine have no lens.
        if application.observe == nil { receive?(name, "turn") }
        endIfDone()
        return true
    }

    func stop() {
        if isUp { application?.stop() }
        watching?.cancel()
        watching = nil
    }

    func observe(_ receive: ((_ lens: String, _ event: Any) -> Void)?) {
        self.receive = receive
        watch()
    }

    private func watch() {
        watching?.cancel()
        guard let receive, let application else { return watching = nil }
        watching = application.observe?({ [world] lens, event, _ in receive(world.path(lens), event) })
    }

    // MARK: Explorable

    public var possibilities: [Possibility] {
        if phase == .down {
            var start = Possibility(name, "starts again", outcome: 2, kind: .due)
            start.takesTime = true
            return [start]
        }
        guard isUp else { return [] }
        var possibilities: [Possibility] = []
        if crashes?.isLeft == true { possibilities.append(Possibility(name, "crashes", kind: .fault)) }
        if powerCuts?.isLeft == true {
            possibilities.append(Possibility(name, "loses its power", outcome: 1, kind: .powerCut))
        }
        return possibilities
    }

    public func happen(_ possibility: Possibility) {
        switch possibility.outcome {
        case 0:
            crashes?.use()
            goDown()
        case 1: break
        default: start()
        }
    }

    func losesPower() {
        powerCuts?.use()
        world.sockets.sockets.vanish(of: name)
        goDown()
        world.startMachines()
    }

    public func remember(in memory: inout Fingerprint) {
        memory.combine(phase)
        world.remember(in: &memory)
    }

    /// The power of the whole fails.
    public func losePower() { goDown() }
}

extension World {
    /// Adds a program to a system of several.
    ///
    ///     let ann = world.program("ann") { world in
    ///         world.console.keys("ab", atMost: 2)
    ///         return boardClient("ann")
    ///     }
    ///
    /// - Parameters:
    ///   - name: By which reports tell it apart, and by which its world is found: one word.
    ///   - application: Makes the application, and describes its world. Called once more at each of its starts.
    public func program<Receiver, Part>(
        _ name: String, _ application: @escaping (World) -> CycledLens<Receiver, Part>
    ) -> ExploredProgram<Part> {
        addProgram(name) { Application(application($0)) }
    }

    /// Adds a program that is a `Property`, a `Store`, a `FeedbackLoop` or a `Harvester`.
    ///
    /// - Parameters:
    ///   - name: By which reports tell it apart, and by which its world is found: one word.
    ///   - machine: Makes the machine, and describes its world. Called once more at each of its starts.
    public func program<M: Machine>(_ name: String, _ machine: @escaping (World) -> M) -> ExploredProgram<M.State> {
        addProgram(name) { Application(machine($0)) }
    }

    /// Adds a program, or describes anew the one of that name.
    private func addProgram<Part>(
        _ name: String, _ make: @escaping (World) -> Application<Part>
    ) -> ExploredProgram<Part> {
        let isNew = describe(name)
        if let program = programs.first(where: { $0.name == name }) as? ExploredProgram<Part>, isNew {
            program.describe(make)
            return program
        }
        if whole != nil {
            note("world.program(\"\(name)\"): a program has no programs: add it to the world of the system")
        }
        if !isNew { note("world.program(\"\(name)\"): there is one of that name already") }
        if name.isEmpty || name.contains(where: { $0.isWhitespace || $0 == "." }) {
            note("world.program(\"\(name)\"): the name of a program is one word, without a dot")
        }
        if name.isThisHost { note("world.program(\"\(name)\"): each program calls itself so: take another name") }
        let program = ExploredProgram(name, makeWorld(of: name), make)
        add(program)
        return program
    }
}

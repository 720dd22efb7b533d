import Cycle
import CycleTesting
import TestSupport

/// One run of a random application, watched by a judge.
final class ApplicationRun {
    let program: Application
    let judge: Judge
    let time = VirtualTime()
    private(set) var cycle: CycledLens<Void, AppFrame>?
    let pipes = (0..<Application.pipeCount).map { _ in Signal<Emission>.pipe() }
    var shared: [Signal<Emission>] = []
    var observers: [Subscription] = []
    var held: [Subscription] = []
    var wholes: [Sink<AppFrame>] = []

    /// The frame that was delivered last in this run of the loop, and the one before.
    private(set) var latest: AppFrame?
    private(set) var previous: AppFrame?
    var newestMoment: Moment<AppFrame>?
    var begunEpoch = 0
    /// The frame that every run of the loop begins with.
    private(set) var resumed: AppFrame?
    private var shownEpoch = 0
    /// The number of the start in which each value of a pipe was sent; 0 before the first.
    private var sent: [[Int?]] = Array(repeating: [], count: Application.pipeCount)
    /// The values of each pipe that each lens of the whole received, where the lens listens to that pipe alone.
    private var received: [String: [Int]] = [:]
    /// Pipes of which something has come: what was sent before may have waited for a first listener.
    private var heard: Set<Int> = []
    var registries: [String: PartRegistry] = [:]
    var drivers: [DriverState] = []
    private var listenerCount = 0
    /// Whether a call of `run` is awaited, and whether its condition holds.
    private(set) var isAwaited = false
    private var isEnding = false
    /// Wakes an awaited loop for its next step.
    private var nudge: Inlet<Int>?
    var nextStep = 0

    init(_ program: Application, keepsLines: Bool) {
        self.program = program
        let isWatched = program.isWatched || program.driving == .running
        judge = Judge(program.deeds, isWatched: isWatched, keepsLines: keepsLines)
        judge.perform = { [unowned self] in perform($0) }
        for source in program.shared { shared.append(signal(source, isLenient: false, isShared: true).share()) }
        cycle = CycledLens(startingWith: AppFrame()) { frames in
            let all = [watchingAll(frames)] + lenses(program.lenses, frames, .whole)
            return MutatingLens(value: frames, get: { _ in }, set: { _, _ in all.flatMap(\.set) })
        }
        if isWatched { watchMoments() }
    }

    func makeListener() -> Int {
        listenerCount += 1
        return listenerCount
    }

    // MARK: Deliveries

    /// The first lens of all: it is shown each frame before anybody else.
    private func watchingAll(_ frames: Signal<AppFrame>) -> MutatingLens<Signal<AppFrame>, Void> {
        frames.lens(get: { [unowned self] frames in
            Signal<Int> { [unowned self] sink in
                let epoch = judge.epoch
                if program.driving == .running {
                    nudge = sink.inlet()
                    // A loop that is started while it says that it is idle sleeps without saying so again.
                    nudge?.send(0)
                }
                let watching = frames.run(inside: sink, finish: {}) { [unowned self] in deliver($0) }
                return Subscription { [unowned self] in
                    // A run that has come to its end stops by itself.
                    if judge.isStarted, judge.epoch == epoch { judge.stops() }
                    watching.cancel()
                }
            }
        }).map { _, _ in }
    }

    private func deliver(_ frame: AppFrame) {
        judge.judgeStarted("the first lens")
        judge.mix(frame.number)
        if shownEpoch != judge.epoch {
            shownEpoch = judge.epoch
            if frame != resumed ?? AppFrame() {
                judge.complain("the first frame of a run is not the one it starts with")
            }
        } else if frame == latest {
            judge.complain("law 5: an equal frame is delivered")
        }
        if let newestMoment, newestMoment.effect != frame {
            judge.complain("law 2: a frame is delivered without a moment")
        }
        judgeRules(of: frame)
        // Released when nothing is being changed: the end of a value is a callback.
        let released = (previous, latest, newestMoment)
        defer { withExtendedLifetime(released) {} }
        (previous, latest) = (latest, frame)
        for registry in registries.values { registry.update(frame) }
        registries = registries.filter { $0.value.owner?.isLive ?? true }
        drivers.removeAll { !($0.token?.isLive ?? true) }
        judge.call(.watcher) { judgeIntact(frame) }
    }

    private func judgeRules(of frame: AppFrame) {
        guard let latest, program.lenses.contains(.rule(.rowsToCount)), frame.rows.count != latest.rows.count else {
            return
        }
        if frame.count != frame.rows.count { judge.complain("a rule was not applied before the frame was delivered") }
    }

    func judgeIntact(_ frame: some ApplicationPart) {
        if !frame.ballast.isIntact { judge.complain("a frame was changed while it was read") }
    }

    // MARK: Pipes

    func send(to pipe: Int) {
        let number = sent[pipe].count + 1
        let emission = Emission(source: -1 - pipe, number: number, value: (number * 37 + pipe * 11) & 63)
        let isEarly = judge.epoch == 0
        let outcome = pipes[pipe].inlet.send(emission)
        judge.note("pipe \(pipe) sends \(emission): \(outcome)")
        sent[pipe].append(outcome == .accepted ? (isEarly ? 0 : judge.isStarted ? judge.epoch : nil) : nil)
    }

    func arrives(_ emission: Emission, at path: String, _ isDirect: Bool) {
        guard emission.source < 0 else { return }
        let epoch = sent[-1 - emission.source][emission.number - 1]
        if epoch != judge.epoch, epoch != 0, heard.contains(emission.source) {
            judge.complain("law 11: \(path) is given what was sent before the start")
        }
        // All that waited for the first listener comes in one turn after the other.
        if epoch == judge.epoch { heard.insert(emission.source) }
        if isDirect { received[path, default: []].append(emission.number) }
    }

    /// Law 2: all that was sent since the start has come to each lens that listens.
    private func judgePipes() {
        for (index, lens) in program.lenses.enumerated() {
            guard case .events(.pipe(let pipe), _) = lens else { continue }
            let expected = sent[pipe].indices.filter { sent[pipe][$0] == judge.epoch }.map { $0 + 1 }
            let got = (received["\(index)"] ?? []).filter { sent[pipe][$0 - 1] == judge.epoch }
            if expected != got {
                judge.complain("law 2: of pipe \(pipe) came \(got) to lens \(index), and not \(expected)")
            }
        }
    }

    // MARK: By hand

    func start(resuming frame: AppFrame? = nil) {
        guard !judge.isStarted, let cycle else { return }
        let released = begins(resuming: frame)
        cycle.start(on: time, resuming: frame, standIns: standIns)
        withExtendedLifetime(released) {}
    }

    var standIns: (any StandIns)? { program.hasStandIns ? ApplicationCast() : nil }

    /// - Returns: The values that are not held any more, to be released when the loop has been called: the end of a value is a callback.
    private func begins(resuming frame: AppFrame?) -> Any {
        judge.starts()
        let released = (forget(), resumed)
        resumed = frame
        return released
    }

    func stop() {
        guard let cycle else { return }
        judge.stops()
        let released = forget()
        cycle.stop()
        withExtendedLifetime(released) {}
    }

    /// - Returns: As above.
    private func forget() -> Any {
        let released = (latest, previous, newestMoment, wholes)
        (latest, previous, newestMoment) = (nil, nil, nil)
        registries = [:]
        drivers = []
        wholes = []
        nudge = nil
        return released
    }

    /// A loop whose run is awaited is held by that; one that takes a turn is held by whoever has asked for it, until that is over.
    func letGo() {
        if isAwaited { return }
        let released = (cycle, wholes)
        cycle = nil
        wholes = []
        withExtendedLifetime(released) {}
    }

    // MARK: A whole run

    func run() async {
        join()
        if program.driving == .running { await runToTheEnd() }
        takeSteps()
    }

    /// The same where no run is to be awaited.
    func runByHand() {
        join()
        takeSteps()
    }

    private func join() {
        time.join(self) { [unowned self] in
            switch program.driving {
            case .draining: cycle?.drain()
            case .stepping: while cycle?.step() == true {}
            case .running: if !isAwaited { cycle?.drain() }
            }
        }
    }

    private func takeSteps() {
        while nextStep < program.steps.count {
            takeStep()
            settle()
        }
        finish()
    }

    /// The steps come whenever the loop has nothing to do; the last one is a stop.
    private func runToTheEnd() async {
        guard let cycle else { return }
        isAwaited = true
        if program.hasStandIns { start() } else { _ = begins(resuming: nil) }
        // A run starts a loop that was stopped meanwhile.
        if judge.isStarted { await awaitRun(of: cycle) }
        (isAwaited, isEnding) = (false, false)
        if judge.isStarted { judge.complain("law 10: a run returns, and its loop goes on") }
        settle()
    }

    private func awaitRun(of cycle: CycledLens<Void, AppFrame>) async {
        await cycle.run(
            on: time,
            until: { [unowned self] frame in
                judge.call(.until) { judgeIntact(frame) }
                isEnding = isEnding || frame.number == 61
                return frame.number == 61
            })
    }

    /// Called when the awaited loop has nothing to do.
    func judgeAwaited() {
        guard isAwaited, judge.isStarted, !isEnding else { return }
        judgePipes()
        judgeIdle()
    }

    func stepAwaited() {
        guard isAwaited, judge.isStarted, !isEnding else { return }
        if nextStep < program.steps.count { takeStep() } else { stop() }
        time.advance(by: .zero)
        nudge?.send(0)
    }

    private func takeStep() {
        let step = program.steps[nextStep]
        nextStep += 1
        judge.note("\(step)")
        switch step {
        case .send(let pipe): send(to: pipe)
        case .advance(let seconds): time.advance(by: .seconds(seconds))
        case .act(let act): perform(act)
        }
    }

    /// All that waits has its turn by one call; then the laws are looked at.
    private func settle() {
        if program.driving == .stepping { while cycle?.step() == true {} } else { cycle?.drain() }
        if judge.isStarted { judgePipes() }
        time.advance(by: .zero)
        if cycle == nil, judge.isStarted { judge.complain("law 11: a loop goes on that nobody holds") }
        judgeIdle()
        if judge.isStarted {
            judgePipes()
            if shownEpoch != judge.epoch { judge.complain("law 10: a start has led to no frame") }
        }
    }

    private func finish() {
        stop()
        settle()
        for observer in observers { observer.cancel() }
        forgetAll()
        let remembered = { [weak cycle] in cycle }
        letGo()
        time.advance(by: .zero)
        time.leave(self)
        if remembered() != nil { judge.complain("law 11: the loop is held by somebody") }
        judgeIdle()
        if judge.aliveCount > 0 { judge.complain("law 11: \(judge.aliveCount) objects are left") }
    }

    private func forgetAll() {
        let released = (forget(), observers, held, shared, resumed)
        (observers, held, shared, resumed) = ([], [], [], nil)
        withExtendedLifetime(released) {}
    }
}

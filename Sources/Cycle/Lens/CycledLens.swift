/// The frame loop: what its lens sets becomes what its lens gets.
///
///     let cycle = CycledLens(startingWith: Counter()) { frames in
///         frames.lens(driver: console, frameFilter: screen, eventFilter: counted)
///     }
///     let last = await cycle.run(until: \.isDone)
///
/// Confined to the isolation that runs it: the main actor, an actor, or one task. Other threads send events through a
/// ``Signal/pipe()``.
///
/// - Source: `CycledLens` of Cycle.swift.
public final class CycledLens<Receiver, Frame>: TurnsOwner {
    /// The part that the lens gets: of a `zip`, the tuple of all.
    public let receiver: Receiver

    private let first: Frame
    @usableFromInline let address: UnsafeMutablePointer<Frame>
    /// What the lens sets.
    private let set: [Signal<Frame>]
    let place: Place<Frame>
    let loop: Loop
    private var running: [Subscription] = []
    private var stopActions: [() -> Void] = []
    /// The condition of the `run` that is awaited, and whether it held while others drained the loop.
    private var isDone: (() -> Bool)?
    private var isEnded = false
    private var isStarted = false

    /// A loop over frames that can be compared: an event that leaves the frame equal delivers none.
    ///
    /// To compare, the frame before each event is kept: a large array in it is copied when it changes. Where that is too
    /// much, compare less, see ``init(startingWith:comparing:answerLimit:lens:)``.
    ///
    /// - Parameters:
    ///   - first: The frame that every run begins with.
    ///   - answerLimit: How many times in a row a frame may lead to an event at once, with nothing coming from outside,
    ///     before the loop stops with an error that names the lens.
    ///   - lens: Joins the drivers to the frames. Called once, now.
    @inlinable  // hot: the comparison is made for the frame's type
    public convenience init(
        startingWith first: Frame, answerLimit: Int = 100_000,
        lens: (Signal<Frame>) -> MutatingLens<Signal<Frame>, Receiver>
    ) where Frame: Equatable {
        self.init(startingWith: first, comparing: { $0 }, answerLimit: answerLimit, lens: lens)
    }

    /// A loop that tells whether a frame has changed by one part of it: `comparing: \.revision`.
    @inlinable  // hot: as above
    public convenience init<Part: Equatable>(
        startingWith first: Frame, comparing part: @escaping (Frame) -> Part, answerLimit: Int = 100_000,
        lens: (Signal<Frame>) -> MutatingLens<Signal<Frame>, Receiver>
    ) {
        self.init(
            startingWith: first, answerLimit: answerLimit,
            leavesEqual: { frame, change in
                let before = part(frame)
                change(&frame)
                return part(frame) == before
            }, lens: lens)
    }

    /// A loop over frames that cannot be compared: every event delivers one.
    @inlinable  // hot: as above
    public convenience init(
        startingWith first: Frame, answerLimit: Int = 100_000,
        lens: (Signal<Frame>) -> MutatingLens<Signal<Frame>, Receiver>
    ) {
        self.init(startingWith: first, answerLimit: answerLimit, leavesEqual: Comparison.none.leavesEqual, lens: lens)
    }

    @usableFromInline
    init(
        startingWith first: Frame, answerLimit: Int, leavesEqual: @escaping Place<Frame>.Change,
        lens: (Signal<Frame>) -> MutatingLens<Signal<Frame>, Receiver>
    ) {
        self.first = first
        loop = Loop(answerLimit: answerLimit)
        address = .allocate(capacity: 1)
        address.initialize(to: first)
        let start = UInt(bitPattern: address)
        let branch = Branch(
            parent: nil, extent: start..<start + UInt(MemoryLayout<Frame>.size), loop.state)
        place = Place(fixed: address, loop, branch, leavesEqual: leavesEqual)
        loop.state.pointee.root = place.branch
        let lens = lens(place.signal)
        set = lens.set
        receiver = lens.get
        loop.owner = self
    }

    deinit {
        loop.owner = nil
        stop()
        address.deinitialize(count: 1)
        address.deallocate()
    }

    /// What the loop shows: every frame, from the first on.
    public var frames: Signal<Frame> { place.signal }

    /// The latest frame.
    public var frame: Frame { address.pointee }

    /// Runs the loop in the caller's isolation. Where that is no actor, the tasks of its effects take turns, too, while this
    /// one sleeps: always one at a time, but read no task-local value and no `Task.isCancelled` in a filter or a render.
    ///
    /// Every run begins with the frame of `startingWith`; after ``start(on:)`` it goes on from there. It ends when `isDone`
    /// holds for a frame that was delivered, when the task is cancelled, or when nothing can happen any more: every source
    /// has ended and nothing is pending. Before it returns, drivers have settled: what they accepted is done, what they
    /// took from the world is given back.
    ///
    /// - Returns: The last frame.
    @discardableResult
    @inlinable  // hot: `isDone` is asked about every frame, where it lives
    public func run(
        on scheduler: any Scheduler, until isDone: @escaping (Frame) -> Bool = { _ in false },
        isolation: isolated (any Actor)? = #isolation
    ) async -> Frame {
        let address = address
        await run(
            on: scheduler, untilShown: { Resident<Frame>.at(address).pointee.read(isDone) }, isolation: isolation)
        return frame
    }

    @usableFromInline
    func run(
        on scheduler: any Scheduler, untilShown isDone: @escaping () -> Bool, isolation: isolated (any Actor)?
    ) async {
        precondition(self.isDone == nil, "this CycledLens runs already: await its end before running it again")
        self.isDone = isDone
        isEnded = false
        if !isStarted { start(on: scheduler) }
        let mailbox = loop.mailbox
        await withTaskCancellationHandler {
            // Naming the isolation keeps this closure in it.
            await takeTurns(isolation: isolation)
        } onCancel: {
            mailbox.interrupt()
        }
        self.isDone = nil
        isEnded = false
        stop()
        await loop.end()
    }

    /// Keeps as little as it can: its variables, and what its caller hands it, last as long as the loop sleeps.
    private func takeTurns(isolation: isolated (any Actor)?) async {
        if isolation == nil {
            // Held by this `run`, while it sleeps; and not by a task that takes its turns, which ends when it likes.
            let cycle = Unmanaged.passUnretained(self)
            loop.mailbox.takeTurns = { task in cycle._withUnsafeGuaranteedRef { $0.takeTurnsAsleep(in: task) } }
        }
        defer { loop.mailbox.takeTurns = nil }
        isEnded = isDone?() ?? false
        while !isEnded, isStarted, !Task.isCancelled {
            if takeTurnsForAWhile() {
                await Task.yield()
            } else if isEnded || loop.isOver {
                return
            } else {
                await loop.waitForLetters()
            }
        }
    }

    /// Takes turns until others of its isolation must run.
    ///
    /// - Returns: Whether more may be waiting.
    private func takeTurnsForAWhile() -> Bool {
        var yielding = Yielding(loop)
        while takeSomeTurns() {
            if yielding.isDue || !isStarted || Task.isCancelled { return true }
        }
        return false
    }

    /// - Returns: Whether more is waiting.
    private func takeSomeTurns(in task: TaskDoor? = nil) -> Bool {
        guard let isDone else { return false }
        return loop.runTurns(limit: Yielding.turnCount, in: task) {
            guard isDone() else { return false }
            isEnded = true
            return true
        }
    }

    /// What the task of an effect does for a `run` that sleeps.
    ///
    /// - Returns: Whether it may sleep on.
    private func takeTurnsAsleep(in task: TaskDoor) -> Bool {
        guard isDone != nil, isStarted else { return false }
        return !takeSomeTurns(in: task) && !isEnded && isStarted && !loop.isOver
    }

    // MARK: By hand

    /// Starts the loop without running it: shows the first frame. What the drivers emit waits for ``drain()``, or for
    /// ``run(on:until:isolation:)``, which goes on from here.
    ///
    /// For an object that owns a loop and answers its callers at once: `start`, then `drain` after each event, then
    /// ``stop()``.
    public func start(on scheduler: any Scheduler) {
        precondition(!isStarted, "this CycledLens runs already: await its end before running it again")
        isStarted = true
        loop.begin(on: scheduler)
        address.pointee = first
        let owner = "\(Receiver.self)"
        loop.keepBusy {
            running = set.map { frames in
                frames.run(Sink(loop, place: place, receive: place.replacing(owner: owner), finish: {}))
            }
            loop.witness?.begin()
            loop.witness?.end("start", "start")
            loop.deliver(from: place.branch)
        }
    }

    /// Takes all that waits, and all that follows from it at once, before it returns. From inside a turn it does
    /// nothing: what waits there comes next anyway.
    public func drain() {
        guard isStarted, !isEnded, !loop.state.pointee.isBusy else { return }
        loop.noteCause()
        _ = loop.runTurns {
            isEnded = isDone?() ?? false
            return isEnded
        }
        interruptRun()
    }

    /// Gives the value that has waited longest its turn.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func step() -> Bool {
        loop.runTurns(limit: 1, until: { false })
    }

    /// Whether nothing can happen any more: every source has ended and nothing is pending.
    public var isOver: Bool { loop.isOver }

    /// Cancels everything. The frame stays. Drivers may still have something to bring to an end, see ``settle(isolation:)``.
    public func stop() {
        isStarted = false
        if !running.isEmpty { loop.witness?.reportIdle() }
        let parts = running
        running = []
        for part in parts { part.cancel() }
        loop.discardTurns()
        place.branch.pointee.isShown = false
        let actions = stopActions
        stopActions = []
        for act in actions { act() }
        interruptRun()
    }

    /// Waits for what the drivers still had to do when they were stopped. ``run(on:until:isolation:)`` does that itself.
    public func settle(isolation: isolated (any Actor)? = #isolation) async {
        await loop.end()
    }

    func atStop(_ act: @escaping () -> Void) {
        stopActions.append(act)
    }

    /// Makes a sleeping `run` look at what others have done to its loop.
    private func interruptRun() {
        if isDone != nil { loop.mailbox.interrupt() }
    }
}

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
public final class CycledLens<Receiver, Frame> {
    /// The part that the lens gets: of a `zip`, the tuple of all.
    public let receiver: Receiver

    @usableFromInline let loop: Loop
    @usableFromInline let cell: Cell<Frame>
    /// The frame that the next start begins with instead.
    private let resumed = Variable<Frame?>(nil)
    /// Makes what plays the drivers of a run of the stand-ins of its start, see ``playing(by:)``.
    let accompaniment = Variable<(((any StandIns)?) -> any StandIns)?>(nil)

    /// A loop over frames that can be compared: an event that leaves the frame equal delivers none.
    ///
    /// To compare, the frame before each event is kept: a large array in it is copied when it changes. Where that is too
    /// much, compare less, see ``init(startingWith:comparing:answerLimit:lens:)``.
    ///
    /// - Parameters:
    ///   - first: The frame that every run begins with, unless it resumes another one.
    ///   - answerLimit: How many times in a row a frame may lead to an event at once, with nothing coming from outside,
    ///     before the program stops with an error that names the lens.
    ///   - lens: Joins the drivers to the frames, one lens a statement. Called once, now.
    @inlinable  // hot: the comparison is made for the frame's type
    public convenience init<Lens: LensProtocol<Signal<Frame>, Receiver>>(
        startingWith first: Frame, answerLimit: Int = Loop.defaultAnswerLimit,
        @LensBuilder<Frame> lens: (Signal<Frame>) -> Lens
    ) where Frame: Equatable {
        self.init(startingWith: first, comparing: { $0 }, answerLimit: answerLimit, lens: lens)
    }

    /// A loop that tells whether a frame has changed by one part of it: `comparing: \.revision`.
    @inlinable  // hot: as above
    public convenience init<Part: Equatable, Lens: LensProtocol<Signal<Frame>, Receiver>>(
        startingWith first: Frame, comparing part: @escaping (Frame) -> Part,
        answerLimit: Int = Loop.defaultAnswerLimit,
        @LensBuilder<Frame> lens: (Signal<Frame>) -> Lens
    ) {
        self.init(first, answerLimit, Cell.comparing(part), lens)
    }

    /// A loop over frames that cannot be compared: every event delivers one.
    @inlinable  // hot: as above
    public convenience init<Lens: LensProtocol<Signal<Frame>, Receiver>>(
        startingWith first: Frame, answerLimit: Int = Loop.defaultAnswerLimit,
        @LensBuilder<Frame> lens: (Signal<Frame>) -> Lens
    ) {
        self.init(first, answerLimit, nil, lens)
    }

    @usableFromInline
    init<Lens: LensProtocol<Signal<Frame>, Receiver>>(
        _ first: Frame, _ answerLimit: Int, _ leavesEqual: Cell<Frame>.Comparison?,
        _ lens: (Signal<Frame>) -> Lens
    ) {
        loop = Loop(answerLimit: answerLimit)
        let (stage, observers) = (Stage(), loop.observers)
        let cell = Cell(loop, observers, nil, leavesEqual, at: Spot(holding: first))
        self.cell = cell
        let frames = cell.signal(on: stage)
        self.frames = frames
        let lens = lens(frames)
        receiver = lens.get
        let set = lens.set
        loop.work = { [accompaniment, resumed] loop in
            if let play = accompaniment.value { stage.run.value.standIns = play(stage.run.value.standIns) }
            // Swapped: the frame of the run before goes when the new one can be read.
            var frame = resumed.value.take() ?? first
            cell.modify { swap(&$0, &frame) }
            var running: [Subscription] = []
            for frames in set where loop.isStarted {
                running.append(frames.run(cell.sink(owner: name(of: Receiver.self), on: stage, finish: {})))
            }
            if loop.isStarted { loop.watch("start", "start") }
            observers.noteChange(Observers.all, in: loop)
            loop.after { stage.run.value.isResuming = false }
            return Subscription { [running] in
                for lens in running { lens.cancel() }
                observers.forget()
                stage.run.value = (nil, false)
            }
        }
    }

    deinit {
        loop.stop()
        // Of a loop that did not run, too.
        loop.attached?.stopping.callAll()
        // All of these hold the loop.
        loop.work = nil
        loop.attached = nil
        loop.observers.hooks.removeAll()
    }

    /// The frames that the loop shows: every frame, from the first on, for signals that run in this loop. From outside there
    /// are ``observe(_:)``, ``values(buffering:)`` and the product `CycleObservation`.
    public let frames: Signal<Frame>

    /// The latest frame. Not to be read by an event-filter, which has it in hand.
    public var frame: Frame {
        if loop.phase == .changing {
            Cycle.stop("an event-filter reads the frame of its loop: use the frame that the event-filter is given")
        }
        return cell.value
    }

    /// Runs the loop in the caller's isolation.
    ///
    ///     let last = await cycle.run(on: RealTime(), until: \.isDone)
    ///
    /// A program calls the `run` of CycleDrivers, which has real time and ends cleanly on signals of the system.
    ///
    /// Every run begins with the frame of `startingWith`; after ``start(on:resuming:standIns:)`` it goes on from there. It
    /// ends when `isDone` holds for a frame that was delivered, when the task is cancelled, or when nothing can happen any
    /// more: every source has ended and nothing is pending. Before it returns, drivers have settled: what they accepted is
    /// done, what they took from the world is given back. The loop may be started again meanwhile: that is another session,
    /// which this run neither shows nor ends.
    ///
    /// - Returns: The last frame: the one that `isDone` held for, or that was there when the loop stopped.
    @discardableResult
    @inlinable  // hot: `isDone` is asked about every frame, where it lives
    public func run(
        on scheduler: any Scheduler, resuming frame: Frame? = nil,
        until isDone: @escaping (Frame) -> Bool = { _ in false },
        isolation: isolated (any Actor)? = #isolation
    ) async -> Frame {
        let cell = cell
        // Kept: while drivers settle, the next session may begin, with another frame.
        let last = Variable<Frame?>(nil)
        if let frame { start(on: scheduler, resuming: frame) }
        await loop.run(
            on: scheduler, until: { cell.spot?.read(isDone) == true }, atEnd: { last.value = cell.value },
            isolation: isolation)
        return last.value ?? self.frame
    }

    // MARK: By hand

    /// Starts the loop without running it: shows the first frame. The events of the drivers wait for ``drain()``, or for
    /// ``run(on:resuming:until:isolation:)``, which goes on from here. From inside a turn, after ``stop()``: when the turn is
    /// over.
    ///
    /// For an object that owns a loop and answers its callers at once: `start`, then `drain` after each event, then
    /// ``stop()``.
    ///
    ///     cycle.start(on: time)
    ///     inlet.send(1)
    ///     cycle.drain()          // all that follows from it has happened
    ///     cycle.stop()
    ///
    /// - Parameters:
    ///   - scheduler: Time, and where the tasks of effects run.
    ///   - frame: One of an earlier run, to go on from: what it wants is started, and frames that were prefixed are not shown
    ///     again. By default the frame of `startingWith`.
    ///   - standIns: Stand-ins for the drivers, also for those that come later; by default they run themselves.
    public func start(on scheduler: any Scheduler, resuming frame: Frame? = nil, standIns: (any StandIns)? = nil) {
        let stage = frames.shown?().stage
        loop.start(on: scheduler) { [resumed] in
            resumed.value = frame
            stage?.run.value = (standIns, frame != nil)
        }
    }

    /// Takes all that waits, and all that follows from it at once, before it returns. From inside a turn it does
    /// nothing: what waits there comes next anyway.
    public func drain() {
        loop.drain()
    }

    /// Gives the value that has waited longest its turn. From inside a turn it does nothing.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func step() -> Bool {
        loop.step()
    }

    /// Whether nothing can happen any more: every source has ended and nothing is pending.
    /// ``run(on:resuming:until:isolation:)`` returns then.
    public var isOver: Bool { loop.isOver }

    /// Cancels everything. The frame stays. Drivers may still have something to bring to an end, see ``settle(isolation:)``.
    public func stop() {
        loop.stop()
    }

    /// Waits for what the drivers still had to do when they were stopped. ``run(on:resuming:until:isolation:)`` does that
    /// itself.
    public func settle(isolation: isolated (any Actor)? = #isolation) async {
        await loop.settle()
    }
}

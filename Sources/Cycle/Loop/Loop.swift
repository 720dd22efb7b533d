/// A queue of values, a flag that says that one of them has its turn, and sources that fill the queue.
///
/// Letters from other threads and alarms wait in a mailbox. The loop takes one of them, gives all that it leads to at once its
/// turns, in the order in which it came, and takes the next. What a turn leads to waits in the queue, behind what is there.
/// When nothing waits, the loop sleeps.
///
/// Confined to the isolation that runs it; only its mailbox is touched by other threads. Whoever starts a loop stops it:
/// what runs in a loop holds it.
///
/// - Source: the queue and the flag of Elm's scheduler.
public final class Loop {
    /// What runs between a start and a stop: called at the start, on the loop. Cancelling what it returns is the stop.
    public typealias Work = (Loop) -> Subscription

    @usableFromInline let mailbox = Mailbox()
    private(set) var scheduler: (any Scheduler)?
    /// `nil` once its owner has gone.
    var work: Work?
    @usableFromInline let answerLimit: Int

    @exclusivity(unchecked) @usableFromInline var queue = Ring<Hook>()
    /// What is being started: whatever it starts in turn runs inside of it.
    @exclusivity(unchecked) @usableFromInline var starter: Subscription?
    /// What emits just now: what emitted the value that has its turn.
    @exclusivity(unchecked) @usableFromInline var emitter: Subscription?
    /// How many frames, each the answer to the one before, led to what is emitted just now.
    @exclusivity(unchecked) @usableFromInline var depth = 0
    /// How many turns there were.
    @exclusivity(unchecked) var turnNumber = 0
    /// Who observes the variable of this loop, if it has one.
    let observers = Observers()
    /// Rules, called after each change until they change nothing more; as all lists here, `nil` while nobody is in it.
    @exclusivity(unchecked) @usableFromInline var rules: Hooks?
    /// Who changed something in this round of the rules.
    @exclusivity(unchecked) var ruled: [String] = []
    /// Who watches the turns: called when a value has been applied, and when nothing waits any more.
    @exclusivity(unchecked) @usableFromInline var watchers: Hooks?
    @exclusivity(unchecked) @usableFromInline var watchersWhenIdle: Hooks?
    /// What has its turn, while they are called.
    @exclusivity(unchecked) @usableFromInline var watched = (owner: "", event: () as Any)
    /// When the turn under way was first asked for its time: all who ask are told the same.
    @exclusivity(unchecked) private var timedTurn = -1
    @exclusivity(unchecked) private var time = (Duration.zero, wall: Duration?.none)

    @exclusivity(unchecked) var letters: Letter?
    /// How many turns are left of those that the last letter led to.
    @exclusivity(unchecked) var turnsLeft = 0
    /// What was asked for in a turn and happens when that is over.
    @exclusivity(unchecked) var afterTurn = Ring<() -> Void>()
    /// What begins when all turns are over that the last letter led to at once.
    @exclusivity(unchecked) var afterRound = Ring<() -> Void>()
    private var settlements: [@Sendable () async -> Void] = []
    /// Called at a stop, beside what runs inside of `running`.
    @exclusivity(unchecked) var stopping: Hooks?

    /// What runs since the last start; all of it runs inside of this.
    @exclusivity(unchecked) @usableFromInline private(set) var running: Subscription?
    /// When it was started: what ticks are counted from that go on together.
    private(set) var startTime = Duration.zero
    /// The condition of the `run` that is awaited, and whether it held while others drained the loop.
    @exclusivity(unchecked) var isDone: (() -> Bool)?
    @exclusivity(unchecked) var isEnded = false

    // Together, where they take a byte each: a program may have 100,000 loops.
    /// Whether turns are being taken, so that a call from inside one of them can wait.
    @exclusivity(unchecked) var isBusy = false
    /// Whether somebody has asked for turns since ``holding(_:)`` began.
    @exclusivity(unchecked) var isDrainWanted = false
    /// Whether the value of a turn is on its way to what it changes.
    @exclusivity(unchecked) @usableFromInline var isApplying = false
    /// Whether an event-filter is changing a value, which nobody may read meanwhile.
    @exclusivity(unchecked) @usableFromInline var isChanging = false
    /// Whether the turn under way has changed the variable.
    @exclusivity(unchecked) @usableFromInline var isChanged = false

    /// - Parameters:
    ///   - answerLimit: How many times in a row a frame may be the answer to the one before, without anything from outside
    ///     among the causes, before the program is stopped with an error that names who answered.
    ///   - work: Started with the loop, cancelled when it stops.
    public init(answerLimit: Int = Loop.defaultAnswerLimit, _ work: Work? = nil) {
        self.answerLimit = answerLimit
        self.work = work
    }

    /// Five million: more than anything that ends needs, and less than a second of a lens that only answers.
    public static var defaultAnswerLimit: Int { 5_000_000 }

    deinit {
        discardLetters()
        mailbox.close()
    }

    // MARK: By hand

    /// Whether it is between a start and a stop. What is sent to a loop that is not waits, or is refused, see ``Inlet``.
    public var isStarted: Bool { running != nil }

    /// Starts the loop without running it. What is emitted waits for ``drain()``, or for ``run(on:until:isolation:)``, which
    /// goes on from here. From inside a turn, after ``stop()``: when the turn is over; by what is cancelled: when all is.
    public func start(on scheduler: any Scheduler) {
        if isStarted { stopForRunningTwice() }
        after { [self] in holding { begin(on: scheduler) } }
    }

    private func begin(on scheduler: any Scheduler) {
        self.scheduler = scheduler
        startTime = scheduler.now
        mailbox.open()
        let root = Subscription(within: nil)
        running = root
        starting(root) { work?(self) ?? Subscription() }
        if isChanged { deliverChange() }
        turnsLeft = queue.count
    }

    /// Takes all that waits, and all that follows from it at once, before it returns. From inside a turn it does nothing: what
    /// waits there comes next anyway.
    public func drain() {
        isDrainWanted = isBusy
        guard isStarted, !isEnded, !isBusy else { return }
        _ = takeTurns(atMost: .max)
        wakeRun()
    }

    /// Gives the value that has waited longest its turn. From inside a turn it does nothing.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func step() -> Bool {
        guard isStarted, !isBusy else { return false }
        let before = turnNumber
        holding {
            while turnNumber == before, takeTurn() {}
            if turnNumber == before { watchersWhenIdle?.callAll() }
        }
        return turnNumber > before
    }

    /// Has all that is sent meanwhile, and a start, wait as in a turn: for an owner that tells somebody what the loop is at,
    /// outside of a turn, and must not be overtaken by one. Call ``drain()`` afterwards.
    public func holding<Result>(_ act: () -> Result) -> Result {
        if isBusy { return act() }
        isBusy = true
        isDrainWanted = false
        let result = act()
        finishTurn()
        isBusy = false
        return result
    }

    /// Has a whole frame that is sent meanwhile wait for a turn of its own, like all else: the one that is there is being read.
    func lending<Result>(_ act: () -> Result) -> Result {
        let wasApplying = isApplying
        isApplying = false
        defer { isApplying = wasApplying }
        return holding(act)
    }

    /// Whether nothing can happen any more: every source has ended and nothing is pending.
    public var isOver: Bool {
        mailbox.openSourceCount == 0 && queue.isEmpty && letters == nil && !mailbox.hasLetters && afterRound.isEmpty
    }

    /// Cancels everything, and drops what waits. Drivers may still have something to bring to an end: ``settle(isolation:)``.
    ///
    /// From inside a turn: nothing more of that turn is delivered, and no other follows.
    public func stop() {
        _ = taking(&afterTurn)
        _ = taking(&afterRound)
        guard let root = running else { return }
        holding {
            watchersWhenIdle?.callAll()
            running = nil
            root.cancel()
            dropQueue()
            discardLetters()
            mailbox.close()
            turnsLeft = 0
            isChanged = false
            stopping?.callAll()
            wakeRun()
        }
    }

    /// Waits for what drivers still had to do when the loop was stopped. ``run(on:until:isolation:)`` does that itself.
    public func settle(isolation: isolated (any Actor)? = #isolation) async {
        let work = settlements
        settlements = []
        for settle in work { await settle() }
    }

    /// Holds ``settle()`` back until `work` is done.
    func settle(_ work: @escaping @Sendable () async -> Void) {
        settlements.append(work)
    }

    /// Has `act` called when the turn under way is over, before the next one; at once if there is none.
    @usableFromInline
    func after(_ act: @escaping () -> Void) {
        if isBusy { afterTurn.append(act) } else { act() }
    }

    /// Has `act` called when all is over that waits now, or is emitted by the turn under way.
    func afterRound(_ act: @escaping () -> Void) {
        if isBusy { afterRound.append(act) } else { act() }
    }

    // MARK: Time and other threads

    /// The time of the loop's scheduler: zero before the first start. It goes on between two turns and inside of one.
    public var now: Duration { scheduler?.now ?? .zero }

    /// The time of the turn under way, and the time of day, if the scheduler knows it.
    @usableFromInline
    var turnTime: (Duration, wall: Duration?) {
        if timedTurn != turnNumber, let scheduler {
            timedTurn = turnNumber
            time = (scheduler.now, scheduler.wallTime)
        }
        return time
    }

    /// - Parameter ring: Given the alarm, so that it need not hold it, and the time.
    func makeAlarm(_ ring: @escaping (_ alarm: any Alarm, _ now: Duration) -> Void) -> any Alarm {
        guard let scheduler else { Cycle.stop("an alarm needs a loop that was started") }
        return LoopAlarm(scheduler, mailbox, ring)
    }

    /// Has what is posted to `port`, from now on and before, brought to `receive`.
    @usableFromInline func open(_ port: Port, _ receive: @escaping (Letter) -> Void, finish: @escaping () -> Void) {
        // Behind the turn under way: what was sent before anybody listened goes to all who start listening in it.
        letters = port.open(in: mailbox, receive, finish: finish)?.followed(by: letters) ?? letters
        // A stopped loop keeps nothing: the port may have gone by the next start.
        if running == nil { discardLetters() }
    }
}

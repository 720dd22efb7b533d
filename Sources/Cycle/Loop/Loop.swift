/// A queue of values, a flag that says that one of them has its turn, and sources that fill the queue.
///
/// Letters from other threads and alarms wait in a mailbox. The loop takes one of them, gives all that it leads to at once its
/// turns, in the order in which it came, and takes the next. A value that a turn leads to waits in the queue, behind what is
/// there. When nothing waits, the loop sleeps.
///
/// Confined to the isolation that runs it; only its mailbox is touched by other threads. The owner of a loop starts and stops
/// it: what runs in a loop holds it.
///
/// - Source: the queue and the flag of Elm's scheduler.
public final class Loop {
    /// The work between a start and a stop: called at the start, on the loop. Cancelling what it returns is the stop.
    public typealias Work = (Loop) -> Subscription

    @usableFromInline let mailbox = Mailbox()
    @usableFromInline let answerLimit: Int
    /// `nil` once its owner has gone.
    var work: Work?
    /// The present session: all that runs does it inside of `root`; ticks that go on together are counted from the time.
    @exclusivity(unchecked) @usableFromInline
    var session: (root: Subscription?, scheduler: (any Scheduler)?, startTime: Duration) = (nil, nil, .zero)
    /// The meaning of a public call follows from it.
    @exclusivity(unchecked) @usableFromInline var phase = Phase.idle

    @exclusivity(unchecked) @usableFromInline var queue = Ring<Hook>()
    /// Letters that were taken out of the mailbox, and how many turns are left of those that the last one led to.
    /// With them: how many turns have led to others since that letter, or since nothing waited; how many turns have armed alarms for
    /// which no time has to pass, and the last of these; and the count that the letter's value takes in the bound of its port, where
    /// an operator keeps the value.
    @exclusivity(unchecked) @usableFromInline
    var round:
        (letters: Letter?, turnsLeft: Int, answerCount: Int, alarms: (count: Int, turn: Int), kept: Variable<Port?>?) =
            (
                nil, 0, 0, (0, 0), nil
            )
    /// Calls that were made in a turn, and take effect when that is over.
    @exclusivity(unchecked) var afterTurn = Ring<() -> Void>()
    /// Work that begins when all turns are over that the last letter led to at once.
    @exclusivity(unchecked) var afterRound = Ring<() -> Void>()
    /// How many turns there were.
    @exclusivity(unchecked) var turnNumber = 0

    /// The subscription that is being started: all that it starts in turn runs inside of it.
    @exclusivity(unchecked) @usableFromInline var starter: Subscription?
    /// The emitter of the value that has its turn.
    @exclusivity(unchecked) @usableFromInline var emitter: Subscription?
    /// How many frames, each the answer to the one before, led to what is emitted just now.
    @exclusivity(unchecked) @usableFromInline var depth = 0

    /// The observers of the variable of this loop, if it has one.
    let observers = Observers()
    /// The `run` that is awaited: until its condition has held and its session has stopped. Its `isOver` tells it from a later
    /// one, beside which it may still settle.
    @exclusivity(unchecked) var awaited: (isDone: () -> Bool, atEnd: () -> Void, isOver: Variable<Bool>)?
    /// The parts that only some loops have.
    @exclusivity(unchecked) @usableFromInline var attached: Attachments?

    /// - Parameters:
    ///   - answerLimit: How many times in a row a frame may be the answer to the one before, without anything from outside
    ///     among the causes, and how many frames may lead to others without a letter between them, before the program is stopped with an
    ///     error that names the lens. A letter of an inlet comes from outside, also where a turn has sent it. A negative number counts
    ///     as 0: no frame leads to another.
    ///   - work: Started with the loop, cancelled when it stops.
    public init(answerLimit: Int = Loop.defaultAnswerLimit, _ work: Work? = nil) {
        self.answerLimit = max(0, answerLimit)
        self.work = work
    }

    /// Five million: more than anything that ends needs, and less than a second of a lens that only answers.
    public static var defaultAnswerLimit: Int { 5_000_000 }

    deinit {
        discardLetters()
        mailbox.close()
    }

    // MARK: By hand

    /// Whether it is between a start and a stop. A value that is sent to one that is not waits, or is refused, see ``Inlet``.
    @inlinable  // hot: each lens asks before it renders another model
    public var isStarted: Bool { session.root != nil }

    /// Starts the loop without running it. Emitted values wait for ``drain()``, or for ``run(on:until:atEnd:isolation:)``, which
    /// goes on from here. From inside a turn or a callback, after ``stop()``: when that is over. Of several such calls the
    /// first counts.
    public func start(on scheduler: any Scheduler) {
        start(on: scheduler) {}
    }

    /// - Parameter prepare: Called right before the start, with which it is dropped.
    func start(on scheduler: any Scheduler, _ prepare: @escaping () -> Void) {
        if isStarted { stopForRunningTwice() }
        after { [self] in
            // Two callbacks of one turn may each have asked for a start.
            if isStarted { return }
            prepare()
            holding { begin(on: scheduler) }
        }
    }

    private func begin(on scheduler: any Scheduler) {
        mailbox.open()
        let root = Subscription(within: nil)
        session = (root, scheduler, scheduler.now)
        attached?.time.turn = -1
        settleBehind()
        starting(root) { work?(self) ?? Subscription() }
        if phase == .changed { deliverChange() }
        round.turnsLeft = queue.count
    }

    /// Takes all that waits, and all that follows from it at once, before it returns. From inside a turn it does nothing: what
    /// waits there comes next anyway.
    public func drain() {
        switch phase {
        case .idle:
            guard isStarted, attached?.isPaused != true else { return }
            _ = takeTurns(atMost: .max)
            wakeRun()
        case .held: phase = .held(isDrainWanted: true)
        case .ended, .busy, .applying, .changing, .changed: return
        }
    }

    /// Gives the value that has waited longest its turn, also while the loop is paused. From inside a turn it does nothing.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func step() -> Bool {
        guard isStarted, phase == .idle else { return false }
        let before = turnNumber
        takingTurns { while turnNumber == before, takeTurn() || callIdle(), !isRunDone() {} }
        wakeRun()
        return turnNumber > before
    }

    /// Has all that is sent meanwhile, and a start, wait as in a turn: for an owner that calls observers of the loop's state
    /// outside of a turn, and must not be overtaken by one. Call ``drain()`` afterwards.
    public func holding<Result>(_ act: () -> Result) -> Result {
        if phase.isBusy { return act() }
        let outer = phase
        phase = .held(isDrainWanted: false)
        let result = act()
        finishTurn()
        depth = 0
        phase = outer
        return result
    }

    /// Has what is emitted meanwhile count as an answer to the turn under way, as what a frame leads to does: for turns that
    /// change something else than a frame. A loop that answers its own answers for ever is stopped, see ``defaultAnswerLimit``.
    public func answering(_ act: () -> Void) {
        let waitingCount = queue.count
        depth &+= 1
        act()
        depth &-= 1
        if queue.count > waitingCount { round.answerCount &+= 1 }
    }

    /// Lends the latest value to `act`: a whole frame that is sent meanwhile waits for a turn of its own, because the one
    /// that is there is being read.
    func lending(_ act: () -> Void) {
        let outer = phase
        if outer == .applying { phase = .busy }
        let isDrainWanted = holding {
            act()
            return phase == .held(isDrainWanted: true)
        }
        if outer == .applying { phase = .applying }
        if isDrainWanted { drain() }
    }

    /// Whether nothing can happen any more: every source has ended and nothing is pending.
    public var isOver: Bool {
        mailbox.openSourceCount == 0 && queue.isEmpty && round.letters == nil && !mailbox.hasLetters
            && afterRound.isEmpty
    }

    /// Cancels everything, and drops what waits. Drivers may still have something to bring to an end: ``settle(isolation:)``.
    ///
    /// From inside a turn: nothing more of that turn is delivered, and no other follows.
    public func stop() {
        // Taken out first: destroying an element may append to the queue again.
        _ = exchange(&afterTurn, with: Ring())
        _ = exchange(&afterRound, with: Ring())
        guard let root = session.root else { return }
        // The end of a run whose condition has held is that of its session: the next one is not its own.
        if awaited?.isOver.value == true { awaited = nil }
        if phase == .ended { phase = .idle }
        holding {
            // One of these may have called this.
            if let idle = attached?.watchersWhenIdle, !idle.isCalling { idle.callAll() }
            session.root = nil
            root.cancel()
            dropQueue()
            discardLetters()
            mailbox.close()
            round.turnsLeft = 0
            if phase == .changed { phase = .busy }
            attached?.stopping.callAll()
            wakeRun()
        }
    }

    /// Waits for what drivers still had to do when the loop was stopped, this time and before.
    /// ``run(on:until:atEnd:isolation:)`` does that itself.
    public func settle(isolation: isolated (any Actor)? = #isolation) async {
        guard let attached else { return }
        await attached.settling.take()?.value
        for settle in exchange(&attached.settlements, with: []) { await settle() }
    }

    /// Holds ``settle()`` back until `work` is done.
    func settle(_ work: @escaping @Sendable () async -> Void) {
        attachments.settlements.append(work)
    }

    /// Has `act` called when the turn under way is over, before the next one; at once if there is none.
    @usableFromInline
    func after(_ act: @escaping () -> Void) {
        if phase.isBusy { afterTurn.append(act) } else { act() }
    }

    /// Has `act` called when all is over that waits now, or is emitted by the turn under way.
    func afterRound(_ act: @escaping () -> Void) {
        if phase.isBusy { afterRound.append(act) } else { act() }
    }

    // MARK: Time and other threads

    /// The time of the loop's scheduler: zero before the first start. It goes on between two turns and inside of one.
    public var now: Duration { session.scheduler?.now ?? .zero }

    /// - Parameter ring: Given the alarm, so that it need not hold it, and the time.
    func makeAlarm(_ ring: @escaping (_ alarm: any Alarm, _ now: Duration) -> Void) -> any Alarm {
        guard let scheduler = session.scheduler else { Cycle.stop("an alarm needs a loop that was started") }
        return LoopAlarm(scheduler, self, ring)
    }

    /// Has what is posted to `port`, from now on and before, brought to `receive`.
    @usableFromInline func open(_ port: Port, _ receive: @escaping (Letter) -> Void, finish: @escaping () -> Void) {
        // Behind the turn under way: what was sent before the first listener goes to all that start listening in it.
        round.letters = port.open(in: mailbox, receive, finish: finish)?.followed(by: round.letters) ?? round.letters
        // A stopped loop keeps nothing: the port may have gone by the next start.
        if session.root == nil { discardLetters() }
    }
}

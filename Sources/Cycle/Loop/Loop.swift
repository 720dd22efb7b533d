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
    /// What runs between a start and a stop.
    public typealias Work = (Loop) -> Subscription

    let mailbox = Mailbox()
    private(set) var scheduler: (any Scheduler)?
    /// `nil` once its owner has gone.
    var work: Work?
    private let answerLimit: Int

    @exclusivity(unchecked) @usableFromInline var queue = Ring<(Source, depth: Int)>()
    /// What is being started: whatever it starts in turn runs inside of it.
    @exclusivity(unchecked) @usableFromInline var starter: Subscription?
    /// What emits just now: what emitted the value that has its turn.
    @exclusivity(unchecked) @usableFromInline var emitter: Subscription?
    /// The last subscription that a value has passed on its way out from `emitter`.
    @exclusivity(unchecked) var passed: Subscription?
    /// How many frames, each the answer to the one before, led to what is emitted just now.
    @exclusivity(unchecked) @usableFromInline var depth = 0
    /// How many turns there were.
    @exclusivity(unchecked) private(set) var turnNumber = 0
    /// Whether the value of a turn is on its way to what it changes.
    @exclusivity(unchecked) @usableFromInline var isApplying = false
    /// Whether an event-filter is changing a value, which nobody may read meanwhile.
    @exclusivity(unchecked) @usableFromInline var isChanging = false
    /// Who observes the variable of this loop, if it has one, and whether the turn under way has changed it.
    @exclusivity(unchecked) var observers: Observers?
    @exclusivity(unchecked) @usableFromInline var isChanged = false
    /// Set while somebody watches the moments of this loop.
    @exclusivity(unchecked) @usableFromInline var isWatched = false
    private(set) lazy var moments = MomentHooks()

    @exclusivity(unchecked) private var letters: Letter?
    /// Where the value whose turns are under way came from, if its values are counted.
    @exclusivity(unchecked) private var taken: Port?
    /// How many turns are left of those that the last letter led to.
    @exclusivity(unchecked) private var turnsLeft = 0
    /// What was asked for in a turn and happens when that is over.
    @exclusivity(unchecked) private var afterTurn = Ring<() -> Void>()
    /// What begins when all turns are over that the last letter led to at once.
    @exclusivity(unchecked) private var afterRound = Ring<() -> Void>()
    private var settlements: [@Sendable () async -> Void] = []
    /// Called at a stop, beside what runs inside of `running`.
    let stopping = Hooks()

    /// Whether turns are being taken, so that a call from inside one of them can wait.
    @exclusivity(unchecked) private(set) var isBusy = false
    /// What runs since the last start; all of it runs inside of this.
    @exclusivity(unchecked) @usableFromInline private(set) var running: Subscription?
    /// When it was started: what ticks are counted from that go on together.
    private(set) var startTime = Duration.zero
    /// The condition of the `run` that is awaited, and whether it held while others drained the loop.
    @exclusivity(unchecked) private var isDone: (() -> Bool)?
    @exclusivity(unchecked) private var isEnded = false

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

    // MARK: Running

    /// Runs the loop in the caller's isolation: until `isDone` holds after a turn, the task is cancelled, the loop is stopped,
    /// or nothing can happen any more. Starts it if it was not started, stops it at the end, and returns when what its drivers
    /// still had to do is done.
    public func run(
        on scheduler: any Scheduler, until isDone: @escaping () -> Bool = { false },
        isolation: isolated (any Actor)? = #isolation
    ) async {
        if self.isDone != nil { stopForRunningTwice() }
        self.isDone = isDone
        isEnded = false
        if !isStarted { start(on: scheduler) }
        let mailbox = mailbox
        await withTaskCancellationHandler {
            // Naming the isolation keeps this closure in it.
            await takeTurns(isolation: isolation)
        } onCancel: {
            mailbox.interrupt()
        }
        self.isDone = nil
        isEnded = false
        stop()
        await settle()
    }

    private func takeTurns(isolation: isolated (any Actor)?) async {
        isEnded = isDone?() ?? false
        while !isEnded, isStarted, !Task.isCancelled {
            if takeTurnsForAWhile() {
                await Task.yield()
            } else if isEnded || !isStarted || isOver {
                return
            } else {
                await waitForLetters()
            }
        }
    }

    /// Takes turns until others of its isolation must run: by time, because a turn takes 50 ns or 50 ms, and by number, for
    /// schedulers whose time stands still. To yield costs as much as many turns.
    ///
    /// - Returns: Whether more may be waiting.
    private func takeTurnsForAWhile() -> Bool {
        let slice = Duration.milliseconds(1)
        let end = now + slice
        for _ in 0..<256 {
            if !takeTurns(atMost: 256) { return false }
            if now >= end || !isStarted || Task.isCancelled { return true }
        }
        return true
    }

    private func waitForLetters(isolation: isolated (any Actor)? = #isolation) async {
        await withUnsafeContinuation { continuation in
            mailbox.sleep { continuation.resume() }
        }
        _ = mailbox.takeInterruption()
    }

    /// Makes a sleeping `run` look at what others have done to its loop.
    func wakeRun() {
        if isDone != nil { mailbox.interrupt() }
    }

    private func stopForRunningTwice() -> Never {
        Cycle.stop("this loop runs already: await its end, or call stop(), before running it again")
    }

    // MARK: By hand

    /// Whether it is between a start and a stop.
    public var isStarted: Bool { running != nil }

    /// Starts the loop without running it. What is emitted waits for ``drain()``, or for ``run(on:until:isolation:)``, which
    /// goes on from here. From inside a turn, after ``stop()``: when the turn is over.
    public func start(on scheduler: any Scheduler) {
        if isStarted { stopForRunningTwice() }
        if isBusy { return afterTurn.append { [self] in begin(on: scheduler) } }
        isBusy = true
        begin(on: scheduler)
        finishTurn()
        isBusy = false
    }

    private func begin(on scheduler: any Scheduler) {
        self.scheduler = scheduler
        startTime = scheduler.now
        _ = mailbox.takeInterruption()
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
        isBusy = true
        defer { isBusy = false }
        let before = turnNumber
        while takeTurn() {
            if turnNumber > before { return true }
        }
        reportIdle()
        return false
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
        reportIdle()
        running = nil
        root.cancel()
        dropQueue()
        discardLetters()
        mailbox.close()
        turnsLeft = 0
        taken = nil
        isChanged = false
        stopping.callAll()
        wakeRun()
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
    func after(_ act: @escaping () -> Void) {
        if isBusy { afterTurn.append(act) } else { act() }
    }

    /// Has `act` called when all is over that waits now, or is emitted by the turn under way.
    func afterRound(_ act: @escaping () -> Void) {
        if isBusy { afterRound.append(act) } else { act() }
    }

    // MARK: Time and other threads

    /// The time of the loop's scheduler.
    public var now: Duration { scheduler?.now ?? .zero }

    /// - Parameter ring: Given the alarm, so that it need not hold it, and the time.
    func makeAlarm(_ ring: @escaping (_ alarm: any Alarm, _ now: Duration) -> Void) -> any Alarm {
        guard let scheduler else { Cycle.stop("an alarm needs a loop that was started") }
        return LoopAlarm(scheduler, mailbox, ring)
    }

    /// Has what is posted to `port`, from now on and before, brought to `receive`.
    func open(_ port: Port, _ receive: @escaping (Letter) -> Void, finish: @escaping () -> Void) {
        // Behind the turn under way: what was sent before anybody listened goes to all who start listening in it.
        letters = port.open(in: mailbox, receive, finish: finish)?.followed(by: letters) ?? letters
    }

    // MARK: Turns

    /// - Returns: Whether more may be waiting.
    private func takeTurns(atMost limit: Int) -> Bool {
        isBusy = true
        defer { isBusy = false }
        for _ in 0..<limit {
            guard takeTurn() else {
                reportIdle()
                return false
            }
            if isDone?() == true {
                isEnded = true
                return false
            }
        }
        return true
    }

    /// - Returns: Whether there was something to do: a value that waited, or a letter.
    private func takeTurn() -> Bool {
        let hadLetter = turnsLeft == 0 && isRoundOver && takeLetter()
        if turnsLeft == 0 { turnsLeft = queue.count }
        guard let (source, depth) = queue.popFirst() else { return hadLetter }
        if depth > answerLimit { stopForAnswering(source.owner) }
        turnsLeft &-= 1
        turnNumber &+= 1
        self.depth = depth
        isApplying = true
        source.turn.call()
        isApplying = false
        if isChanged { deliverChange() }
        if emitter != nil || !afterTurn.isEmpty { finishTurn() }
        self.depth = 0
        return true
    }

    /// What is emitted meanwhile is an answer to a frame.
    private func deliverChange() {
        isChanged = false
        if emitter != nil { forgetEmitter() }
        depth &+= 1
        // Nobody is left to be shown a change that stopped the loop.
        if isStarted { observers?.deliver() }
    }

    private func forgetEmitter() {
        emitter = nil
        passed = nil
    }

    private func finishTurn() {
        forgetEmitter()
        depth = 0
        while let act = afterTurn.popFirst() { act() }
    }

    /// Takes the next letter. All that waits by then has its turn before the one after it is taken, so that neither letters
    /// nor answers starve the other.
    private func takeLetter() -> Bool {
        while let act = afterRound.popFirst() { act() }
        if let port = taken {
            taken = nil
            port.makeRoom()
        }
        if letters == nil { letters = mailbox.takeAll() }
        let letter = letters
        if let letter {
            letters = letter.following
            taken = letter.deliver()
            finishTurn()
        }
        return letter != nil
    }

    /// Whether there is something to do between what one letter led to and the next.
    private var isRoundOver: Bool {
        letters != nil || mailbox.hasLetters || taken != nil || !afterRound.isEmpty
    }

    private func discardLetters() {
        while let letter = letters {
            letters = letter.following
            letter.discard()
        }
    }

    /// The values go by turns that are not admitted any more: what they run inside of has stopped.
    private func dropQueue() {
        var dropped = taking(&queue)
        while let (source, _) = dropped.popFirst() { source.turn.call() }
    }

    /// Empties a queue. What was in it may come back here as it goes, and finds another one.
    private func taking<Element>(_ queue: inout Ring<Element>) -> Ring<Element> {
        var taken = Ring<Element>()
        swap(&taken, &queue)
        return taken
    }

    private func stopForAnswering(_ owner: String) -> Never {
        Cycle.stop(
            """
            \(owner) answers its own answers for ever: \(answerLimit) frames in a row led to the next one at once. Let its \
            Event-Filter leave an unchanged frame equal, let its driver not answer every model, or raise answerLimit.
            """)
    }

    // MARK: Who emits

    /// Starts a signal so that all of it, now and later, runs inside of `subscription`.
    @usableFromInline
    func starting(_ subscription: Subscription, _ start: () -> Subscription) {
        let outer = starter
        starter = subscription
        subscription.stop(with: start())
        starter = outer
    }

    /// Passes a value on under the name of `subscription`; not at all once that has stopped or ended.
    func emitting(_ subscription: Subscription, _ emit: () -> Void) {
        guard subscription.isActive else { return }
        let (outer, outerPassed) = (emitter, passed)
        if let outer {
            // What emits inside of it has been named already, and can be cancelled alone. What came from elsewhere, through a
            // shared signal, depends on both from here on.
            if !isOnTheWay(from: outer, to: subscription) {
                emitter = Subscription(joining: subscription, with: outer)
            }
        } else {
            emitter = subscription
        }
        passed = subscription
        emit()
        (emitter, passed) = (outer, outerPassed)
    }

    /// Passes on what waited, as its emitter does.
    func continuing(as emitter: Subscription?, _ emit: () -> Void) {
        let (outer, outerPassed) = (self.emitter, passed)
        (self.emitter, passed) = (emitter, nil)
        emit()
        (self.emitter, passed) = (outer, outerPassed)
    }

    /// Whether what `emitter` emits passes `subscription` on its way out. The next one on the way needs no search.
    private func isOnTheWay(from emitter: Subscription, to subscription: Subscription) -> Bool {
        if let passed, passed.parent === subscription { return true }
        return subscription.contains(emitter)
    }
}

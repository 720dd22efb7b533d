extension Turns {
    /// The loop that takes these turns: every `Turns` is one.
    var loop: Loop {
        guard let loop = self as? Loop else { preconditionFailure("turns are taken by a loop") }
        return loop
    }
}

/// What runs a frame loop: takes letters from the mailbox, gives each value its turn, sleeps when there is nothing.
///
/// Confined to the isolation that calls `run`; only its mailbox is touched by other threads.
package final class Loop: Turns {
    /// How many letters are taken between two looks at the queue, so that neither starves the other.
    private static let lettersPerRound = 256

    let mailbox = Mailbox()
    private var scheduler: (any Scheduler)?
    private var letters: Letter?
    /// What goes on, or begins, when turns are over.
    private struct Pending: ~Copyable {
        /// Doors with a bound from which values were taken in this round.
        var takenDoors: [InletDoor] = []
        var tasks = Ring<TaskDoor>()
    }

    /// Most loops have neither.
    private var pending: UnsafeMutablePointer<Pending>?
    private var settlements: [@Sendable () async -> Void] = []
    /// Turns that are left of this round, and how many rounds there were since something came from outside.
    private var turnsLeft = 0
    private var answerCount = 0
    private let answerLimit: Int

    package init(answerLimit: Int) {
        self.answerLimit = answerLimit
    }

    deinit {
        discardLetters()
        mailbox.close()
        pending?.free()
    }

    override var now: Duration { scheduler?.now ?? .zero }

    override func alarm(_ ring: @escaping (_ now: Duration) -> Void) -> any Alarm {
        guard let scheduler else { preconditionFailure("an alarm needs a loop that runs") }
        return LoopAlarm(scheduler, mailbox, ring: ring) { [mailbox] in mailbox.openSourceCount += $0 }
    }

    func beginAfterTurns(_ task: TaskDoor) {
        makePending().pointee.tasks.append(task)
    }

    private func makePending() -> UnsafeMutablePointer<Pending> {
        let made = pending ?? .holding(Pending())
        pending = made
        return made
    }

    override func settle(_ work: @escaping @Sendable () async -> Void) {
        settlements.append(work)
    }

    /// Has what is posted to `door`, from now on and before, delivered here. Whoever opens it counts it as closed.
    func open(_ door: Door) {
        mailbox.openSourceCount += 1
        var early = door.move(to: mailbox)
        if early != nil { noteCause() }
        while let letter = early {
            early = letter.following
            letter.deliver()
        }
    }

    /// `door` has a bound, and the first value of this round was taken from it.
    func noteTaken(_ door: InletDoor) {
        makePending().pointee.takenDoors.append(door)
    }

    // MARK: Running

    package func begin(on scheduler: any Scheduler) {
        self.scheduler = scheduler
        noteCause()
        _ = mailbox.takeInterruption()
    }

    /// Something came from outside that is not a letter: what follows is an answer to that.
    func noteCause() {
        answerCount = 0
    }

    /// Lets nobody take turns while `body` runs; after it, the tasks that it led to begin: the first of them in `task`, if
    /// that is what takes turns.
    func keepBusy<Result>(in task: TaskDoor? = nil, _ body: () -> Result) -> Result {
        state.pointee.isBusy = true
        defer {
            state.pointee.isBusy = false
            var task = task
            while let next = pending?.pointee.tasks.popFirst() {
                if task?.handOver(to: next) == true { task = nil } else { next.begin() }
            }
        }
        return body()
    }

    package func runTurns(until isDone: () -> Bool) -> Bool {
        runTurns(limit: .max, until: isDone)
    }

    /// Runs turns until nothing is waiting or `isDone` holds after a turn.
    ///
    /// - Parameters:
    ///   - limit: After so many turns it returns although more are waiting, so that its caller can look around.
    ///   - task: What takes them, if that is not the loop itself.
    /// - Returns: Whether more is waiting.
    func runTurns(limit: Int, in task: TaskDoor? = nil, until isDone: () -> Bool) -> Bool {
        keepBusy(in: task) {
            for _ in 0..<limit {
                if turnsLeft == 0 { beginRound() }
                // Before the turn, which may stop the loop and leave nothing to count.
                if turnsLeft > 0 { turnsLeft -= 1 }
                if takeTurn() {
                    if isDone() { return false }
                } else if !isMoreTaken {
                    witness?.reportIdle()
                    return false
                }
            }
            return true
        }
    }

    /// Whether there is more to do although no turn came of what was taken: letters behind it, or sources to let go on.
    private var isMoreTaken: Bool { letters != nil || hasTakenDoors }

    private var hasTakenDoors: Bool { pending?.pointee.takenDoors.isEmpty == false }

    /// Whether nothing can ever happen again: no source is open, no alarm armed, no effect running.
    package var isOver: Bool { mailbox.openSourceCount == 0 && state.pointee.queue.count == 0 && letters == nil }

    func waitForLetters(isolation: isolated (any Actor)? = #isolation) async {
        await withUnsafeContinuation { continuation in
            mailbox.sleep { continuation.resume() }
        }
        _ = mailbox.takeInterruption()
    }

    package func end(isolation: isolated (any Actor)? = #isolation) async {
        let work = settlements
        settlements = []
        for settle in work { await settle() }
    }

    package func discardTurns() {
        dropTurns()
        turnsLeft = 0
        pending?.pointee.takenDoors = []
        life = nil
    }

    /// A round is what waits now. What it causes is the next round: a lens that answers its own answers for ever shows
    /// as rounds without end in which nothing came from outside.
    private func beginRound() {
        if hasTakenDoors { makeRoom() }
        if letters != nil || mailbox.hasLetters { takeLetters() }
        turnsLeft = state.pointee.queue.count
        guard turnsLeft > 0 else { return }
        answerCount += 1
        precondition(
            answerCount <= answerLimit,
            """
            \(state.pointee.queue.first?.pointee.owner ?? "a lens") answers its own answers for ever: \(answerLimit) times in a row a frame \
            led to an event at once. Let its Event-Filter leave an unchanged frame equal, or raise answerLimit.
            """)
    }

    /// The turns of all that was taken in the last round are over: its sources may go on.
    private func makeRoom() {
        guard let pending else { return }
        let doors = pending.pointee.takenDoors
        pending.pointee.takenDoors = []
        for door in doors { door.bound?.makeRoom(isOpen: door.isOpen) }
    }

    private func takeLetters() {
        if letters == nil { letters = mailbox.takeAll() }
        if letters != nil { answerCount = 0 }
        for _ in 0..<Loop.lettersPerRound {
            guard let letter = letters else { break }
            letters = letter.following
            letter.deliver()
        }
    }

    private func discardLetters() {
        while let letter = letters {
            letters = letter.following
            letter.discard()
        }
    }
}

extension Loop {
    /// A sink that belongs to this loop and goes nowhere, to run a signal in it that leads to no frame.
    package func sink() -> Sink<Never> {
        Sink(self, receive: { _ in }, finish: {})
    }
}

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
    /// Doors with a bound from which values were taken in this round.
    private var takenDoors: [Door] = []
    /// Inlets that are open, alarms that are armed, effects that run: what can still cause a turn.
    private var openDoorCount = 0
    private var pendingTasks = Ring<PendingTask>()
    private var settlements: [@Sendable () async -> Void] = []
    /// Turns that are left of this round, and how many rounds there were since something came from outside.
    private var turnsLeft = 0
    private var answerCount = 0
    private let answerLimit: Int
    /// Whether turns are being taken, so that a call from inside one of them can wait.
    private(set) var isBusy = false

    package init(answerLimit: Int) {
        self.answerLimit = answerLimit
    }

    deinit {
        discardLetters()
        mailbox.close()
    }

    override var now: Duration { scheduler?.now ?? .zero }

    override func alarm(_ ring: @escaping (_ now: Duration) -> Void) -> any Alarm {
        guard let scheduler else { preconditionFailure("an alarm needs a loop that runs") }
        return LoopAlarm(scheduler, mailbox, ring: ring) { [unowned self] in openDoorCount += $0 }
    }

    func beginAfterTurns(_ task: PendingTask) {
        pendingTasks.append(task)
    }

    override func settle(_ work: @escaping @Sendable () async -> Void) {
        settlements.append(work)
    }

    /// Has what is posted to `door` from now on, and before, brought to `show`.
    ///
    /// - Parameter onCancel: Called when that is cancelled.
    func open(
        _ door: Door, _ show: @escaping (UnsafeMutableRawPointer) -> Void, finish: @escaping () -> Void,
        onCancel: (() -> Void)? = nil
    ) -> Subscription {
        openDoorCount += 1
        door.open(
            onValue: show,
            onEnd: { [unowned self] in
                openDoorCount -= 1
                finish()
            }, onTaken: door.bound == nil ? nil : { [unowned self] in takenDoors.append($0) })
        var early = door.move(to: mailbox)
        if early != nil { noteCause() }
        while let letter = early {
            early = letter.following
            letter.deliver()
        }
        return Subscription { [unowned self] in
            if door.close() { openDoorCount -= 1 }
            onCancel?()
        }
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

    /// Lets nobody take turns while `body` runs; after it, the tasks that it led to begin.
    func keepBusy<Result>(_ body: () -> Result) -> Result {
        isBusy = true
        defer {
            isBusy = false
            while let task = pendingTasks.popFirst() { task.begin() }
        }
        return body()
    }

    /// Runs turns until nothing is waiting or `isDone` holds after a turn.
    ///
    /// - Parameter limit: After so many turns it returns although more are waiting, so that its caller can look around.
    /// - Returns: Whether more is waiting.
    package func runTurns(limit: Int = .max, until isDone: () -> Bool) -> Bool {
        keepBusy {
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
    private var isMoreTaken: Bool { letters != nil || !takenDoors.isEmpty }

    /// Whether nothing can ever happen again: no source is open, no alarm armed, no effect running.
    package var isOver: Bool { openDoorCount == 0 && state.pointee.queue.count == 0 && letters == nil }

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
        takenDoors = []
        life = nil
    }

    /// A round is what waits now. What it causes is the next round: a lens that answers its own answers for ever shows
    /// as rounds without end in which nothing came from outside.
    private func beginRound() {
        if !takenDoors.isEmpty { makeRoom() }
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
        let doors = takenDoors
        takenDoors = []
        for door in doors { door.makeRoom() }
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

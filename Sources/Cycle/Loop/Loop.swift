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
    /// Inlets that are open, alarms that are armed, effects that run: what can still cause a turn.
    private var openDoorCount = 0
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

    override func alarm(_ ring: @escaping () -> Void) -> any Alarm {
        guard let scheduler else { preconditionFailure("an alarm needs a loop that runs") }
        return LoopAlarm(scheduler, mailbox, ring: ring) { [unowned self] in openDoorCount += $0 }
    }

    override func settle(_ work: @escaping @Sendable () async -> Void) {
        settlements.append(work)
    }

    func open<Value>(_ door: ValueDoor<Value>, to sink: Sink<Value>) -> Subscription {
        openDoorCount += 1
        var isOpen = true
        let close = { [unowned self] in
            guard isOpen else { return }
            isOpen = false
            openDoorCount -= 1
        }
        door.open(sink.send) {
            close()
            sink.end()
        }
        var early = door.move(to: mailbox)
        while let letter = early {
            early = letter.following
            letter.deliver()
        }
        return Subscription {
            close()
            door.onValue = nil
            door.onEnd = nil
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

    /// Lets nobody take turns while `body` runs.
    func keepBusy<Result>(_ body: () -> Result) -> Result {
        isBusy = true
        defer { isBusy = false }
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
                guard takeTurn() else {
                    witness?.reportIdle()
                    return false
                }
                if isDone() { return false }
            }
            return true
        }
    }

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
        life = nil
    }

    /// A round is what waits now. What it causes is the next round: a lens that answers its own answers for ever shows
    /// as rounds without end in which nothing came from outside.
    private func beginRound() {
        if takeLetters() { answerCount = 0 }
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

    private func takeLetters() -> Bool {
        if letters == nil { letters = mailbox.takeAll() }
        guard letters != nil else { return false }
        for _ in 0..<Loop.lettersPerRound {
            guard let letter = letters else { break }
            letters = letter.following
            letter.deliver()
        }
        return true
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

extension Loop {
    /// - Returns: Whether more may be waiting.
    func takeTurns(atMost limit: Int) -> Bool {
        takingTurns {
            for _ in 0..<limit {
                guard attached?.isPaused != true, takeTurn() || callIdle() else { return false }
                if awaited != nil, isRunDone() { return false }
            }
            return true
        }
    }

    /// All turns are taken in here: calls from inside wait.
    func takingTurns<Result>(_ act: () -> Result) -> Result {
        phase = .busy
        let result = act()
        depth = 0
        if phase == .busy { phase = .idle }
        return result
    }

    /// Gives the oldest value its turn; before that takes a letter, where all has had its turn that the last one led to.
    ///
    /// - Returns: Whether there was something to do: a value that waited, or a letter.
    func takeTurn() -> Bool {
        var hadLetter = false
        if round.turnsLeft == 0 {
            hadLetter = isRoundOver && takeLetter()
            round.turnsLeft = queue.count
        }
        guard let turn = queue.popFirst() else {
            round.answerCount = 0
            // The rest of a round is begun also where the part before has led to nothing.
            return hadLetter || !afterRound.isEmpty
        }
        round.turnsLeft &-= 1
        take(turn)
        finishTurn()
        return true
    }

    /// Gives one value its turn. ``finishTurn()`` has to follow.
    func take(_ turn: borrowing Hook) {
        turnNumber &+= 1
        depth = turn.number
        phase = .applying
        let waitingCount = queue.count
        turn.call()
        if case .changed = phase {
            deliverChange()
            if queue.count > waitingCount { round.answerCount &+= 1 }
        }
        phase = .busy
    }

    /// Values that are emitted meanwhile are answers to a frame.
    func deliverChange() {
        phase = .busy
        // Asked first: to replace it releases it, also where it is `nil`.
        if emitter != nil { emitter = nil }
        depth &+= 1
        // A change that stopped the loop is not shown.
        if session.root != nil { observers.deliver(in: self) }
    }

    /// Calls those that wait for an idle loop. The values that they send are answers to the last turn.
    ///
    /// - Returns: Whether there is something to do now.
    @inline(never)  // seldom, as the next two: else their work is on the way of every turn
    func callIdle() -> Bool {
        guard let idle = attached?.watchersWhenIdle else { return false }
        answering(idle.callAll)
        finishTurn()
        return !queue.isEmpty || isRoundOver
    }

    /// Whether the condition of the run that is awaited holds. It may stop the loop, and start it again.
    @inline(never) func isRunDone() -> Bool {
        guard let run = awaited else { return false }
        let isOver = run.isOver.value || run.isDone()
        if isOver {
            run.atEnd()
            // A condition that has stopped its loop has no session to end.
            if isStarted { run.isOver.value = true } else { awaited = nil }
        }
        finishTurn()
        if awaited?.isOver.value == true { phase = .ended }
        return isOver
    }

    /// Forgets the emitter of the turn that is over, and makes the calls that have waited for that.
    func finishTurn() {
        if emitter != nil || !afterTurn.isEmpty { makeCallsAfterTurn() }
    }

    @inline(never) private func makeCallsAfterTurn() {
        emitter = nil
        let depth = depth
        self.depth = 0
        while let act = afterTurn.popFirst() { act() }
        self.depth = depth
    }

    /// Takes the next letter. All that waits by then has its turn before the one after it is taken, so that neither letters
    /// nor answers starve the other.
    func takeLetter() -> Bool {
        depth = 0
        // Only those of now: one may have the rest of its work follow.
        for _ in 0..<afterRound.count { afterRound.popFirst()?() }
        guard let letter = round.letters ?? mailbox.takeAll() else { return false }
        round.letters = letter.following
        (round.answerCount, round.kept) = (0, nil)
        if let port = letter.deliver() { makeRoom(in: port) }
        finishTurn()
        return true
    }

    /// How many frames, or turns, have led to an alarm that is armed just now, and for which no time has to pass. Alarms that double
    /// never stand deep: so turns that arm some are counted since something came from outside.
    func alarmDepth() -> Int {
        if depth == 1 { round.alarms.count = 0 }
        if round.alarms.turn != turnNumber { round.alarms.count &+= 1 }
        round.alarms.turn = turnNumber
        return max(depth, round.alarms.count)
    }

    @inline(never)  // seldom: else its work is on the way of every letter
    private func makeRoom(in port: Port) {
        if let kept = round.kept { kept.value = port } else { afterRound.append(port.makeRoom) }
    }

    /// Has a value that an operator keeps count as one that waits, so that its source is slowed.
    ///
    /// - Returns: Ends that, when the value goes on.
    func countAsWaiting() -> () -> Void {
        let kept = round.kept ?? Variable<Port?>(nil)
        round.kept = kept
        return { [self] in if let port = kept.value.take() { afterRound(port.makeRoom) } }
    }

    /// Whether there is something to do between what one letter led to and the next.
    var isRoundOver: Bool {
        round.letters != nil || mailbox.hasLetters || !afterRound.isEmpty
    }

    func discardLetters() {
        round.letters.take()?.forEach { $0.discard() }
    }

    /// The values go by turns that are not admitted any more.
    func dropQueue() {
        var dropped = exchange(&queue, with: Ring())
        while let turn = dropped.popFirst() { turn.call() }
    }

    @usableFromInline
    func stopForAnswering(_ owner: String) -> Never {
        Cycle.stop(
            """
            \(owner) answers its own answers for ever: \(answerLimit) of them led to the next ones at once. Let its Event-Filter \
            leave an unchanged frame equal and send nothing, let its driver or feedback not answer everything, or raise answerLimit.
            """)
    }
}

extension Loop {
    /// - Returns: Whether more may be waiting.
    func takeTurns(atMost limit: Int) -> Bool {
        isBusy = true
        defer { isBusy = false }
        for _ in 0..<limit {
            guard takeTurn() else {
                watchersWhenIdle?.callAll()
                return false
            }
            isEnded = isDone?() == true
            if isEnded { return false }
        }
        return true
    }

    /// - Returns: Whether there was something to do: a value that waited, or a letter.
    func takeTurn() -> Bool {
        let hadLetter = turnsLeft == 0 && isRoundOver && takeLetter()
        if turnsLeft == 0 { turnsLeft = queue.count }
        guard let turn = queue.popFirst() else { return hadLetter }
        turnsLeft &-= 1
        turnNumber &+= 1
        depth = turn.number
        isApplying = true
        turn.call()
        isApplying = false
        if isChanged { deliverChange() }
        if emitter != nil || !afterTurn.isEmpty { finishTurn() }
        self.depth = 0
        return true
    }

    /// What is emitted meanwhile is an answer to a frame.
    func deliverChange() {
        isChanged = false
        // Asked first: to replace it releases it, also where it is `nil`.
        if emitter != nil { emitter = nil }
        depth &+= 1
        // Nobody is left to be shown a change that stopped the loop.
        if running != nil { observers.deliver(in: self) }
    }

    func finishTurn() {
        emitter = nil
        depth = 0
        while let act = afterTurn.popFirst() { act() }
    }

    /// Takes the next letter. All that waits by then has its turn before the one after it is taken, so that neither letters
    /// nor answers starve the other.
    func takeLetter() -> Bool {
        while let act = afterRound.popFirst() { act() }
        guard let letter = letters ?? mailbox.takeAll() else { return false }
        letters = letter.following
        if let port = letter.deliver() { makeRoom(in: port) }
        finishTurn()
        return true
    }

    @inline(never)  // seldom: else its work is on the way of every letter
    private func makeRoom(in port: Port) {
        afterRound.append(port.makeRoom)
    }

    /// Whether there is something to do between what one letter led to and the next.
    var isRoundOver: Bool {
        letters != nil || mailbox.hasLetters || !afterRound.isEmpty
    }

    func discardLetters() {
        letters.take()?.forEach { $0.discard() }
    }

    /// The values go by turns that are not admitted any more.
    func dropQueue() {
        var dropped = taking(&queue)
        while let turn = dropped.popFirst() { turn.call() }
    }

    /// Empties a queue. What was in it may come back here as it goes, and finds another one.
    func taking<Element: ~Copyable>(_ queue: inout Ring<Element>) -> Ring<Element> {
        var taken = Ring<Element>()
        swap(&taken, &queue)
        return taken
    }

    @usableFromInline
    func stopForAnswering(_ owner: String) -> Never {
        Cycle.stop(
            """
            \(owner) answers its own answers for ever: \(answerLimit) frames in a row led to the next one at once. Let its \
            Event-Filter leave an unchanged frame equal, let its driver not answer every model, or raise answerLimit.
            """)
    }
}

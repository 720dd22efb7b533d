import Synchronization

/// What letters are addressed to: the loop's end of an inlet or of an alarm.
///
/// Unchecked: `isOpen`, `receive` and `finish` are the loop's, and `ringLetter` is set before any other thread knows of the port.
final class Port: @unchecked Sendable {
    static let complaint =
        "a pipe feeds one loop, and this one feeds another: make one with pipe() for each loop that listens"

    private let destination = Destination()
    /// Destroys a value that nobody takes. Any thread.
    private let destroy: @Sendable (Letter) -> Void
    /// Whether somebody gets the values.
    private(set) var isOpen = false
    private var receive: ((Letter) -> Void)?
    private var finish: (() -> Void)?
    let bound: Bound?
    /// Whether nobody may send any more.
    let isOver = Atomic(false)
    /// Whether the end has come, also where nobody listened.
    private let hasEnded = Atomic(false)
    /// Of an alarm: its one letter, and whether that is on its way.
    private var ringLetter: Letter?
    private let isRinging = Atomic(false)

    /// - Parameter type: What its letters carry.
    init<Value>(for type: Value.Type, bound: Bound? = nil) {
        destroy = { _ = $0.take(as: Value.self) }
        self.bound = bound
    }

    /// The port of an alarm.
    init(in mailbox: Mailbox, of alarm: LoopAlarm) {
        destroy = { _ in }
        bound = nil
        isOpen = true
        ringLetter = Letter(to: self, ringing: alarm)
        _ = destination.move(to: mailbox)
    }

    deinit {
        ringLetter?.free()
    }

    // MARK: Any thread

    /// - Parameter limit: How many letters may wait for a loop.
    @discardableResult
    func post(_ letter: Letter, earlyLimit limit: Int = .max) -> LetterStack.Push {
        destination.post(letter, earlyLimit: limit)
    }

    /// Posts the one letter of an alarm, unless it is on its way.
    @Sendable func postRing() {
        guard let ringLetter, !isRinging.exchange(true, ordering: .sequentiallyConsistent) else { return }
        post(ringLetter.holdingPort())
    }

    func discard(_ letter: Letter) {
        destroy(letter)
    }

    func noteEnd() {
        isOver.store(true, ordering: .relaxed)
        hasEnded.store(true, ordering: .releasing)
    }

    func discardRing() {
        isRinging.store(false, ordering: .sequentiallyConsistent)
    }

    // MARK: The loop only

    /// Has what is posted from now on, and before, brought to `receive`, until the port is closed or its source ends.
    ///
    /// - Returns: The letters that waited for a loop.
    func open(in mailbox: Mailbox, _ receive: @escaping (Letter) -> Void, finish: @escaping () -> Void) -> Letter? {
        if destination.isOther(than: mailbox) {
            stop(Port.complaint)
        }
        let early = destination.move(to: mailbox)
        if hasEnded.load(ordering: .acquiring) {
            finish()
            return early
        }
        isOpen = true
        (self.receive, self.finish) = (receive, finish)
        destination.countSource(1)
        return early
    }

    /// - Returns: Whether its values are counted.
    func receive(_ letter: Letter) -> Bool {
        if let receive { receive(letter) } else { destroy(letter) }
        return bound != nil
    }

    /// The turns of a value that was taken are over. A source whose signal was cancelled is told of no room.
    func makeRoom() {
        if isOpen { bound?.makeRoom() }
    }

    func ring() {
        // Before the ring, which may arm the alarm for a time that has come.
        isRinging.store(false, ordering: .sequentiallyConsistent)
        if isOpen { ringLetter?.ring() }
    }

    /// The source has ended.
    func end() {
        noteEnd()
        let finish = finish
        close()
        finish?()
    }

    /// What comes from now on is dropped.
    func close() {
        guard isOpen else { return }
        isOpen = false
        let (unusedReceive, unusedFinish) = (receive, finish)
        (receive, finish) = (nil, nil)
        if ringLetter == nil { destination.countSource(-1) }
        // Last: what they hold may come back here.
        _ = (consume unusedReceive, consume unusedFinish)
    }

    /// What is sent from now on is refused.
    func closeForGood() {
        isOver.store(true, ordering: .relaxed)
        close()
    }
}

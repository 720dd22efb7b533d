import Synchronization

/// The address of letters: the loop's end of an inlet, a sampler or an alarm.
///
/// Unchecked: `isOpen`, `mailbox`, `listener`, `alarm` and `onRoom` are the loop's, and `alarmLetter` is set before any other
/// thread knows of the port.
@usableFromInline final class Port: @unchecked Sendable {
    @usableFromInline static let complaint =
        "a pipe feeds one loop, and this one feeds another: make one with pipe() for each loop that listens"

    /// The address of the mailbox of its loop; 0 before there is one. A letter that is posted by then waits in `early`, and is counted.
    let address = Atomic<UInt>(0)
    let early: Mailbox?
    private let earlyCount = Atomic(0)
    private var mailbox: Mailbox?
    private var listener: (receive: (Letter) -> Void, finish: () -> Void)?
    /// Whether a listener gets the values.
    private(set) var isOpen = false
    /// Whether no value may be sent any more.
    let isOver = Atomic(false)
    /// Whether the end has come, also without a listener.
    private let hasEnded = Atomic(false)
    /// Whether the one letter of an alarm is on its way.
    private let isRinging = Atomic(false)
    /// Whether a sender knows that there is no room, and not yet that there is again.
    private let isFull = Atomic(false)
    /// How many values may wait, from the post to the end of their turns; how many do.
    private let bound: Int?
    private let onRoom: (@Sendable () -> Void)?
    private let pendingCount = Atomic(0)
    /// The letter with the newest value of a sampler, or 0.
    private let newest = Atomic<UInt>(0)
    /// The one letter of an alarm, and the alarm, which closes the port before it goes.
    private(set) var alarmLetter: Letter?
    private unowned let alarm: LoopAlarm?

    /// - Parameters:
    ///   - mailbox: Of its loop, if that is known.
    ///   - alarm: Told on the loop that it rings, until the port is closed.
    init(
        in mailbox: Mailbox?, bound: Int? = nil, onRoom: (@Sendable () -> Void)? = nil, of alarm: LoopAlarm? = nil
    ) {
        early = mailbox == nil ? Mailbox(isOpen: true) : nil
        // One value may always wait: room for none would never come.
        self.bound = bound.map { max(1, $0) }
        self.onRoom = onRoom
        self.alarm = alarm
        isOpen = alarm != nil
        _ = mailbox.map(move)
        if alarm != nil { alarmLetter = Letter(to: self) }
    }

    deinit {
        early?.takeAllAndClose()?.forEach { $0.destroy() }
        exchangeNewest(0)?.destroy()
        alarmLetter?.free()
    }

    // MARK: Any thread

    /// Counts a value about to be posted before there is a loop; `false` when as many wait for one as the limit.
    func hasRoomBeforeLoop(limit: Int) -> Bool {
        address.load(ordering: .relaxed) != 0 || earlyCount.add(1, ordering: .relaxed).oldValue < limit
    }

    /// Counts a value about to be posted; `false` when as many as the bound wait then, and `onRoom` will come.
    func hasRoomAfterPosting() -> Bool {
        guard let bound, pendingCount.add(1, ordering: .sequentiallyConsistent).newValue >= bound else { return true }
        // Told by the loop after this value has had its turn, at the latest: it looks after each.
        isFull.store(true, ordering: .sequentiallyConsistent)
        return false
    }

    /// Posts the one letter of an alarm, unless it is on its way.
    @Sendable func postRing() {
        guard let alarmLetter, !isRinging.exchange(true, ordering: .sequentiallyConsistent) else { return }
        post(alarmLetter.holdingPort())
    }

    /// Posts the end, behind all values. From the last sender it holds the port until they have come.
    func postEnd() {
        isOver.store(true, ordering: .releasing)
        // A loop that starts again meanwhile sees this, or has opened its mailbox for the letter.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        postLook()
    }

    /// Puts a letter in the place of the newest value; it is taken soon.
    ///
    /// - Returns: Whether that one took the place of another, which was not taken.
    func leaveNewest(_ letter: Letter) -> Bool {
        guard let replaced = exchangeNewest(letter.address) else {
            postLook()
            return false
        }
        replaced.destroy()
        return true
    }

    private func exchangeNewest(_ address: UInt) -> Letter? {
        Letter(address: newest.exchange(address, ordering: .acquiringAndReleasing))
    }

    /// Has the loop look at what has changed.
    private func postLook() {
        let letter = Letter(to: self)
        // It does not hold the port while it waits in there, for a loop that may never come: `move(to:)` sees to it.
        if address.load(ordering: .acquiring) == 0, early?.push(letter) == true { return }
        post(letter.holdingPort())
    }

    /// The loop that was to look at what has changed does not run.
    func lookAway() {
        isRinging.store(false, ordering: .sequentiallyConsistent)
        exchangeNewest(0)?.destroy()
        if isOver.load(ordering: .relaxed) { hasEnded.store(true, ordering: .releasing) }
    }

    // MARK: The loop only

    /// Has what is posted from now on, and before, brought to `receive`, until the port is closed or its source ends.
    ///
    /// - Returns: The letters that waited for a loop.
    func open(in mailbox: Mailbox, _ receive: @escaping (Letter) -> Void, finish: @escaping () -> Void) -> Letter? {
        if let known = self.mailbox, known !== mailbox { stop(Port.complaint) }
        let early = move(to: mailbox)
        if hasEnded.load(ordering: .acquiring) {
            finish()
            return early
        }
        isOpen = true
        listener = (receive, finish)
        mailbox.openSourceCount += 1
        // The end may be on its way back, refused by the mailbox before that was opened again.
        if early == nil, isOver.load(ordering: .sequentiallyConsistent) { postLook() }
        return early
    }

    /// - Returns: The letters that were posted before, oldest first. It is the caller's to deliver before any other, so that
    ///   no thread's values change their order.
    private func move(to mailbox: Mailbox) -> Letter? {
        guard self.mailbox == nil else { return nil }
        self.mailbox = mailbox
        publish(mailbox)
        let letters = early?.takeAllAndClose()
        letters?.forEach { if !$0.carriesValue { $0.holdingPort() } }
        return letters
    }

    /// - Returns: The port, if its values are counted.
    func receive(_ letter: Letter) -> Port? {
        // Read first: the listener may stop the loop, and let the port go.
        let counted = bound == nil ? nil : self
        guard let receive = listener?.receive else {
            letter.destroy()
            return counted
        }
        receive(letter)
        letter.free()
        return counted
    }

    /// A letter without a value has come.
    func look() {
        if alarmLetter != nil {
            // Before the ring, which may arm the alarm for a time that has come.
            isRinging.store(false, ordering: .sequentiallyConsistent)
            if isOpen { alarm?.ring() }
            return
        }
        // Asked first: the last value was left before the end was told.
        let isLast = isOver.load(ordering: .acquiring)
        if let letter = exchangeNewest(0) { _ = receive(letter) }
        guard isLast else { return }
        hasEnded.store(true, ordering: .releasing)
        let finish = listener?.finish
        close()
        finish?()
    }

    /// The turns of a value that was taken are over. A source whose signal was cancelled is told of no room.
    func makeRoom() {
        guard isOpen, let bound else { return }
        let count = pendingCount.subtract(1, ordering: .sequentiallyConsistent).newValue
        guard count <= bound / 2, isFull.load(ordering: .sequentiallyConsistent) else { return }
        if isFull.exchange(false, ordering: .sequentiallyConsistent) { onRoom?() }
    }

    /// Drops all values that come from now on.
    @usableFromInline func close() {
        guard isOpen else { return }
        isOpen = false
        let unused = listener.take()
        if alarmLetter == nil { mailbox?.openSourceCount -= 1 }
        // Last: what they hold may come back here.
        withExtendedLifetime(unused) {}
    }

    /// Refuses all values that are sent from now on.
    @usableFromInline func closeForGood() {
        isOver.store(true, ordering: .relaxed)
        close()
    }
}

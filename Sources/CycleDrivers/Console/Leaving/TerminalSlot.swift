import CycleBase
import Synchronization

/// The memory by which a signal handler gives one terminal back: plain, and written before it can be needed.
///
/// A handler may run at any moment, so what changes while the slot is active is written beside what is in force, and
/// put in force by one atomic store.
struct TerminalSlot: ~Copyable {
    static let byteLimit = 512

    private let word = Atomic(TerminalOwner.none.word)
    /// Whether a thread writes to the terminal, without blocking.
    let isWriting = Atomic(false)
    /// Whether the settings are not those that the terminal was found with.
    let isRaw = Atomic(false)
    /// Whether a full screen is shown, and vanishes with all that stands on it.
    let isFull = Atomic(false)
    /// Whether the process was stopped, and the loop has not looked yet.
    let wasStopped = Atomic(false)
    /// Whether the terminal has another size, and the loop has not looked yet.
    let wasResized = Atomic(false)
    var input: Int32 = -1
    var output: Int32 = -1
    var readiness = Readiness.byPoll
    var wake: Int32 = -1
    var guardPipe: Int32 = -1
    /// Whether errors are printed there too.
    var showsErrors = false
    var hasSettings = false
    var original = termios()
    /// Settings to return to after a stop, and bytes to write when leaving: two of each, one in force.
    let settingsInForce = Atomic(0)
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 2)
    let bytesInForce = Atomic(0)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * byteLimit)
    let byteCounts = UnsafeMutablePointer<Int>.allocate(capacity: 2)

    init() {
        settings.initialize(repeating: termios(), count: 2)
        bytes.initialize(repeating: 0, count: 2 * TerminalSlot.byteLimit)
        byteCounts.initialize(repeating: 0, count: 2)
    }

    deinit {
        settings.deallocate()
        bytes.deallocate()
        byteCounts.deallocate()
    }

    var owner: TerminalOwner { TerminalOwner(word: word.load(ordering: .sequentiallyConsistent)) }

    /// Changes the owner. Any thread, and signal handlers.
    ///
    /// - Returns: An action for the caller to perform.
    func receive(_ input: TerminalOwner.Input) -> TerminalOwner.Action? {
        var known = word.load(ordering: .sequentiallyConsistent)
        while true {
            var owner = TerminalOwner(word: known)
            let action = owner.receive(input)
            let (isExchanged, found) = word.compareExchange(
                expected: known, desired: owner.word, ordering: .sequentiallyConsistent)
            if isExchanged { return action }
            known = found
        }
    }

    /// Makes the slot visible to handlers, after it was prepared.
    func claim() {
        isWriting.store(false, ordering: .relaxed)
        isRaw.store(false, ordering: .relaxed)
        isFull.store(false, ordering: .relaxed)
        wasStopped.store(false, ordering: .relaxed)
        wasResized.store(true, ordering: .relaxed)
        perform(receive(.claimed))
    }

    func prepare(_ wanted: termios) {
        let next = 1 - settingsInForce.load(ordering: .relaxed)
        settings[next] = wanted
        settingsInForce.store(next, ordering: .sequentiallyConsistent)
    }

    func prepare(_ wanted: [UInt8]) {
        assert(wanted.count <= TerminalSlot.byteLimit, "modes and a cursor take less")
        let wanted = wanted.prefix(TerminalSlot.byteLimit)
        let next = 1 - bytesInForce.load(ordering: .relaxed)
        for (index, byte) in wanted.enumerated() { bytes[next * TerminalSlot.byteLimit + index] = byte }
        byteCounts[next] = wanted.count
        bytesInForce.store(next, ordering: .sequentiallyConsistent)
    }

    // MARK: In a signal handler: nothing but system calls that are allowed there

    func perform(_ action: TerminalOwner.Action?) {
        switch action {
        case .giveBack: giveBack()
        // The thread that waits may end the process.
        case .awaitGivingBack: wait(300) { owner.isGivenBack }
        case .takeAgain: takeAgain()
        case nil: break
        }
    }

    private func giveBack() {
        wait(20) { !isWriting.load(ordering: .sequentiallyConsistent) }
        writeLast()
        // Another job's settings are its own.
        if hasSettings, isForeground {
            var settings = original
            _ = tcsetattr(input, TCSANOW, &settings)
        }
        forgetLast()
        perform(receive(.givenBack))
    }

    /// The wait is bounded: this handler may have interrupted the thread that it waits for.
    private func wait(_ milliseconds: Int, _ holds: () -> Bool) {
        var patience = milliseconds
        while patience > 0, !holds() {
            patience -= 1
            _ = poll(nil, 0, 1)
        }
    }

    /// Whether no other job of the shell has the terminal.
    private var isForeground: Bool {
        let group = tcgetpgrp(hasSettings ? input : output)
        return group < 0 || group == getpgrp()
    }

    /// Sends the guard an empty farewell.
    private func forgetLast() {
        var newLine: UInt8 = 0x0a
        if guardPipe >= 0 { _ = write(guardPipe, &newLine, 1) }
    }

    private func writeLast() {
        let now = bytesInForce.load(ordering: .sequentiallyConsistent)
        var start = bytes + now * TerminalSlot.byteLimit
        var count = byteCounts[now]
        // A terminal that takes nothing must not keep the process from ending.
        var patience = 20
        while count > 0, patience > 0 {
            var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
            let isReady = readiness.poll(&request, 1, milliseconds: 10) > 0
            let written = isReady ? write(output, start, count) : 0
            if written > 0 {
                start += written
                count -= written
            } else {
                patience -= 1
                // As Ctrl-Q does: only what stops the output here can start what Ctrl-S has stopped.
                _ = tcflow(output, TCOOFF)
                _ = tcflow(output, TCOON)
            }
        }
    }

    /// Prints what Swift printed before a trap once more, where it vanished with a full screen.
    func repeatError(_ text: UnsafePointer<CChar>) {
        guard showsErrors, isFull.load(ordering: .relaxed) else { return }
        var count = 0
        while text[count] != 0 { count += 1 }
        _ = write(output, text, count)
    }

    /// Takes a terminal again that was left, as far as a handler can: the loop draws the rest. Not from another job, when the
    /// process goes on in the background; there it may print.
    func takeAgain() {
        guard owner.isTakenAgain else { return }
        let isForeground = isForeground
        let isPrinting =
            !isRaw.load(ordering: .relaxed) && byteCounts[bytesInForce.load(ordering: .relaxed)] == 0
        guard isForeground || isPrinting else { return }
        if hasSettings, isForeground {
            _ = tcsetattr(input, TCSANOW, settings + settingsInForce.load(ordering: .sequentiallyConsistent))
        }
        forgetLast()
        wasStopped.store(true, ordering: .sequentiallyConsistent)
        // While another job is in front, the system tells that one of a new size.
        wasResized.store(true, ordering: .sequentiallyConsistent)
        perform(receive(.takenAgain))
        tell(.resumed)
    }

    func tell(_ word: WakePipe.Word) {
        var byte = word.rawValue
        _ = write(wake, &byte, 1)
    }
}

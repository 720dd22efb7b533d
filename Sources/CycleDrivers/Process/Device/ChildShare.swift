import CycleBase

/// The common state of the child processes of one running driver.
///
/// No more than four pieces of output of a program wait for the loop, and none of any program is read while one has as many: programs
/// that print without end leave the other drivers of the loop their turns, and wait in `write` themselves.
///
/// Unchecked: all but `isClosed` and its end is confined to the poller's thread.
final class ChildShare: @unchecked Sendable {
    let thread: ChildThread
    let signalling: Signalling
    /// Whether the run is over: what was not started by then is not.
    let isClosed = Guarded(false)
    /// Opened when all programs are gone, after the end of the run.
    let ending = Latch()
    let groups = LivingGroups()
    /// Whether the loop has not passed on all that was read.
    var isHeld = false
    /// The programs that have not ended, by the numbers of their starts.
    private var running: [Int: ChildProcess] = [:]
    /// Those of them whose events wait for the loop.
    private var busy: Set<Int> = []
    private var isClosing = false

    /// The way in which signals are sent.
    enum Signalling: Sendable {
        case bySystem
        /// None arrives, as with a process of another user. In tests only.
        case refused
    }

    init(_ thread: ChildThread, _ signalling: Signalling) {
        self.thread = thread
        self.signalling = signalling
    }

    /// Whether another piece of output may be read.
    var mayRead: Bool { busy.isEmpty && !isHeld }

    func begin(_ child: ChildProcess, _ number: Int) { running[number] = child }

    /// An event of a program waits for the loop.
    func noteBusy(_ number: Int) { busy.insert(number) }

    /// The events of a program have had their turns.
    func noticeRoom(_ number: Int) { busy.remove(number) }

    /// Acts on a program that has not ended.
    func with(_ number: Int, _ act: (ChildProcess) -> Void) {
        if let child = running[number] { act(child) }
    }

    /// A program has ended, or was abandoned at the end of the run.
    func end(_ number: Int) {
        running[number] = nil
        busy.remove(number)
        leaveIfOver()
    }

    /// The run is over: ends all programs.
    func close(within patience: Duration) {
        isClosing = true
        for child in running.values { child.close(within: patience) }
        leaveIfOver()
    }

    private func leaveIfOver() {
        guard isClosing, running.isEmpty else { return }
        isClosing = false
        // In this order: who waits for the end finds the poller ending.
        thread.leave()
        ending.open()
    }
}

import CycleSystem
import Synchronization

/// The memory by which a signal handler gives one terminal back: plain, and written before it can be needed.
///
/// A handler may run at any moment, so what changes while the slot is active is written beside what is in force, and
/// put in force by one atomic store.
struct TerminalSlot: ~Copyable {
    static let byteLimit = 512

    /// The state of a terminal as one word: several threads and handlers change it at once. Computed properties and no
    /// literals of several: what a handler calls must not allocate, not even the first time.
    struct State: OptionSet, Sendable {
        let rawValue: UInt32

        /// It is to be given back when the process stops or ends.
        static var active: State { State(rawValue: 1) }
        /// Given back because the process stops or ends, and not yet taken again: no other thread writes to it.
        static var left: State { State(rawValue: 2) }
        /// The process ends: it is not taken again.
        static var over: State { State(rawValue: 4) }
        /// The stop that the process goes on after was seen, and the terminal given back before.
        static var stopSeen: State { State(rawValue: 8) }
        /// All is done that giving it back takes.
        static var givenBack: State { State(rawValue: 16) }
        /// A thread writes to it, without blocking.
        static var writing: State { State(rawValue: 32) }
        /// Another program has the terminal: it is that one's to give back, and Ctrl-C is meant for it.
        static var lent: State { State(rawValue: 64) }
        /// The settings are not those that it was found with.
        static var raw: State { State(rawValue: 128) }
        /// A full screen is shown, and vanishes with all that stands on it.
        static var full: State { State(rawValue: 256) }
        /// The process was stopped, and the loop has not looked yet.
        static var wasStopped: State { State(rawValue: 512) }
        /// The terminal has another size, and the loop has not looked yet.
        static var wasResized: State { State(rawValue: 1_024) }
    }

    private let word = Atomic<UInt32>(0)
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

    var state: State { State(rawValue: word.load(ordering: .sequentiallyConsistent)) }

    /// Makes the slot visible to handlers, after it was prepared.
    func begin(_ state: State) {
        word.store(state.rawValue, ordering: .sequentiallyConsistent)
    }

    /// - Returns: Whether it was so before.
    @discardableResult
    func set(_ part: State, _ isSet: Bool = true) -> Bool {
        let before =
            isSet
            ? word.bitwiseOr(part.rawValue, ordering: .sequentiallyConsistent).oldValue
            : word.bitwiseAnd(~part.rawValue, ordering: .sequentiallyConsistent).oldValue
        return before & part.rawValue != 0
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

    /// Gives the terminal back, once.
    func leave() {
        guard !set(.left) else {
            // Another thread gives it back. This one may end the process, and waits for that.
            return wait(300) { state.contains(.givenBack) }
        }
        wait(20) { !state.contains(.writing) }
        writeLast()
        // Another job's settings are its own.
        if hasSettings, isForeground {
            var settings = original
            _ = tcsetattr(input, TCSANOW, &settings)
        }
        forgetLast()
        set(.givenBack)
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
        guard showsErrors, state.contains(.full) else { return }
        var count = 0
        while text[count] != 0 { count += 1 }
        _ = write(output, text, count)
    }

    /// Takes it again, as far as a handler can: the loop draws the rest. Not from another job, when it goes on in the
    /// background; there it may print.
    func takeAgain() {
        let isForeground = isForeground
        let isPrinting = !state.contains(.raw) && byteCounts[bytesInForce.load(ordering: .relaxed)] == 0
        guard isForeground || isPrinting, !state.contains(.over) else { return }
        if hasSettings, isForeground {
            _ = tcsetattr(input, TCSANOW, settings + settingsInForce.load(ordering: .sequentiallyConsistent))
        }
        forgetLast()
        set(.wasStopped)
        set(.givenBack, false)
        set(.left, false)
        tell(.resumed)
    }

    func tell(_ word: WakePipe.Word) {
        var byte = word.rawValue
        _ = write(wake, &byte, 1)
    }
}

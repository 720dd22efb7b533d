/// The program that a terminal belongs to, as the threads and the signal handlers of this process agree on it.
///
/// A value without memory of its own: a signal handler may change it, and no call here allocates.
enum TerminalOwner: Equatable {
    /// Why a terminal was given back.
    enum Reason: UInt8 {
        /// A signal is about to stop the process. No thread takes the terminal again before the stop.
        case stopping
        /// The process was stopped, or another job of the shell is in front.
        case background
        /// The process ends, and never takes the terminal again.
        case ending
    }

    enum Input: CaseIterable {
        /// A console has claimed the terminal, or is done with it.
        case claimed, freed
        /// Another program is about to get the terminal, or has ended.
        case lent, returned
        /// A signal stops or ends the process.
        case stopping, ending
        /// The handler of the signal that stops the process goes on.
        case wentOn
        /// SIGCONT has arrived.
        case continued
        /// A thread or a handler has given the terminal back, or taken it again.
        case givenBack, takenAgain
    }

    enum Action: Equatable {
        case giveBack
        /// Another thread or handler gives the terminal back: this one waits until that is done.
        case awaitGivingBack
        case takeAgain
    }

    /// No console: the slot is free.
    case none
    /// This process.
    ///
    /// - Parameter awaitsSIGCONT: The handler that saw the stop has taken the terminal again, before the SIGCONT that ended the
    ///   stop was handled.
    case ours(awaitsSIGCONT: Bool)
    /// Another program, which gives the terminal back itself, and which Ctrl-C is meant for.
    ///
    /// - Parameter left: Why this process must not draw once the program has ended: the terminal was given back before it was
    ///   lent, or the process ends.
    case lent(left: Reason?)
    /// The job of the shell that is in front. This process has given the terminal back, or is giving it back.
    case left(Reason, isDone: Bool)

    /// Whether this process must not write to the terminal.
    var isLeft: Bool {
        switch self {
        case .left, .lent(left: .some): true
        case .none, .ours, .lent(left: nil): false
        }
    }

    /// Whether the terminal was given back, and is taken again when the process is in front.
    var isTakenAgain: Bool {
        switch self {
        case .left(.stopping, _), .left(.background, _): true
        case .none, .ours, .lent, .left(.ending, _): false
        }
    }

    var isGivenBack: Bool {
        if case .left(_, let isDone) = self { isDone } else { false }
    }

    var isLent: Bool {
        if case .lent = self { true } else { false }
    }

    mutating func receive(_ input: Input) -> Action? {
        assert(isReadable, "a state that a handler cannot read")
        defer { assert(isReadable, "a state that a handler cannot read") }
        switch input {
        case .claimed: self = .ours(awaitsSIGCONT: false)
        case .freed: self = .none
        case .lent: lend()
        case .returned: return takeBack()
        case .stopping: return leave(.stopping)
        case .ending: return leave(.ending)
        case .wentOn: if case .left(.stopping, let isDone) = self { self = .left(.background, isDone: isDone) }
        case .continued: return goOn()
        case .givenBack: if case .left(let reason, _) = self { self = .left(reason, isDone: true) }
        case .takenAgain:
            if case .left(let reason, _) = self, reason != .ending { self = .ours(awaitsSIGCONT: reason == .stopping) }
        }
        return nil
    }

    private var isReadable: Bool { TerminalOwner(word: word) == self }

    private mutating func lend() {
        switch self {
        case .ours: self = .lent(left: nil)
        case .left(let reason, _): self = .lent(left: reason)
        case .none, .lent: break
        }
    }

    /// The program has ended. A terminal that was left before it was lent stays left, until this process is in front.
    private mutating func takeBack() -> Action? {
        guard case .lent(let reason) = self else { return nil }
        guard let reason else {
            self = .ours(awaitsSIGCONT: false)
            return nil
        }
        self = .left(reason, isDone: true)
        return reason == .background ? .takeAgain : nil
    }

    private mutating func leave(_ reason: Reason) -> Action? {
        switch self {
        case .none: return nil
        case .ours:
            self = .left(reason, isDone: false)
            return .giveBack
        case .lent:
            // A process that stops goes on; the program stops with it, and both go on with what they had.
            if reason == .ending { self = .lent(left: .ending) }
            return nil
        case .left(let former, let isDone):
            self = .left(former == .ending ? .ending : reason, isDone: isDone)
            return isDone ? nil : .awaitGivingBack
        }
    }

    private mutating func goOn() -> Action? {
        switch self {
        case .ours(awaitsSIGCONT: true): self = .ours(awaitsSIGCONT: false)
        case .ours(awaitsSIGCONT: false):
            // No handler runs at a SIGSTOP: the modes of before are still set, and another program may have used the terminal.
            self = .left(.background, isDone: false)
            return .giveBack
        case .left(.stopping, let isDone):
            self = .left(.background, isDone: isDone)
            return isDone ? nil : .awaitGivingBack
        case .left(_, isDone: false): return .awaitGivingBack
        case .lent(left: .stopping): self = .lent(left: .background)
        case .none, .lent, .left(_, isDone: true): break
        }
        return nil
    }
}

extension TerminalOwner {
    /// The state as one word, which threads and handlers exchange at once.
    var word: UInt8 {
        switch self {
        case .none: 0
        case .ours(let awaitsSIGCONT): awaitsSIGCONT ? 2 : 1
        case .lent(left: nil): 3
        case .lent(left: .some(let reason)): 4 + reason.rawValue
        case .left(let reason, let isDone): (isDone ? 10 : 7) + reason.rawValue
        }
    }

    init(word: UInt8) {
        self =
            switch word {
            case 1: .ours(awaitsSIGCONT: false)
            case 2: .ours(awaitsSIGCONT: true)
            case 3: .lent(left: nil)
            case 4...6: .lent(left: Reason(rawValue: word - 4))
            case 7...9: .left(Reason(rawValue: word - 7) ?? .ending, isDone: false)
            case 10...12: .left(Reason(rawValue: word - 10) ?? .ending, isDone: true)
            default: .none
            }
    }
}

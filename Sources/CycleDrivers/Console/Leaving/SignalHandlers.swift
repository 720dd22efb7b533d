import CycleBase
import Synchronization

/// The handlers of the signals that end, stop or resize: installed while a terminal is in use, then put back.
///
/// The one place with state of the whole process, because signals are the process's.
package enum SignalHandlers {
    private static let slotCount = 16
    /// Faults, and what is raised by a trap or `abort`: Swift's own handler, which prints the backtrace, follows.
    private static let faults = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT]
    private static let others = [SIGTSTP, SIGCONT, SIGWINCH]
    /// Another than the system's in tests only, which set it before a handler is installed.
    nonisolated(unsafe) package static var faultOrigin = FaultOrigin.ofSystem

    // Unsafe: a handler cannot take a lock. `TerminalSlot` says how it is shared.
    nonisolated(unsafe) static let slots = {
        let slots = UnsafeMutablePointer<TerminalSlot>.allocate(capacity: slotCount)
        for index in 0..<slotCount { (slots + index).initialize(to: TerminalSlot()) }
        return slots
    }()

    /// Where Swift keeps the text of a fatal error. Apple's has no such place.
    nonisolated(unsafe) private static let fatalError: UnsafePointer<UnsafePointer<CChar>?>? = {
        guard let symbol = dlsym(nil, "swift_getFatalErrorMessageBuffer") else { return nil }
        typealias Function = @convention(c) () -> UnsafePointer<UnsafePointer<CChar>?>?
        return unsafeBitCast(symbol, to: Function.self)()
    }()

    /// Whether each change of a terminal's size comes here.
    static var watchesSize: Bool { isWatchingSize.load(ordering: .relaxed) }
    private static let isWatchingSize = Atomic(false)

    private struct Use {
        var count = 0
        var isExitWatched = false
        var installed: [Int32] = []
    }

    private static let use = Guarded(Use())
    private static let process = OwningProcess()

    /// - Returns: The number of the slot; `nil` when all are in use.
    static func claimSlot(_ prepare: (inout TerminalSlot) -> Void) -> Int? {
        use.withLock { use in
            let free = (0..<slotCount).first { slots[$0].owner == .none }
            guard let free else { return nil }
            process.claim()
            prepare(&slots[free])
            slots[free].claim()
            use.count += 1
            if use.count == 1 { install(&use) }
            return free
        }
    }

    static func freeSlot(_ index: Int) {
        use.withLock { use in
            guard slots[index].owner != .none else { return }
            slots[index].perform(slots[index].receive(.freed))
            use.count -= 1
            guard use.count == 0 else { return }
            for signal in use.installed { SignalActions.remove(signal, of: .terminal) }
            use.installed = []
            isWatchingSize.store(false, ordering: .relaxed)
        }
    }

    private static func install(_ use: inout Use) {
        if !use.isExitWatched {
            use.isExitWatched = true
            atexit { SignalHandlers.leaveAll() }
        }
        SignalWatch.beforeDeath = { SignalHandlers.leaveAll() }
        // A handler must not be the first to look.
        _ = (fatalError, faultOrigin)
        for signal in faults { install(signal, &use, ending) }
        // A program that handles these keeps its handler; a program that ignores them, as under `nohup`, goes on.
        for signal in endingSignals where SignalActions.isDefault(signal) { install(signal, &use, ending) }
        for signal in others where SignalActions.isDefault(signal) {
            install(signal, &use, signal == SIGTSTP ? stopping : signal == SIGCONT ? continuing : resizing)
            if signal == SIGWINCH { isWatchingSize.store(true, ordering: .relaxed) }
        }
    }

    private static func install(_ signal: Int32, _ use: inout Use, _ handler: @escaping SignalHandler) {
        if SignalActions.add(handler, for: signal, of: .terminal) { use.installed.append(signal) }
    }

    // MARK: In a handler

    static func leaveAll() {
        guard process.isThisOne else { return }
        forEachActive { slots[$0].perform(slots[$0].receive(.ending)) }
    }

    private static var isAnyLent: Bool {
        var index = 0
        while index < slotCount {
            if slots[index].owner.isLent { return true }
            index += 1
        }
        return false
    }

    /// By hand: iterating a range may allocate, the first time, in code that is not optimised.
    private static func forEachActive(_ body: (_ index: Int) -> Void) {
        var index = 0
        while index < slotCount {
            if slots[index].owner != .none { body(index) }
            index += 1
        }
    }

    private static let ending: SignalHandler = { signal, info, _ in
        if signal == SIGINT || signal == SIGQUIT, isAnyLent { return }
        SignalHandlers.leaveAll()
        if let text = fatalError?.pointee {
            forEachActive { if !slots[$0].owner.isLent { slots[$0].repeatError(text) } }
        }
        SignalActions.restore(signal)
        // A fault happens again when this returns. A signal that was sent has to be sent again.
        if !faultOrigin.isFault(signal, info) { raise(signal) }
    }

    private static let stopping: SignalHandler = { signal, _, _ in
        forEachActive { slots[$0].perform(slots[$0].receive(.stopping)) }
        // Here the process stops, and goes on.
        SignalActions.raiseAsBefore(signal)
        forEachActive {
            // Without a shell that controls jobs nothing stops, and nothing continues.
            slots[$0].takeAgain()
            slots[$0].perform(slots[$0].receive(.wentOn))
        }
    }

    private static let continuing: SignalHandler = { _, _, _ in
        forEachActive {
            slots[$0].perform(slots[$0].receive(.continued))
            slots[$0].takeAgain()
        }
    }

    private static let resizing: SignalHandler = { _, _, _ in
        forEachActive {
            // The size is read anew when the program that has the terminal ends.
            guard !slots[$0].owner.isLent else { return }
            slots[$0].wasResized.store(true, ordering: .sequentiallyConsistent)
            slots[$0].tell(.resized)
        }
    }
}

/// Sees to it that a terminal is given back however the process ends, and taken again after a stop.
///
/// Confined to the loop of its driver, but for what says otherwise.
final class TerminalRestorer: Sendable {
    private let index: Int

    /// `nil` when as many terminals as can be given back are in use.
    init?(
        input: Int32, output: Int32, settings: TerminalSettings?, wake: WakePipe?, guardPipe: Int32?,
        _ readiness: Readiness
    ) {
        let index = SignalHandlers.claimSlot { slot in
            slot.input = input
            slot.output = output
            slot.readiness = readiness
            slot.wake = wake?.writing ?? -1
            slot.guardPipe = guardPipe ?? -1
            slot.hasSettings = settings != nil
            slot.showsErrors = Descriptors.areSameTerminal(output, 2)
            slot.prepare([])
            if let settings {
                slot.original = settings.value
                slot.prepare(settings.value)
            }
        }
        guard let index else { return nil }
        self.index = index
    }

    /// The settings to return to after the process was stopped.
    func prepare(returningTo settings: TerminalSettings, isRaw: Bool) {
        SignalHandlers.slots[index].set(.raw, isRaw)
        SignalHandlers.slots[index].prepare(settings.value)
    }

    /// Stores the bytes that give the terminal back, and whether they leave a full screen.
    func prepare(writing bytes: [UInt8], isFull: Bool) {
        SignalHandlers.slots[index].set(.full, isFull)
        SignalHandlers.slots[index].prepare(bytes)
    }

    /// Whether the process was stopped since the last call.
    func takeWasStopped() -> Bool {
        takeIfSet(.wasStopped)
    }

    /// Whether the terminal may have another size than at the last call.
    func takeWasResized() -> Bool {
        !SignalHandlers.watchesSize || takeIfSet(.wasResized)
    }

    /// Each asks once a key: nothing is written where nothing is set.
    private func takeIfSet(_ part: TerminalSlot.State) -> Bool {
        SignalHandlers.slots[index].state.contains(part) && SignalHandlers.slots[index].set(part, false)
    }

    /// Whether another program has the terminal, which it gives back itself.
    var isLent: Bool {
        get { SignalHandlers.slots[index].state.contains(.lent) }
        set { SignalHandlers.slots[index].set(.lent, newValue) }
    }

    /// Whether it has been given back because the process stops or ends. Any thread.
    var isLeft: Bool { SignalHandlers.slots[index].state.contains(.left) }

    /// Whether it has been given back because the process was stopped, and goes on in the background.
    var isInBackground: Bool {
        SignalHandlers.slots[index].state.isDisjoint(with: .over) && isLeft
    }

    /// Takes the terminal again where a shell has put the running job in front, also without a SIGCONT. Any thread.
    func takeAgainIfInFront() {
        let state = SignalHandlers.slots[index].state
        // A process that is about to stop has left it, too.
        if state.contains(.left), !state.contains(.stopSeen) { SignalHandlers.slots[index].takeAgain() }
    }

    /// Takes it again after a stop that ended without a SIGCONT: a shell need not send one when it brings a job that runs to the
    /// foreground. Any thread.
    func takeAgainIfLeft() {
        if isLeft { SignalHandlers.slots[index].takeAgain() }
    }

    /// Does what writes to the terminal, unless it has been given back. Any thread; one at a time.
    func whileNotLeft<Result>(_ write: () -> Result) -> Result? {
        SignalHandlers.slots[index].set(.writing)
        defer { SignalHandlers.slots[index].set(.writing, false) }
        return isLeft ? nil : write()
    }

    /// Gives the terminal back by the bytes that are prepared, as at a signal: the terminal took nothing for too long.
    func leave() {
        SignalHandlers.slots[index].set(.over)
        SignalHandlers.slots[index].leave()
    }

    func close() {
        SignalHandlers.freeSlot(index)
    }
}

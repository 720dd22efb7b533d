import CycleBase

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
        SignalHandlers.slots[index].isRaw.store(isRaw, ordering: .sequentiallyConsistent)
        SignalHandlers.slots[index].prepare(settings.value)
    }

    /// Stores the bytes that give the terminal back, and whether they leave a full screen.
    func prepare(writing bytes: [UInt8], isFull: Bool) {
        SignalHandlers.slots[index].isFull.store(isFull, ordering: .sequentiallyConsistent)
        SignalHandlers.slots[index].prepare(bytes)
    }

    /// Whether the process was stopped since the last call.
    func takeWasStopped() -> Bool {
        // One look a key: nothing is written where nothing is set.
        SignalHandlers.slots[index].wasStopped.load(ordering: .sequentiallyConsistent)
            && SignalHandlers.slots[index].wasStopped.exchange(false, ordering: .sequentiallyConsistent)
    }

    /// Whether the terminal may have another size than at the last call.
    func takeWasResized() -> Bool {
        guard SignalHandlers.watchesSize else { return true }
        return SignalHandlers.slots[index].wasResized.load(ordering: .sequentiallyConsistent)
            && SignalHandlers.slots[index].wasResized.exchange(false, ordering: .sequentiallyConsistent)
    }

    /// Another program gets the terminal, which it gives back itself.
    func lend() { perform(.lent) }

    /// The program that had the terminal has ended.
    func takeBack() { perform(.returned) }

    private func perform(_ input: TerminalOwner.Input) {
        SignalHandlers.slots[index].perform(SignalHandlers.slots[index].receive(input))
    }

    private var owner: TerminalOwner { SignalHandlers.slots[index].owner }

    /// Whether it has been given back because the process stops or ends. Any thread.
    var isLeft: Bool { owner.isLeft }

    /// Whether it has been given back because the process was stopped, and goes on in the background.
    var isInBackground: Bool { owner.isTakenAgain }

    /// Takes the terminal again where a shell has put the running job in front: it need not send a SIGCONT. Any thread.
    func takeAgainIfInFront() {
        if case .left(.background, _) = owner { SignalHandlers.slots[index].takeAgain() }
    }

    /// Does what writes to the terminal, unless it has been given back. Any thread; one at a time.
    func whileNotLeft<Result>(_ write: () -> Result) -> Result? {
        SignalHandlers.slots[index].isWriting.store(true, ordering: .sequentiallyConsistent)
        defer { SignalHandlers.slots[index].isWriting.store(false, ordering: .sequentiallyConsistent) }
        return isLeft ? nil : write()
    }

    /// Gives the terminal back by the bytes that are prepared, as at a signal: the terminal took nothing for too long.
    func leave() { perform(.ending) }

    func close() {
        SignalHandlers.freeSlot(index)
    }
}

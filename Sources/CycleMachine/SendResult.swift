/// The fate of an event that was sent to a machine. It may be ignored.
///
///     await store.send(.load).settled()
///
/// - Source: `SendResult` of Actomaton, `StoreTask` of the Composable Architecture.
public struct SendResult {
    /// Whether the machine took the event.
    public enum Outcome: Hashable, Sendable {
        /// It was applied, or waits for the turn under way.
        case accepted
        /// The machine does not run: it waits for the next run.
        case kept
        /// It is dropped: as many wait for the next run as are kept, see ``keptCount``.
        case full
        /// It is dropped: the machine was stopped.
        case stopped
    }

    /// How many are kept for the next run of a machine: 1,024.
    public static var keptCount: Int { 1_024 }

    public let outcome: Outcome
    private let settling: Settling?
    private let runs: () -> Bool

    package init(_ outcome: Outcome, _ settling: Settling? = nil, runs: @escaping () -> Bool = { false }) {
        self.outcome = outcome
        self.settling = settling
        self.runs = runs
    }

    /// Whether it has been applied, every effect that it started has ended, and so on for all that those led to.
    ///
    /// Effects are those of an `Effect` of a harvester, and of feedbacks that are given `effects`. A feedback of your
    /// own, as `Feedback { … }`, is followed only as far as it answers at once; so is an effect that was started by the start
    /// of the machine, an inlet or the input of a feedback, and not by an event that was sent by hand.
    public var isSettled: Bool {
        settling?.isOver ?? true
    }

    /// Waits until ``isSettled``, or until the task is cancelled. An event that was dropped is settled at once.
    ///
    /// Another task must run the machine, or it must run itself, see ``Machine/runsItself``. Outside of any actor no other
    /// task can, and there it is an error to wait for a machine that does not run.
    public func settled(isolation: isolated (any Actor)? = #isolation) async {
        guard let settling, !settling.isOver else { return }
        // In an actor another caller may run it later; outside of any, no other caller has it.
        if isolation == nil, !runs() {
            trap("nobody runs this machine, so it cannot settle: make it in an actor with a scheduler, or run it")
        }
        for await _ in settling.end() {}
    }
}

/// One event and all that follows from it. Queued events and running effects hold their chain; it is over when its last
/// reference goes.
package final class EventChain {
    fileprivate let settling: Settling
    /// The chain that this one follows from: an event that an observer sends in a turn prolongs the chain of that turn.
    private let parent: EventChain?

    init(_ settling: Settling, within parent: EventChain?) {
        self.settling = settling
        self.parent = parent
    }

    deinit {
        settling.finish()
    }
}

/// Where those wait who want to know that a ``EventChain`` is over.
package final class Settling {
    private(set) var isOver = false
    private var waiting: [AsyncStream<Never>.Continuation] = []

    /// Ends when it is over.
    func end() -> AsyncStream<Never> {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        waiting.append(continuation)
        return stream
    }

    fileprivate func finish() {
        isOver = true
        for continuation in waiting { continuation.finish() }
    }
}

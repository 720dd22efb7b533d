import Cycle
import CycleBase

/// Gives the reports of one running driver to its loop in portions, so that a flood of one driver leaves the others their turns.
///
///     a driver that cuts one read into 200 reports     64 . 64 . 64 . 8        a dot: the letters that others posted meanwhile
///
/// A loop gives all values that follow from one letter their turns before it takes the next letter. After ``portion`` reports
/// the rest waits here, and a letter of this object goes to the end of the mailbox: the letters of others are in front of it.
/// The reports keep their order. A source that can be slowed waits for ``then(_:)``, so that no more waits here than it read at once.
///
/// Confined to its loop.
package final class FairReports<Report> {
    private enum Step {
        case report(Report)
        case act(() -> Void)
    }

    private let sink: Sink<Report>
    /// How many reports may follow before others have their turns.
    private var left = FairReports.portion
    private var waiting: [Step] = []
    /// The place of the first step that waits.
    private var next = 0
    /// Whether a source is held up until all is passed on.
    private var isHolding = false
    /// Called by the next letter.
    private var turned: [() -> Void] = []
    /// Open only while reports or turns are waited for: an open inlet keeps the loop alive.
    private var letters: (inlet: Inlet<Void>, subscription: Subscription)?

    /// - Parameter sink: Where the reports go.
    package init(_ sink: Sink<Report>) {
        self.sink = sink
    }

    /// The most reports in a row.
    package static var portion: Int { 64 }

    /// Whether reports wait for their portion. Kept, as the list has a type that is known at run time alone.
    package private(set) var isWaiting = false

    /// Passes a report on, now or after others have had their turns.
    package func send(_ report: Report) {
        guard !isWaiting, left > 0 else { return wait(.report(report)) }
        left -= 1
        sink.send(report)
    }

    /// Calls `act` once all reports are passed on that were sent before; at once where none waits.
    package func then(_ act: @escaping () -> Void) {
        if isWaiting { wait(.act(act)) } else { act() }
    }

    /// Holds a source up while reports wait, so that no more wait than it has read at once.
    ///
    /// - Parameter hold: Called with `true`, and with `false` once the reports that wait now are passed on.
    func holdUp(_ hold: @escaping (Bool) -> Void) {
        guard isWaiting, !isHolding else { return }
        isHolding = true
        hold(true)
        then { [unowned self] in
            isHolding = false
            hold(false)
        }
    }

    /// Calls `act` once all reports that were sent before have had their turns.
    package func afterTurns(_ act: @escaping () -> Void) {
        // A letter that is sent when the last of them is passed on comes when all that follows from it is done.
        then { [unowned self] in
            turned.append(act)
            ask()
        }
    }

    /// Ends the signal after all reports.
    package func end() {
        then { [sink] in sink.end() }
    }

    /// Drops what waits: the run is over.
    package func drop() {
        (waiting, next, isWaiting, turned) = ([], 0, false, [])
        close()
    }

    private func wait(_ step: Step) {
        let isFirst = !isWaiting
        waiting.append(step)
        isWaiting = true
        if isFirst { ask() }
    }

    private func ask() {
        if letters == nil {
            var opened: Inlet<Void>?
            let arrivals = Signal<Void> { sink in
                opened = sink.inlet()
                return Subscription()
            }
            let subscription = arrivals.run(inside: sink, finish: {}) { [weak self] in self?.goOn() }
            letters = opened.map { ($0, subscription) }
        }
        letters?.inlet.send(())
    }

    /// By now the reports that were passed on have had their turns, and so have the letters in front of this one.
    private func goOn() {
        left = FairReports.portion
        let acts = turned
        turned = []
        for act in acts { act() }
        while isWaiting {
            if case .report = waiting[next], left == 0 { return ask() }
            let step = waiting[next]
            next += 1
            isWaiting = next < waiting.count
            switch step {
            case .report(let report):
                left -= 1
                sink.send(report)
            case .act(let act): act()
            }
        }
        (waiting, next) = ([], 0)
        if turned.isEmpty { close() }
    }

    private func close() {
        letters?.subscription.cancel()
        letters = nil
    }
}

/// Tells a source that its inlet has room, but not while reports of what it has sent before still wait for their portions.
final class FairRoom: Sendable {
    private struct State {
        var isHeld = false
        /// Whether room has come meanwhile.
        var isOwed = false
    }

    private let state = Guarded(State())
    private let tell: @Sendable () -> Void

    /// - Parameter tell: Lets the source go on.
    init(_ tell: @escaping @Sendable () -> Void) {
        self.tell = tell
    }

    /// The inlet has room.
    @Sendable func come() {
        let isHeld = state.withLock { state in
            if state.isHeld { state.isOwed = true }
            return state.isHeld
        }
        if !isHeld { tell() }
    }

    /// The loop only. Holds the source up until the reports that wait now are passed on.
    func hold<Report>(until reports: FairReports<Report>) {
        guard reports.isWaiting, !state.withLock({ $0.isHeld }) else { return }
        state.withLock { $0.isHeld = true }
        reports.then { [self] in
            let isOwed = state.withLock { state in
                defer { state = State() }
                return state.isOwed
            }
            if isOwed { tell() }
        }
    }
}

import Cycle

/// A program that is looked at while it runs, as a monitor holds it: paused, stepped, and gone on with from another frame.
///
/// Confined to the loop.
package final class MonitoredProgram<Frame> {
    package let name: String
    package static var processName: String { ProcessInfo.processInfo.processName }
    package let standIns: MonitorStandIns
    private let drain: () -> Void
    private let replace: (Frame) -> Void
    /// The frame to go on from, once all has had its turn that was held back.
    private var pending: (frame: Frame, isPaused: Bool, isSilent: Bool)?

    /// - Parameters:
    ///   - name: For people.
    ///   - standIns: Stand between its drivers and its lenses.
    ///   - drain: Gives what waits its turn; nothing inside of a turn.
    ///   - replace: Sets another frame: wants are reconciled, and nothing else.
    package init(
        name: String, standIns: MonitorStandIns, drain: @escaping () -> Void, replace: @escaping (Frame) -> Void
    ) {
        (self.name, self.standIns, self.drain, self.replace) = (name, standIns, drain, replace)
    }

    package var isPaused: Bool { standIns.pausedEvents.isPaused }
    /// Whether its drivers do not run, but for the console.
    package var isSilent: Bool { standIns.silencedDrivers.isSilent }

    /// Holds back all that drivers report from now on.
    package func pause() { standIns.pausedEvents.pause() }

    package func resume() {
        standIns.pausedEvents.resume()
        drain()
    }

    /// Lets one event have its turn.
    ///
    /// - Returns: Whether one waits.
    package func step() -> Bool {
        guard isPaused, standIns.pausedEvents.step() else { return false }
        drain()
        return true
    }

    package func inject(_ event: RecordedValue, into lens: String) throws(Replay.Mismatch.Reason) {
        try standIns.inject(event, into: lens)
        drain()
    }

    /// Goes on from another frame.
    ///
    /// Events that were held back answer wants of the frame that is there: they have their turns first. So a request
    /// whose answer has come since is made again where the other frame wants it.
    ///
    /// - Parameter isSilent: Whether drivers stop, but for the console. Otherwise the wants of the frame are reconciled.
    package func goOn(from frame: Frame, isPaused: Bool = false, isSilent: Bool = false) {
        pending = (frame, isPaused, isSilent)
        standIns.pausedEvents.resume()
        drain()
    }

    /// The loop has nothing left to do for now.
    ///
    /// - Returns: Whether it went on from another frame.
    @discardableResult
    package func becomeIdle() -> Bool {
        guard let next = pending.take() else { return false }
        if next.isSilent { standIns.silencedDrivers.silence() }
        replace(next.frame)
        if !next.isSilent { standIns.silencedDrivers.wake() }
        if next.isPaused { pause() }
        return true
    }
}

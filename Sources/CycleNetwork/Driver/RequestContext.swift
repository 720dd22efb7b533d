import CycleBase
import Cycle
import CycleDrivers

/// Joins the requests of one running driver to their transport and to the loop's alarm. Confined to its loop.
///
/// Requests are found by the numbers of their exchanges, here and in the transport, so that other threads hold numbers
/// instead of requests: a report for a number that is gone is dropped.
final class RequestContext {
    var shared: RequestSession.Shared
    private let exchanges: any Exchanges
    private let makePort: (@escaping ([Exchange.Report]) -> Void) -> (Exchange.Port, Subscription)
    /// The way back from the transport. Open only while there are requests: an open one keeps a loop from ending.
    private var port: (Exchange.Port, Subscription)?
    private let loopNow: () -> Duration
    private var alarm: (any Alarm)?
    /// When the alarm rings: at the deadline of a request or earlier.
    private var alarmDeadline: Duration?
    private var runs: [Int: RequestRun] = [:]
    private var newestNumber = 0
    private var commands: [Exchange.Command] = []
    /// How many callers are between the start and the end of ``inOneBatch(_:)``.
    private var batchDepth = 0
    /// A buffer of actions, kept for its capacity.
    private var buffer: [RequestSession.Action] = []

    /// - Parameters:
    ///   - sink: Of the driver.
    init<Event>(_ exchanges: any Exchanges, _ shared: RequestSession.Shared, _ sink: Sink<Event>) {
        self.exchanges = exchanges
        self.shared = shared
        loopNow = { sink.now }
        makePort = { receive in
            var port: Exchange.Port?
            let subscription = Signal<Exchange.Report> { sink in
                // One letter may bring the reports of a thousand requests.
                let fair = FairReports(sink)
                return Signal<[Exchange.Report]> { sink in
                    let inlet = sink.inlet()
                    port = Exchange.Port { reports in inlet.send(reports) }
                    return Subscription()
                }.run(inside: sink, finish: {}) { reports in
                    for report in reports { fair.send(report) }
                }
            }.run(inside: sink, finish: {}) { receive([$0]) }
            return (port ?? Exchange.Port { _ in }, subscription)
        }
        alarm = sink.alarm { [weak self] in self?.ring() }
    }

    deinit {
        exchanges.close {}
    }

    var now: Duration { loopNow() }

    /// Ends everything now: a driver may go long before its loop does.
    func close() {
        exchanges.close {}
        for run in runs.values { run.receive(.cancelled) }
        endWaiting()
    }

    /// Returns when connections, threads and unfinished files are gone.
    var isGone: @Sendable () async -> Void {
        { [exchanges] in
            let latch = Latch()
            exchanges.close { latch.open() }
            await latch.wait()
            await exchanges.waitForLeaving()
            await DiskThread.shared.waitForLeaving()
        }
    }

    // MARK: Called by requests

    /// Sends all commands that `change` leads to at once, so that a request which the same change cancels does not start.
    func inOneBatch(_ change: () -> Void) {
        batchDepth += 1
        change()
        batchDepth -= 1
        guard batchDepth == 0, !commands.isEmpty else { return }
        let batch = commands
        commands.removeAll(keepingCapacity: true)
        exchanges.perform(batch)
    }

    /// The model pauses other requests than before.
    func applyPauses() {
        for run in runs.values.sorted(by: { $0.number < $1.number }) { run.applyPause() }
    }

    /// Registers a request under the next number, in place of its old one.
    func makeNumber(for run: RequestRun) -> Int {
        runs[run.number] = nil
        newestNumber += 1
        runs[newestNumber] = run
        return newestNumber
    }

    func remove(_ run: RequestRun) {
        runs[run.number] = nil
        if runs.isEmpty { endWaiting() }
    }

    func start(_ message: HTTP.Message, for run: RequestRun) {
        let port = self.port ?? makePort { [unowned self] in receive($0) }
        self.port = port
        send(.start(message, number: run.number, port.0))
    }

    func send(_ command: Exchange.Command) {
        inOneBatch { commands.append(command) }
    }

    /// Arms the alarm for the deadline of `run`, unless it rings earlier.
    func watch(_ run: RequestRun) {
        guard let deadline = run.deadline, deadline < alarmDeadline ?? .seconds(Int64.max) else { return }
        alarmDeadline = deadline
        alarm?.arm(at: deadline)
    }

    /// An empty buffer of actions. ``giveBack(_:)`` keeps its memory for the next call.
    func takeBuffer() -> [RequestSession.Action] {
        let taken = buffer
        buffer = []
        return taken
    }

    func giveBack(_ actions: consuming [RequestSession.Action]) {
        actions.removeAll(keepingCapacity: true)
        buffer = actions
    }

    // MARK: Called by the loop

    private func receive(_ reports: [Exchange.Report]) {
        inOneBatch {
            for report in reports { runs[report.number]?.receive(.exchange(report.event)) }
        }
    }

    /// A deadline that moves on with each report is only looked at here: the alarm is not armed again for each of them.
    private func ring() {
        alarmDeadline = nil
        let now = now
        inOneBatch {
            let due = runs.values.filter { $0.deadline.map { $0 <= now } ?? false }
                .sorted { ($0.deadline ?? .zero, $0.number) < ($1.deadline ?? .zero, $1.number) }
            for run in due { run.receive(.timePassed) }
        }
        guard let next = runs.values.compactMap(\.deadline).min() else { return }
        alarmDeadline = next
        alarm?.arm(at: next)
    }

    /// No request is under way: closes the port, so that the loop may end.
    private func endWaiting() {
        port?.1.cancel()
        port = nil
        if alarmDeadline != nil { alarm?.disarm() }
        alarmDeadline = nil
    }
}

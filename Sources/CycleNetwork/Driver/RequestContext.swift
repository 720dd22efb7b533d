import Cycle
import CycleDrivers

/// What the requests of one running driver share. Confined to its loop.
///
/// Requests are reached by number, here and in the transport, so that nothing that runs elsewhere holds one: what has left
/// is not found any more.
final class RequestContext {
    let options: HTTP.TransportOptions
    let cookies: CookieJar?
    let budgets: RetryBudgets
    var random: SplitMix64
    private let exchanges: any Exchanges
    private let makePort: (@escaping ([Report]) -> Void) -> (ReportPort, Subscription)
    /// The way back from the transport. Open only while there are requests: an open one keeps a loop from ending.
    private var port: (ReportPort, Subscription)?
    private let alarm: any Alarm
    private let bell: Bell
    /// When the alarm rings: at the deadline of a request or earlier.
    private var alarmDeadline: Duration?
    private var runs: [Int: RequestRun] = [:]
    private var newest = 0
    private var commands: [ExchangeCommand] = []
    /// How many callers will send the commands when they are done.
    private var batchDepth = 0
    private let loopNow: () -> Duration

    /// - Parameters:
    ///   - sink: Of the driver.
    init<Event>(
        _ exchanges: any Exchanges, _ options: HTTP.TransportOptions, _ cookies: CookieJar?, _ budgets: RetryBudgets,
        _ random: SplitMix64, _ sink: Sink<Event>
    ) {
        self.exchanges = exchanges
        self.options = options
        self.cookies = cookies
        self.budgets = budgets
        self.random = random
        loopNow = { sink.now }
        makePort = { take in
            var port: ReportPort?
            let subscription = Signal<[Report]> { sink in
                let inlet = sink.inlet()
                port = ReportPort { reports in inlet.send(reports) }
                return Subscription()
            }.run(inside: sink, finish: {}, receive: take)
            return (port ?? ReportPort { _ in }, subscription)
        }
        let bell = Bell()
        alarm = sink.alarm { bell.ring?() }
        self.bell = bell
        bell.ring = { [unowned self] in ring() }
    }

    deinit {
        bell.ring = nil
        exchanges.close {}
    }

    var now: Duration { loopNow() }

    /// Ends everything now: a driver may go long before its loop does.
    func close() {
        exchanges.close {}
        for run in runs.values { run.cancel() }
        rest()
    }

    /// Waits until connections, threads and unfinished files are gone.
    var isGone: @Sendable () async -> Void {
        { [exchanges] in
            let latch = Latch()
            exchanges.close { latch.open() }
            await latch.wait()
        }
    }

    // MARK: What requests ask for

    /// Sends what `change` asks of the transport in one piece: whoever is about to be cancelled does not start.
    func inOneBatch(_ change: () -> Void) {
        batchDepth += 1
        change()
        batchDepth -= 1
        guard batchDepth == 0, !commands.isEmpty else { return }
        let batch = commands
        commands.removeAll(keepingCapacity: true)
        exchanges.obey(batch)
    }

    /// Takes a request in, or gives it the next number.
    func enroll(_ run: RequestRun) -> Int {
        runs[run.number] = nil
        newest += 1
        runs[newest] = run
        return newest
    }

    func remove(_ run: RequestRun) {
        runs[run.number] = nil
        if runs.isEmpty { rest() }
    }

    func start(_ order: HTTP.Order, for run: RequestRun) {
        let port = self.port ?? makePort { [unowned self] in take($0) }
        self.port = port
        send(.start(order, number: run.number, port.0))
    }

    func send(_ command: ExchangeCommand) {
        inOneBatch { commands.append(command) }
    }

    /// Has ``RequestRun/expire(at:)`` called when the deadline of `run` has come.
    func watch(_ run: RequestRun) {
        guard let deadline = run.deadline, deadline < alarmDeadline ?? .seconds(Int64.max) else { return }
        alarmDeadline = deadline
        alarm.arm(at: deadline)
    }

    // MARK: What comes

    private func take(_ reports: [Report]) {
        inOneBatch {
            for report in reports { runs[report.number]?.receive(report.news) }
        }
    }

    /// The deadline of a request that moves on while it waits is only looked at here: nothing is armed for each sign of life.
    private func ring() {
        alarmDeadline = nil
        let now = now
        inOneBatch {
            let due = runs.values.filter { $0.deadline.map { $0 <= now } ?? false }
                .sorted { ($0.deadline ?? .zero, $0.number) < ($1.deadline ?? .zero, $1.number) }
            for run in due { run.expire(at: now) }
        }
        guard let next = runs.values.compactMap(\.deadline).min() else { return }
        alarmDeadline = next
        alarm.arm(at: next)
    }

    /// Nothing is under way.
    private func rest() {
        port?.1.cancel()
        port = nil
        if alarmDeadline != nil { alarm.disarm() }
        alarmDeadline = nil
    }
}

/// What the alarm calls. Made before what it calls, and emptied before that goes.
private final class Bell {
    var ring: (() -> Void)?
}

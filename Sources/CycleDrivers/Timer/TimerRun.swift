import Cycle
import CycleBase

/// Feeds the session of one running timer driver what happens, and performs its actions. Confined to its loop.
final class TimerRun<ID: Hashable & Sendable> {
    typealias Report = (event: TimerDriver<ID>.Event, want: Subscription)

    private let sink: Sink<Report>
    private let reports: FairReports<Report>
    private let wallClock: any WallClock
    private let shell: Shell<TimerSession<ID>>
    private lazy var alarm = DeadlineAlarm(in: sink) { [weak self] in self?.ring() }
    /// The slots that have reported something: cancelling one silences what still waits.
    private var wants: [Int32: Subscription] = [:]
    private var wallAlarms: [Int32: (alarm: any Alarm, subscription: Subscription)] = [:]

    init(_ session: TimerSession<ID>, _ wallClock: any WallClock, _ sink: Sink<Report>) {
        shell = Shell(session)
        self.wallClock = wallClock
        self.sink = sink
        reports = FairReports(sink)
    }

    /// The alarm has rung, with a letter: the reports of the one before have had their turns, and need no subscription.
    private func ring() {
        if !reports.isWaiting { receive(.reportsHeard) }
        receive(.timePassed(wallTime: wallClock.now))
    }

    func stop() {
        receive(.stopped)
        reports.drop()
    }

    func receive(_ input: TimerSession<ID>.Input) {
        shell.receive(input, at: sink.now) { perform($0) }
        alarm.arm(for: shell.session.deadline)
    }

    private func perform(_ action: TimerSession<ID>.Action) {
        switch action {
        case .report(let event, let slot): reports.send((event, wants.subscription(of: slot)))
        case .silence(let slot): wants.removeValue(forKey: slot)?.cancel()
        case .forgetNames: wants.removeAll(keepingCapacity: wants.count < 1_000)
        case .openWallAlarm(let slot, let zone): open(slot, zone)
        case .look(let slot, let zone): look(slot, zone.rules())
        case .armWallAlarm(let slot, let seconds): wallAlarms[slot]?.alarm.arm(at: .seconds(seconds))
        case .closeWallAlarm(let slot): wallAlarms.removeValue(forKey: slot)?.subscription.cancel()
        case .end: reports.end()
        }
    }

    /// The alarm of the wall clock rings on any thread, through an inlet that keeps the loop alive.
    private func open(_ slot: Int32, _ zone: TimeOfDay.Zone) {
        let rules = zone.rules()
        if rules != nil {
            var opened: (any Alarm)?
            let rings = Signal<Void> { [wallClock] rung in
                let inlet = rung.inlet()
                let alarm = wallClock.alarm { inlet.send(()) }
                opened = alarm
                return Subscription(alarm.disarm)
            }
            let subscription = rings.run(inside: sink, finish: {}) { [weak self] in
                self?.look(slot, zone.rules())
            }
            if let opened { wallAlarms[slot] = (opened, subscription) }
        }
        look(slot, rules)
    }

    private func look(_ slot: Int32, _ rules: ZoneRules?) {
        receive(.looked(slot: slot, rules, wallTime: wallClock.now))
    }
}

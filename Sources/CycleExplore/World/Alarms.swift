import Cycle
import CycleTesting

/// Time: it goes to the next alarm, or to just before it.
final class ExploredAlarms: Explorable, DividedByLens {
    private let time: VirtualTime
    /// An alarm that is farther away does not keep an application from being at rest.
    private let horizon: Duration
    var pauses = Allowance(0)
    /// A ticker's period, and since when it is counted.
    private struct Ticking: Equatable {
        let period: Duration
        let start: Duration
        let program: Int
    }

    private var tickings: [Ticking] = []
    /// The times at which programs have started, by their numbers, where that was not at the beginning.
    private var starts: [Int: Duration] = [:]
    /// Whether an alarm was left alone because it is so far away that a time beyond it may not be a number.
    private(set) var hasCut = false
    static let farthest = Duration.seconds(100 * 366 * 86_400 as Int64)

    init(_ time: VirtualTime, horizon: Duration) {
        self.time = time
        self.horizon = horizon
    }

    /// A ticker ticks at a time that is counted from the start of the loop, also when no alarm tells.
    func noteTicker(every period: Duration, of program: Int) {
        let ticking = Ticking(period: period, start: starts[program] ?? .zero, program: program)
        if !tickings.contains(ticking) { tickings.append(ticking) }
    }

    /// A program starts, once more.
    func noteStart(of program: Int) {
        tickings.removeAll { $0.program == program }
        starts[program] = time.now
    }

    private static let instant = Duration.nanoseconds(1)

    var possibilities: [Possibility] {
        let alarms = firstOfEachLens(time.nextAlarms)
        guard let next = alarms.first else { return [] }
        let distance = next.deadline - time.now
        guard distance <= Self.farthest else {
            hasCut = true
            return []
        }
        let rings = alarms.map { alarm in
            var ring = Possibility("time", "\(alarm.shownName) rings", thing: alarm.number, kind: .due)
            ring.isFar = distance > horizon
            return ring
        }
        guard pauses.isLeft, distance > ExploredAlarms.instant else { return rings }
        let pause = "just before \(next.shownName) rings"
        return rings + [Possibility("time", pause, thing: next.number, outcome: 1, kind: .pause)]
    }

    /// Alarms of different lenses that are due at once ring in any order: on a machine one is always a little late. Timers of one
    /// lens fire in the order in which they were started, as their driver says.
    private func firstOfEachLens(_ alarms: [VirtualTime.ArmedAlarm]) -> [VirtualTime.ArmedAlarm] {
        if alarms.count < 2 { return alarms }
        var first: [VirtualTime.ArmedAlarm] = []
        for alarm in byLens(alarms)
        where !first.contains(where: { $0.lens == alarm.lens }) {
            first.append(alarm)
        }
        return first
    }

    func happen(_ possibility: Possibility) {
        if possibility.kind == .pause {
            pauses.use()
            time.pauseBeforeNextAlarm(by: ExploredAlarms.instant)
        } else {
            time.ringAlarm(possibility.thing)
        }
    }

    func remember(in memory: inout Fingerprint) {
        let alarms = time.armedAlarms
        for alarm in byLens(alarms) { remember(alarm, in: &memory) }
        rememberRest(in: &memory)
    }

    private func remember(_ alarm: VirtualTime.ArmedAlarm, in memory: inout Fingerprint) {
        memory.combine(alarm.name)
        memory.combine(alarm.deadline - time.now)
    }

    func rememberRest(in memory: inout Fingerprint) {
        for ticking in tickings {
            memory.combine((time.now - ticking.start).attoseconds % ticking.period.attoseconds)
        }
    }

    func remember(in memories: inout [String: Fingerprint]) {
        for alarm in byLens(time.armedAlarms) {
            remember(alarm, in: &memories[String(alarm.lens), default: Fingerprint()])
        }
    }

    /// Which of two lenses has armed its alarm first shows nowhere.
    private func byLens(_ alarms: [VirtualTime.ArmedAlarm]) -> [VirtualTime.ArmedAlarm] {
        alarms.count < 2 ? alarms : alarms.sorted { ($0.lens, $0.birth) < ($1.lens, $1.birth) }
    }

    func losePower() {
        (starts, tickings) = ([0: time.now], [])
    }
}

extension VirtualTime.ArmedAlarm {
    fileprivate var shownName: String { name.isEmpty ? "alarm" : name }
    /// The path of the lens, before what tells its alarms apart.
    fileprivate var lens: Substring { name.prefix { $0 != " " } }
}

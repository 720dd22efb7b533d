import Cycle
import CycleTesting

/// Time: it goes to the next alarm, or to just before it.
final class ExploredAlarms: Explorable, DividedByLens {
    private let time: VirtualTime
    private let clocks: ExploredClocks
    /// An alarm that is farther away does not keep an application from being at rest.
    private let horizon: Duration
    private let timePasses: Bool
    /// Whether time passes only where nothing else is due.
    private let areSlow: Bool
    var pauses = Allowance(0)
    /// The number of a lens's program; 0 where there are no several.
    var program: (_ lens: Substring) -> Int = { _ in 0 }
    /// A ticker's period, and since when it is counted.
    private struct Ticking: Equatable {
        let period: Duration
        let start: Duration
        let program: Int
    }

    private var tickings: [Ticking] = []
    /// The times at which programs have started, by their numbers, where that was not at the beginning.
    private var starts: [Int: Duration] = [:]
    /// The limits that end next, in words, by the paths of their drivers' lenses.
    private var limits: [String: () -> String?] = [:]
    /// Whether an alarm was left alone because no time passes.
    private(set) var areHeldByBounds = false
    /// Whether an alarm was left alone because it is so far away that a time beyond it may not be a number.
    private(set) var hasCut = false
    static var cut: String { "an alarm that is a hundred years away" }
    static let farthest = Duration.seconds(100 * 366 * 86_400 as Int64)

    init(_ time: VirtualTime, _ clocks: ExploredClocks, _ bounds: Bounds) {
        self.time = time
        self.clocks = clocks
        (horizon, timePasses, areSlow) = (bounds.horizon, bounds.timePasses, bounds.timersAreSlow)
    }

    /// Takes note of what says which limit of a driver ends next: one alarm stands for all limits of the driver.
    func noteLimits(of lens: String, _ next: @escaping () -> String?) { limits[lens] = next }

    private func shownName(of alarm: AlarmState) -> String {
        if alarm.name.isEmpty { return "alarm" }
        return limits[alarm.name]?().map { "\(alarm.name) limit of \($0)" } ?? alarm.name
    }

    /// A ticker ticks at a time that is counted from the start of the loop, also when no alarm tells.
    func noteTicker(every period: Duration, of program: Int) {
        let ticking = Ticking(period: period, start: starts[program] ?? .zero, program: program)
        if !tickings.contains(ticking) { tickings.append(ticking) }
    }

    /// A program starts, once more.
    func noteStart(of program: Int) {
        tickings.removeAll { $0.program == program }
        starts[program] = clocks.now(of: program)
    }

    static let instant = Duration.nanoseconds(1)

    var possibilities: [Possibility] { possibilities(of: states(of: time.nextAlarms)) }

    /// Whether what is due elsewhere comes first.
    var mustWait: Bool { areSlow && mustWait(states(of: time.nextAlarms)) }

    /// One that is due at the time that it is now, as another one of that time has rung, waits for nothing.
    ///
    /// - Parameter next: The alarms that ring next.
    func mustWait(_ next: [AlarmState]) -> Bool { areSlow && next.contains { $0.remaining > .zero } }

    /// - Parameter next: The alarms that ring next, in the order of their lenses.
    func possibilities(of next: [AlarmState]) -> [Possibility] {
        let alarms = firstOfEachLens(next)
        guard let next = alarms.first else { return [] }
        guard timePasses else {
            areHeldByBounds = true
            return []
        }
        guard next.remaining <= Self.farthest else {
            hasCut = true
            return []
        }
        let rings = alarms.map { alarm in
            var ring = Possibility("time", "\(shownName(of: alarm)) rings", thing: alarm.number, kind: .due)
            ring.isFar = alarm.remaining > horizon
            ring.program = alarm.program
            return ring
        }
        guard pauses.isLeft, next.remaining > Self.instant else { return rings }
        let pause = "just before \(shownName(of: next)) rings"
        return rings + [Possibility("time", pause, thing: next.number, outcome: 1, kind: .pause)]
    }

    /// Alarms of different lenses that are due at once ring in any order: on a machine one is always a little late. Timers of one
    /// lens fire in the order in which they were started, as their driver says.
    private func firstOfEachLens(_ alarms: [AlarmState]) -> [AlarmState] {
        if alarms.count < 2 { return alarms }
        var first: [AlarmState] = []
        for alarm in alarms where first.last?.lens != alarm.lens { first.append(alarm) }
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
        for alarm in states { alarm.remember(in: &memory) }
        rememberRest(in: &memory)
    }

    func rememberRest(in memory: inout Fingerprint) {
        for ticking in tickings {
            memory.combine((clocks.now(of: ticking.program) - ticking.start).attoseconds % ticking.period.attoseconds)
        }
    }

    func remember(in memories: inout [String: Fingerprint]) {
        for alarm in states { alarm.remember(in: &memories[String(alarm.lens), default: Fingerprint()]) }
    }

    /// All that are armed, in the order of their lenses.
    var states: [AlarmState] { states(of: time.armedAlarms) }

    /// In the order of their lenses: which of two lenses has armed its alarm first shows nowhere.
    private func states(of alarms: [VirtualTime.ArmedAlarm]) -> [AlarmState] {
        let sorted = alarms.count < 2 ? alarms : alarms.sorted { ($0.lens, $0.birth) < ($1.lens, $1.birth) }
        return sorted.map {
            AlarmState(
                name: $0.name, remaining: $0.deadline - time.now, program: program($0.lens), number: $0.number)
        }
    }

    func losePower() {
        (starts, tickings) = ([0: time.now], [])
    }
}

extension VirtualTime.ArmedAlarm {
    fileprivate var lens: Substring { name.lensPath }
}

import Cycle
import CycleBase

/// The timers of one running driver, from the model to their events, as a value.
///
/// ``receive(_:at:into:)`` is its only transition. The session performs nothing itself: ``TimerRun`` feeds it what happens
/// and performs its actions.
///
///     running --modelsEnded--> ending --no timer can fire--> over
///        |                        |                            ^
///        +------- stopped --------+----------------------------+
struct TimerSession<ID: Hashable & Sendable>: Session {
    typealias Timer = TimerDriver<ID>.Timer

    /// Everything that can happen to the timers of a driver.
    enum Input: Hashable, Sendable {
        /// The application has another model.
        case modelChanged(TimerDriver<ID>.Model)
        /// There will be no other model. The driver ends when no timer can fire any more.
        case modelsEnded
        /// Time has passed; a timer may be due.
        ///
        /// - Parameter wallTime: The time of the wall clock, which may go back.
        case timePassed(wallTime: Duration)
        /// A timer of the wall clock looks at it, by these rules of its zone; `nil` for a zone that is not known here.
        case looked(slot: Int32, ZoneRules?, wallTime: Duration)
        /// The reports of the last alarm have had their turns: a timer that leaves the model has nothing to silence.
        case reportsHeard
        /// The run is over, or the driver has left it.
        case stopped
    }

    /// Something for the shell to perform, in order.
    enum Action: Hashable, Sendable {
        /// Report an event to the application under the name of a slot.
        case report(TimerDriver<ID>.Event, slot: Int32)
        /// Silence the events of a slot that the application has not received yet.
        case silence(slot: Int32)
        /// Forget under which names events were reported.
        case forgetNames
        /// Give a slot an alarm of the wall clock, and let it look.
        case openWallAlarm(slot: Int32, TimeOfDay.Zone)
        /// Let a timer of the wall clock look at it.
        case look(slot: Int32, TimeOfDay.Zone)
        /// Arm the alarm of a slot for so many seconds since 1970.
        case armWallAlarm(slot: Int32, at: Int64)
        /// Release the alarm of a slot.
        case closeWallAlarm(slot: Int32)
        /// End the signal of the driver's events.
        case end
    }

    enum Phase: UInt8, Hashable, Sendable {
        case running
        /// No other model will come.
        case ending
        case over
    }

    private(set) var phase = Phase.running
    private(set) var table: TimerTable
    private(set) var slots: [ID: Int32] = [:]
    /// The identities of the timers, by slots.
    private(set) var ids: ContiguousArray<ID> = []
    /// The model that has contained it last, by slots; below zero while it is compared.
    private var seen: ContiguousArray<Int32> = []
    /// The slots that have reported something since they were started.
    private var reported: Set<Int32> = []
    /// The timers of the model as it is now.
    private var latest: [Timer] = []
    private var modelCount: Int32 = 0
    /// Whether a failure was reported since the last alarm.
    private var hasFailed = false

    /// - Parameter looksUp: Whether timers of the wall clock look at it each hour.
    init(looksUp: Bool) {
        table = TimerTable(looksUp: looksUp)
    }

    /// When ``Input/timePassed`` has an effect.
    var deadline: Duration? { phase == .over ? nil : table.deadline }

    /// The one transition.
    ///
    /// - Parameters:
    ///   - now: The loop's time. It never goes back.
    ///   - actions: The actions are appended to it.
    mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        switch (input, phase) {
        case (.modelChanged(let model), .running): change(to: model.timers, now, &actions)
        case (.modelsEnded, .running):
            phase = .ending
            endIfDone(&actions)
        case (.timePassed(let wallTime), .running), (.timePassed(let wallTime), .ending):
            for due in table.takeDue(at: now) { take(due, now, wallTime, &actions) }
            endIfDone(&actions)
        case (.looked(let slot, let rules, let wallTime), .running),
            (.looked(let slot, let rules, let wallTime), .ending):
            look(slot, by: rules, wallTime, &actions)
            endIfDone(&actions)
        case (.reportsHeard, .running), (.reportsHeard, .ending): forgetReports(&actions)
        case (.stopped, .running), (.stopped, .ending):
            for (slot, entry) in table.slots.enumerated() where entry.needsWallAlarm {
                actions.append(.closeWallAlarm(slot: Int32(slot)))
            }
            clear()
        case (.modelChanged, .ending), (.modelsEnded, .ending), (_, .over): break
        }
    }

    private mutating func forgetReports(_ actions: inout [Action]) {
        defer { hasFailed = false }
        // A failure is an answer to a model, which may wait while the next alarm rings.
        if hasFailed { return }
        reported.removeAll(keepingCapacity: reported.count < 1_000)
        actions.append(.forgetNames)
    }

    /// Each slot of the table has one identity; a session that is over holds nothing.
    var isConsistent: Bool {
        slots.count <= ids.count && ids.count == table.slots.count && seen.count == ids.count
            && (phase != .over || ids.isEmpty && latest.isEmpty && reported.isEmpty)
    }

    private mutating func clear() {
        (table, slots, ids, seen, reported) = (TimerTable(looksUp: false), [:], [], [], [])
        (latest, phase) = ([], .over)
    }

    private mutating func endIfDone(_ actions: inout [Action]) {
        guard phase == .ending, table.waitingCount == 0 else { return }
        clear()
        actions.append(.end)
    }

    // MARK: Models

    /// Timers that both models begin and end with are compared, and nothing else is done for them.
    private mutating func change(to timers: [Timer], _ now: Duration, _ actions: inout [Action]) {
        reserveCapacity(timers.count)
        let most = min(latest.count, timers.count)
        var (prefix, suffix) = (0, 0)
        // Where two timers have one identity all are looked up.
        if slots.count == latest.count {
            while prefix < most, latest[prefix] == timers[prefix] { prefix += 1 }
            while prefix + suffix < most, latest[latest.count - 1 - suffix] == timers[timers.count - 1 - suffix] {
                suffix += 1
            }
        }
        let old = latest[prefix..<latest.count - suffix]
        let new = timers[prefix..<timers.count - suffix]
        if !reconcile(new, with: old, now, &actions) { _ = reconcile(timers[...], with: latest[...], now, &actions) }
        latest = timers
    }

    /// Exactly, where many come at once: else arrays that double could hold twice as much as is needed.
    private mutating func reserveCapacity(_ count: Int) {
        guard count > 2 * ids.capacity else { return }
        table.reserveCapacity(count)
        slots.reserveCapacity(count)
        ids.reserveCapacity(count)
        seen.reserveCapacity(count)
    }

    /// - Returns: `false`, with no timer changed, where an identity in `new` belongs to a timer that is not in `old`.
    private mutating func reconcile(
        _ new: ArraySlice<Timer>, with old: ArraySlice<Timer>, _ now: Duration, _ actions: inout [Action]
    ) -> Bool {
        modelCount += 1
        for timer in old { if let slot = slots[timer.id] { seen[Int(slot)] = -modelCount } }
        var changes: [Int] = []
        for index in new.indices {
            guard let slot = slots[new[index].id] else {
                changes.append(index)
                continue
            }
            // Of two with one identity the first counts.
            if seen[Int(slot)] == modelCount { continue }
            guard seen[Int(slot)] == -modelCount else { return false }
            seen[Int(slot)] = modelCount
            if table.slots[Int(slot)].schedule != new[index].schedule { changes.append(index) }
        }
        for timer in old {
            if let slot = slots[timer.id], seen[Int(slot)] == -modelCount { remove(slot, timer.id, &actions) }
        }
        for index in changes { start(new[index], now, &actions) }
        return true
    }

    private mutating func remove(_ slot: Int32, _ id: ID, _ actions: inout [Action]) {
        silence(slot, &actions)
        table.remove(slot)
        slots[id] = nil
    }

    private mutating func silence(_ slot: Int32, _ actions: inout [Action]) {
        if !reported.isEmpty, reported.remove(slot) != nil { actions.append(.silence(slot: slot)) }
        if table.slots[Int(slot)].needsWallAlarm { actions.append(.closeWallAlarm(slot: slot)) }
    }

    private mutating func start(_ timer: Timer, _ now: Duration, _ actions: inout [Action]) {
        let slot: Int32
        if let known = slots[timer.id] {
            // A second one that came with this model does not count.
            if table.slots[Int(known)].schedule == timer.schedule || isNew(known) { return }
            silence(known, &actions)
            table.restart(known, timer.schedule, at: now)
            slot = known
        } else {
            slot = table.add(timer.schedule, at: now)
            slots[timer.id] = slot
            if slot == ids.count {
                ids.append(timer.id)
                seen.append(-1)
            }
            ids[Int(slot)] = timer.id
            seen[Int(slot)] = .max
        }
        switch timer.schedule {
        case .every(let period, _, _) where period <= .zero: fail(slot, .notAPeriod(period), &actions)
        case .daily(_, let zone, _): actions.append(.openWallAlarm(slot: slot, zone))
        case .once, .every: break
        }
    }

    /// Whether it was started by the model that is being compared.
    private func isNew(_ slot: Int32) -> Bool { seen[Int(slot)] == .max }

    // MARK: Firing

    private mutating func fail(_ slot: Int32, _ failure: TimerFailure, _ actions: inout [Action]) {
        table.fail(slot)
        hasFailed = true
        report(.failed(ids[Int(slot)], failure), slot, &actions)
    }

    private mutating func report(_ event: TimerDriver<ID>.Event, _ slot: Int32, _ actions: inout [Action]) {
        reported.insert(slot)
        actions.append(.report(event, slot: slot))
    }

    private mutating func take(
        _ due: TimerTable.Due, _ now: Duration, _ wallTime: Duration, _ actions: inout [Action]
    ) {
        switch due {
        case .fired(let firing): fire(firing, now - firing.tick.scheduled, wallTime, &actions)
        case .look(let slot):
            if let zone = table.slots[Int(slot)].schedule.zone { actions.append(.look(slot: slot, zone)) }
        }
    }

    private mutating func fire(
        _ firing: TimerTable.Firing, _ lateBy: Duration, _ wallTime: Duration, _ actions: inout [Action]
    ) {
        let event = TimerDriver<ID>.Event.fired(
            ids[Int(firing.slot)], count: firing.tick.count, scheduled: firing.tick.scheduled, lateBy: lateBy,
            wallTime: wallTime)
        report(event, firing.slot, &actions)
    }

    private mutating func look(
        _ slot: Int32, by rules: ZoneRules?, _ wallTime: Duration, _ actions: inout [Action]
    ) {
        guard slot < ids.count, let zone = table.slots[Int(slot)].schedule.zone else { return }
        guard let (firings, next) = table.look(slot, by: rules, at: wallTime) else {
            // A zone that was known once is looked for again in an hour.
            if rules == nil, table.isUnplanned(slot) {
                actions.append(.closeWallAlarm(slot: slot))
                fail(slot, .unknownZone(zone), &actions)
            }
            return
        }
        actions.append(.armWallAlarm(slot: slot, at: next))
        for firing in firings { fire(firing, wallTime - firing.tick.scheduled, wallTime, &actions) }
    }

    /// Holds before and after each input: each identity has one slot, and each slot its identity.
    var isWhole: Bool {
        table.isWhole && slots.allSatisfy { id, slot in ids[Int(slot)] == id && table.slots[Int(slot)].state != .free }
            && table.slots.count { $0.state != .free } == slots.count
            && (phase != .over || slots.isEmpty && deadline == nil)
    }
}

extension TimerTable.Slot {
    /// Whether the shell keeps an alarm of the wall clock for it.
    fileprivate var needsWallAlarm: Bool { state == .waiting && schedule.zone != nil }
}

extension TimerSchedule {
    /// The zone of a timer of the wall clock.
    var zone: TimeOfDay.Zone? {
        switch self {
        case .daily(_, let zone, _): zone
        case .once, .every: nil
        }
    }
}

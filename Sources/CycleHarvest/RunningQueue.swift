import Cycle

/// The effects of one queue: those that run, those that may start when the delay is over, those that wait for a place.
final class RunningQueue<Input> {
    private let rules: QueueRules
    private let sink: Sink<HarvesterEvent<Input>>
    /// Effects that have a place: they run, or wait for the delay between starts.
    private var active: [Int: RunningEffect<Input>] = [:]
    /// The effect that emitted first, in a race.
    private var winner: Int?
    private var line = Waiting<Input>()
    private var suspended = Waiting<Input>()
    /// When the next one may start.
    private var opensAt: Duration?
    private var alarm: (any Alarm)?
    private var isRefilling = false

    init(_ rules: QueueRules, _ sink: Sink<HarvesterEvent<Input>>) {
        self.rules = rules
        self.sink = sink
    }

    /// Cancelled ones are among them until ``replaceCancelled()``.
    var tasks: [RunningEffect<Input>] { active.values + suspended.tasks }
    /// Whether a new one in its place would do the same.
    var isIdle: Bool { active.isEmpty && suspended.tasks.isEmpty && (opensAt ?? .zero) <= sink.now }

    func add(_ task: RunningEffect<Input>) {
        task.waits(on: sink.scheduler)
        switch rules.policy {
        case .unlimited: break
        case .race: if winner != nil { return }
        case .runNewest(let maxCount):
            while active.count >= max(1, maxCount), let oldest = active.keys.min() {
                active.removeValue(forKey: oldest)?.cancel()
            }
        case .runOldest(let maxCount, .discardNew):
            if active.count >= max(1, maxCount) { return }
        case .runOldest(_, .suspendNew):
            suspended.append(task)
            return refill()
        }
        admit(task)
        refill()
    }

    /// Gives the places of the cancelled to those that wait.
    func replaceCancelled() {
        active = active.filter { !$0.value.isCancelled }
        if let winner, active[winner] == nil { self.winner = nil }
        refill()
    }

    /// Gives free places to those that wait. A loop, not a recursion: tasks that end at once follow one another without
    /// growing the stack.
    private func refill() {
        guard !isRefilling else { return }
        isRefilling = true
        repeat { moveLine() } while admitSuspended()
        isRefilling = false
    }

    private func admitSuspended() -> Bool {
        guard case .runOldest(let maxCount, .suspendNew) = rules.policy, active.count < max(1, maxCount),
            let task = suspended.popFirst()
        else { return false }
        admit(task)
        return true
    }

    private func admit(_ task: RunningEffect<Input>) {
        active[task.number] = task
        line.append(task)
    }

    /// Starts those at the line that may start now, and sets the alarm for the next.
    private func moveLine() {
        // A task that was cancelled to make room may have stopped the machine.
        while !sink.isStopped, line.hasTasks {
            if let opensAt, opensAt > sink.now { return wake(at: opensAt) }
            guard let task = line.popFirst() else { break }
            if let gap = rules.delay.gap(after: task.number) { opensAt = sink.now + gap }
            task.start(
                sink, emitting: { [self] in win(task) },
                ended: { [self] in
                    win(task)
                    active[task.number] = nil
                    winner = nil
                    refill()
                })
        }
        alarm?.disarm()
    }

    /// In a race the first cancels all others.
    private func win(_ task: RunningEffect<Input>) {
        guard rules.policy == .race, winner == nil else { return }
        winner = task.number
        let others = active.values.filter { $0 !== task }.sorted { $0.number < $1.number }
        active = [task.number: task]
        for other in others { other.cancel() }
    }

    private func wake(at time: Duration) {
        let alarm = alarm ?? sink.alarm { [unowned self] in refill() }
        self.alarm = alarm
        alarm.arm(at: time)
    }
}

/// Tasks in the order in which they came. Cancelled ones are skipped.
private struct Waiting<Input> {
    private var buffer: [RunningEffect<Input>] = []
    private var head = 0

    var tasks: [RunningEffect<Input>] { buffer[head...].filter { !$0.isCancelled } }

    var hasTasks: Bool {
        mutating get {
            while head < buffer.count, buffer[head].isCancelled { head += 1 }
            return head < buffer.count
        }
    }

    mutating func append(_ task: RunningEffect<Input>) {
        // Half of the buffer may be behind the head, so that taking one costs O(1).
        if head > 16, head > buffer.count / 2 {
            buffer.removeFirst(head)
            head = 0
        }
        buffer.append(task)
    }

    mutating func popFirst() -> RunningEffect<Input>? {
        guard hasTasks else {
            buffer.removeAll()
            head = 0
            return nil
        }
        defer { head += 1 }
        return buffer[head]
    }
}

extension EffectQueueDelay {
    /// How long the next effect waits after the start of one. By chance, but of that effect's number in its machine alone: a queue
    /// that was empty meanwhile need not be kept.
    fileprivate func gap(after number: Int) -> Duration? {
        let longest = Duration.seconds(Int64.max / 4)
        func bounded(_ gap: Duration) -> Duration { min(max(gap, .zero), longest) }
        switch self {
        case .none: return nil
        case .constant(let gap): return bounded(gap)
        case .random(let range, let seed):
            let (least, most) = (bounded(range.lowerBound), bounded(range.upperBound))
            return least + (most - least) * EffectQueueDelay.fraction(seed &+ UInt64(number))
        }
    }

    /// At least 0, less than 1: by the SplitMix64 generator.
    private static func fraction(_ number: UInt64) -> Double {
        let chance = number &* 0x9E37_79B9_7F4A_7C15
        var mixed = chance
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
    }
}

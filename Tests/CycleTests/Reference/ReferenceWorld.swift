/// How a run comes to its end from outside.
enum Ending {
    /// Values that it emitted before are silent too.
    case cancelled
    /// Values that it emitted before still arrive: a `prefix` has had its values.
    case released
}

/// Ends a run.
typealias Stop = (Ending) -> Void

/// A run that can be stopped alone: an inner signal, an effect, the source of a `prefix`, a part that comes and goes.
///
/// Rule: a value that waits depends on the innermost of these that it has come out of; of one that has come out of
/// several that do not stand inside of each other, through a shared signal, on each. It is silent if one of them, or
/// what that runs inside of, was cancelled. A subscription that ended by itself, or was released, silences nothing.
final class Life {
    private enum State { case active, finished, cancelled, released }

    private let parent: Life?
    private var state = State.active
    private var stop: Stop?
    fileprivate var isStarting = false

    /// A signal that is started inside of a stopped one is stopped when its start returns.
    init(within parent: Life?) {
        self.parent = parent
        if let parent, parent.isStopped { state = parent.isReleased ? .released : .cancelled }
    }

    private var isReleased: Bool { state == .released || (state != .cancelled && parent?.isReleased == true) }

    var isActive: Bool { state == .active }
    /// Rule: what was stopped while it starts, by what is complete behind it, emits no value.
    var isReceived: Bool { isActive && !(isStarting && isStopped) }
    var isSilenced: Bool { state == .cancelled || (parent?.isSilenced ?? false) }
    var isStopped: Bool { state == .cancelled || state == .released || (parent?.isStopped ?? false) }

    func isInside(_ other: Life) -> Bool { parent === other || (parent?.isInside(other) ?? false) }

    /// It has been started, and `stop` stops it; at once, if it was stopped while it started.
    func started(_ stop: @escaping Stop) {
        switch state {
        case .active: self.stop = stop
        case .cancelled: stop(.cancelled)
        case .released: stop(.released)
        case .finished: break
        }
    }

    func finish() {
        if isActive { state = .finished }
        stop = nil
    }

    /// Values that it emitted are silent from now on, also if it had ended by itself.
    func silence() {
        end(.cancelled)
        state = .cancelled
    }

    /// A subscription that is stopped inside of a released one is released, too.
    func end(_ ending: Ending) {
        guard isActive else { return }
        let ending = parent?.isReleased == true ? .released : ending
        state = ending == .cancelled ? .cancelled : .released
        let stop = stop
        self.stop = nil
        stop?(ending)
    }
}

/// The state that a loop shares, in its simplest form: one array of values that wait, one of alarms, one of letters.
///
/// Rules: turns are first come, first served. Letters from outside (an inlet, an alarm) are taken one by one; values
/// that wait then have their turns before the next letter is taken. Alarms ring in the order of their deadlines, at one
/// instant in the order in which they were armed; all that one leads to happens before the next. A loop that is started
/// from inside a turn starts when that is over.
final class ReferenceWorld {
    private(set) var now = 0
    private var waiting: [(emitters: [Life], turn: () -> Void)] = []
    private var alarms: [ReferenceAlarm] = []
    private var letters: [ReferenceLetter] = []
    private var afterTurn: [() -> Void] = []
    private var armedCount = 0
    private var turnsLeft = 0
    private var isBusy = false
    /// All that runs since the last start.
    var root: Life?
    /// The signal that is being started: signals that start during that run inside of it.
    private(set) var starter: Life?
    /// Whether what is being started was stopped meanwhile. Rule: it emits nothing at its start, no end either.
    var isStartStopped: Bool { starter?.isStopped ?? false }
    /// The signals that are emitting just now.
    private var emitters: [Life] = []
    /// Whether the turn under way may still put a whole frame in the place of the one before.
    var isApplying = false
    /// The rules that run after every change, and return whether they changed something: see `ReferenceRules`.
    var rules: [(number: Int, act: () -> Bool)] = []
    var ruleCount = 0
    /// Delivers the frame, at the end of a turn that has changed it.
    var deliver: () -> Void = {}
    var hasChanged = false
    /// Sources from which something may still come: pipes that are listened to.
    var openSourceCount = 0
    /// Whether the run goes on from a frame of an earlier one, until its first frame was delivered.
    var isResuming = false
    /// Notes a moment, for who watches: where the lens stands, its event, the frame before.
    var frameForWatchers: (() -> String)?
    private(set) var log: [String] = []
    /// A program that does more than this is not worth its time.
    private var budget: Int
    var isExhausted: Bool { budget <= 0 }

    init(budget: Int = .max) {
        self.budget = budget
    }

    func note(_ line: String) {
        budget -= 1
        log.append("\(now): \(line)")
    }

    /// Rule: a turn is one moment, when its event is applied and all rules have followed, before its frame is delivered.
    func watch(_ lens: String, _ event: Any, _ apply: () -> Void) {
        let context = frameForWatchers?() ?? ""
        apply()
        if let effect = frameForWatchers?() { note("moment \(lens) \(event): \(context) -> \(effect)") }
    }

    // MARK: Turns

    /// Has `turn` called in a turn of its own, unless what emits now is cancelled before.
    ///
    /// Rule: an end is not silenced, as those behind it wait for it; it comes in its turn.
    func enqueue(isEnd: Bool = false, _ turn: @escaping () -> Void) {
        budget -= 1
        waiting.append((isEnd ? [] : emitters, turn))
    }

    /// Rule: a loop that was stopped drops it, also where it is to start again in the same turn.
    func post(_ letter: ReferenceLetter) {
        if root?.isStopped == true { return letter.drop() }
        letters.append(letter)
    }

    /// Posts letters that have waited for somebody to listen: they come before those that wait already.
    func postFirst(_ early: [ReferenceLetter]) {
        letters = early + letters
    }

    /// Takes all that waits, and all that follows; nothing from inside a turn.
    func drain() {
        guard !isBusy else { return }
        isBusy = true
        while !isExhausted {
            if turnsLeft > 0 {
                turnsLeft -= 1
                takeTurn()
            } else if !letters.isEmpty {
                letters.removeFirst().take()
                finishTurn()
                turnsLeft = waiting.count
            } else if !waiting.isEmpty {
                turnsLeft = waiting.count
            } else {
                break
            }
        }
        isBusy = false
    }

    private func takeTurn() {
        let (emitters, turn) = waiting.removeFirst()
        guard !emitters.contains(where: \.isSilenced) else { return finishTurn() }
        isApplying = true
        self.emitters = emitters
        turn()
        isApplying = false
        self.emitters = []
        if hasChanged {
            hasChanged = false
            deliver()
        }
        finishTurn()
    }

    private func finishTurn() {
        while !afterTurn.isEmpty, !isExhausted { afterTurn.removeFirst()() }
    }

    /// Begins a run: at once, or when the turn under way is over. Values that it leads to have their turns before any
    /// letter is taken.
    func begin(_ act: @escaping () -> Void) {
        if isBusy { return afterTurn.append(act) }
        isBusy = true
        act()
        finishTurn()
        turnsLeft = waiting.count
        isBusy = false
    }

    /// Drops what waits, and what has come from outside.
    func dropWaiting() {
        waiting = []
        let dropped = letters
        letters = []
        for letter in dropped { letter.drop() }
        afterTurn = []
        turnsLeft = 0
        hasChanged = false
    }

    // MARK: Who emits

    /// Starts a run so that all that it starts runs inside of `life`.
    ///
    /// Rule: what it emits at once is still the value's that it was started for, too.
    func starting(_ life: Life, _ start: () -> Stop) {
        let outer = starter
        starter = life
        life.isStarting = true
        life.started(start())
        life.isStarting = false
        starter = outer
    }

    /// Passes a value on under the name of `life`, unless that is over.
    func emitting(_ life: Life, _ emit: () -> Void) {
        guard life.isActive else { return }
        let outer = emitters
        if !outer.contains(where: { $0 === life || $0.isInside(life) }) { emitters.append(life) }
        emit()
        emitters = outer
    }

    /// Values that `act` emits have no emitter.
    func emittingForNobody(_ act: () -> Void) {
        let outer = emitters
        emitters = []
        act()
        emitters = outer
    }

    // MARK: Time

    func alarm(_ ring: @escaping () -> Void) -> ReferenceAlarm {
        ReferenceAlarm(self, ring)
    }

    var armedAlarmCount: Int { alarms.count }
    var isOver: Bool { alarms.isEmpty && openSourceCount == 0 && waiting.isEmpty && letters.isEmpty }

    func advance(to end: Int) {
        drain()
        while let next = alarms.min(by: { ($0.deadline, $0.number) < ($1.deadline, $1.number) }), next.deadline <= end,
            !isExhausted
        {
            now = max(now, next.deadline)
            next.disarm()
            budget -= 1
            post(ReferenceLetter(take: next.ring))
            drain()
        }
        now = end
    }

    fileprivate func arm(_ alarm: ReferenceAlarm) -> Int {
        alarms.append(alarm)
        armedCount += 1
        return armedCount
    }

    fileprivate func disarm(_ alarm: ReferenceAlarm) {
        alarms.removeAll { $0 === alarm }
    }
}

/// A letter from outside. Rule: a loop that stops drops its letters and informs each.
struct ReferenceLetter {
    let take: () -> Void
    var drop: () -> Void = {}
}

final class ReferenceAlarm {
    private unowned let world: ReferenceWorld
    let ring: () -> Void
    private(set) var deadline = 0
    /// The order in which alarms were armed; arming anew counts.
    private(set) var number = 0
    private var isOver = false

    fileprivate init(_ world: ReferenceWorld, _ ring: @escaping () -> Void) {
        self.world = world
        self.ring = ring
    }

    func arm(at deadline: Int) {
        if isOver { return }
        disarm()
        self.deadline = deadline
        number = world.arm(self)
    }

    func disarm() {
        world.disarm(self)
    }

    /// Its operator was stopped: it is armed no more.
    func end() {
        disarm()
        isOver = true
    }
}

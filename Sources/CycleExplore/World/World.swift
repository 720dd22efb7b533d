import Cycle
public import CycleTesting

/// All that is around an application while it is explored: who plays its drivers, its time, and what may happen there next.
///
///     try explore(Law<Search>.atRest("…") { … }) { world in
///         world.console.keys("ab", atMost: 3)
///         world.network.answers { request in [.text("r\(request.query)"), .fails(.refused)] }
///         return searchBox()
///     }
///
/// Each run has a world of its own. Confined to the isolation that explores.
public final class World {
    /// The time of the application, which moves from alarm to alarm.
    public let time = VirtualTime()
    /// Whether effects may wait for something that is not of this world, as a sequence that the test itself feeds. Otherwise
    /// that is an error, as the search does not know then what may happen next.
    public var effectsMayWait = false

    /// Whether what `atMost` says holds in long random runs, too: in those of a simulation, and in those in which an exploration
    /// looks for what is remembered beside the frame. Otherwise they go on beyond it. For an application that a letter too many
    /// breaks, as a second login.
    public var limitsHold: Bool {
        get { allowances.limitsHold }
        set { allowances.limitsHold = newValue }
    }

    /// In one order, also after a power cut: what may happen is known by its place.
    private(set) var parts: [any Explorable] = []
    private var standIns: [any StandIn] = []
    private var kept = KeptParts()
    private var allowances: Allowances
    /// Since the last start of the application.
    private(set) var inputCount = 0
    /// Where the lens stands that started something last: what alarms and effects are called by.
    var lens = ""
    /// A mistake of the world's author, in words.
    private(set) var mistake: String?
    /// Called when the run is over, so that what waits can end.
    var onEnd: () -> Void = {}
    /// Whether turns of what happened before are yet to come while something happens.
    var isBetweenTurns = false
    /// Whether something is still to come for which no inlet of the loop is open yet.
    var isAwaited: () -> Bool = { false }
    /// What happenings touch, where the search asks.
    let touches = Touches()
    let effects: ExploredEffects
    let alarms: ExploredAlarms

    /// Facts that are the same in all worlds of a scenario.
    let memo: WorldMemo

    init(bounds: Bounds, _ memo: WorldMemo) {
        self.memo = memo
        allowances = Allowances(bounds)
        effects = ExploredEffects()
        alarms = ExploredAlarms(time, horizon: bounds.horizon)
        time.makeExecutor = { [unowned self] in effects.makeExecutor(lens.isEmpty ? "effect" : lens) }
        time.noteEnd = { ($0 as? EffectTask)?.effectEnded() }
        time.noteWaiting = { [unowned self] in effects.makeWaiting(lens.isEmpty ? "effect" : lens) }
        time.nameAlarm = { [unowned self] in lens }
        alarms.pauses = allowance("pauses", bounds.pauses)
        parts = [effects, alarms]
    }

    // MARK: Called by the author of a world

    /// Adds a part; one that is a `StandIn` plays the drivers that it can play.
    public func add(_ part: some Explorable) {
        take(part)
        if let standIn = part as? any StandIn { standIns.append(standIn) }
    }

    /// Puts a part behind the others; after a power cut, where one stood that is gone.
    private func take(_ part: any Explorable) {
        if let place = parts.firstIndex(where: { $0 is Gone }) { parts[place] = part } else { parts.append(part) }
    }

    /// Has a stand-in play that nothing comes from by itself: a `ScriptedDriver` that answers models.
    public func add(standIn: some StandIn) {
        standIns.append(standIn)
    }

    // MARK: For parts

    /// A part of which a world has one, which outlives power cuts.
    func part<Part: Explorable>(_ make: () -> Part) -> Part {
        let part = kept.known(Part.self) ?? make()
        if kept.use(part) { add(part) }
        return part
    }

    /// How often something may happen, counted over all starts of the application.
    func allowance(_ name: String, _ limit: Int?) -> Allowance {
        allowances.named(name, limit)
    }

    /// Adds letters that may come at any time, with an allowance of their own.
    func addInput(
        _ lane: String, _ labels: [String], atMost count: Int?,
        isOpen: @escaping () -> Bool = { true }, isListening: ((Int) -> Bool)? = nil, send: @escaping (Int) -> Void
    ) {
        inputCount += 1
        let allowance = allowance("input \(inputCount)", count)
        take(ExploredInput(lane, labels, allowance, isOpen: isOpen, isListening: isListening, send: send))
    }

    /// Faults that a part may have, beside the bound of all.
    func faults(_ name: String, _ limit: Int?) -> Allowance {
        allowances.faults(name, limit)
    }

    /// How many faults are left for the whole world.
    var faultsLeft: Int { allowances.faultsLeft }

    func useFault() { allowances.useFault() }

    /// Whether a law looks at the world, which must not change it.
    var isLookedAt: Bool {
        get { kept.isLookedAt }
        set { kept.isLookedAt = newValue }
    }

    func note(_ mistake: String) {
        if self.mistake == nil { self.mistake = mistake }
    }

    // MARK: For a run

    var cast: ExploredCast {
        let cast = Cast(standIns + [Unasked(world: self)]) { [unowned self] mistake, driver in
            note(
                """
                \(mistake) Say what may happen there: world.network, world.signals, world.events(of:) for a script, or world.add(_:) \
                with a fake of your own that conforms to StandIn; or that nothing does: world.nothingHappens(in: \(driver).self).
                """)
        }
        return ExploredCast(cast, self)
    }

    /// Parts that stay are told; what the author has added is added again with the next application.
    func losePower() {
        let stays = { [self] (part: any Explorable) in
            part === effects || part === alarms || kept.contains(part)
        }
        parts = parts.map { stays($0) ? $0 : Gone() }
        inputCount = 0
        standIns = parts.compactMap { $0 as? any StandIn }
        for part in parts { part.losePower() }
        lens = ""
    }

    /// The rest of all allowances, for comparing two states.
    var budget: Budget { allowances.budget }

    /// Sets the rest of all allowances. An allowance beyond a byte stays.
    func setBudget(_ budget: SIMD16<UInt8>) { allowances.set(budget) }

    func remember(in memory: inout Fingerprint) {
        // More allowances than are compared.
        if !budget.rest.isEmpty { memory.combine(budget.rest) }
        for part in parts {
            part.remember(in: &memory)
            memory.combine(0)
        }
    }
}

/// A part that the author had added before a power cut, until it is added again.
private final class Gone: Explorable {
    let possibilities: [Possibility] = []
    func happen(_ possibility: Possibility) {}
    func remember(in memory: inout Fingerprint) {}
}

/// Facts that the worlds of one thread need not find out again: the answers to a request.
final class WorldMemo {
    private var values: [ObjectIdentifier: AnyObject] = [:]

    /// The one of its type, made for the first world.
    func kept<Value: AnyObject>(_ make: () -> Value) -> Value {
        let type = ObjectIdentifier(Value.self)
        if let value = values[type] as? Value { return value }
        let value = make()
        values[type] = value
        return value
    }
}

/// Plays an application's drivers, and notes whose turn it is to start something.
final class ExploredCast: StandIns {
    private let cast: Cast
    private unowned let world: World

    init(_ cast: Cast, _ world: World) {
        self.cast = cast
        self.world = world
    }

    func noteLens(at path: String, reaching extent: Range<Int>) {
        if world.touches.isAsked { world.touches.note(path, at: extent) }
    }

    func events<Model: Equatable, Event: Sendable>(
        of driver: Any, at path: String, rendering models: Signal<Model>
    ) -> Signal<Event> {
        world.lens = path
        if let ticker = driver as? Ticker { world.alarms.noteTicker(every: ticker.period) }
        return noted(
            cast.events(of: driver, at: path, rendering: models.handle { [world] _ in world.lens = path }), path)
    }

    func events<Event>(_ events: Signal<Event>, at path: String) -> Signal<Event> {
        world.lens = path
        return noted(events, path)
    }

    /// The same events; where something asks, each touches what its lens is written for.
    private func noted<Event>(_ events: Signal<Event>, _ path: String) -> Signal<Event> {
        world.touches.isAsked ? events.handle { [world] _ in world.touches.note(path) } : events
    }
}

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
    /// Whether effects may wait for something that is not of this world, as a sequence that the test itself feeds. Otherwise
    /// that is an error, as the search does not know then what may happen next.
    public var effectsMayWait: Bool {
        get { common.effectsMayWait }
        set { common.effectsMayWait = newValue }
    }

    /// Whether what `atMost` says holds in long random runs, too: in those of a simulation, and in those in which an exploration
    /// looks for what is remembered beside the frame. Otherwise they go on beyond it. For an application that a letter too many
    /// breaks, as a second login.
    public var limitsHold: Bool {
        get { common.allowances.limitsHold }
        set { common.allowances.limitsHold = newValue }
    }

    /// In one order, also after a power cut: what may happen is known by its place.
    private(set) var parts: [any Explorable] = []
    private var standIns: [any StandIn] = []
    private var kept = KeptParts()
    /// Since the last start of the application.
    private(set) var inputCount = 0
    /// Called when the run is over, so that what waits can end.
    var onEnd: () -> Void = {}
    /// Whether something is still to come for which no inlet of the loop is open yet.
    var isAwaited: () -> Bool = { false }
    let common: CommonWorld
    /// The program that this is the world of; empty for the whole.
    let name: String
    /// The number of the program, from 1 on; 0 for the whole.
    let number: Int
    /// The world that this one is a part of; `nil` for the whole.
    unowned let whole: World?
    private(set) var programs: [any SystemProgram] = []
    /// The names of programs since the last start of the whole.
    private var described: Set<String> = []

    /// Facts that are the same in all worlds of a scenario.
    let memo: WorldMemo

    init(bounds: Bounds, _ memo: WorldMemo) {
        self.memo = memo
        (name, number, whole) = ("", 0, nil)
        common = CommonWorld(bounds)
        parts = [common.effects, common.alarms]
        common.alarms.program = { [unowned self] lens in number(of: lens) }
    }

    /// The number of the program of a lens; 0 where it is of none.
    private func number(of lens: Substring) -> Int {
        programs.first { lens == $0.name || lens.hasPrefix(Touches.key(of: $0.name)) }?.world.number ?? 0
    }

    /// The world of one program.
    private init(of name: String, in whole: World) {
        (self.name, self.whole) = (name, whole)
        number = whole.programs.count + 1
        common = whole.common
        memo = whole.memo.memo(of: name)
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

    /// The time of the application, which moves from alarm to alarm.
    public var time: VirtualTime { common.time }

    // MARK: For parts

    /// The time as the clock of its program shows it.
    var clock: any Scheduler { common.clocks[number] ?? common.time }

    /// A part of which a world has one, which outlives power cuts.
    func part<Part: Explorable>(_ make: () -> Part) -> Part {
        let part = kept.known(Part.self) ?? make()
        if kept.use(part) { add(part) }
        return part
    }

    /// How often something may happen, counted over all starts of the application.
    func allowance(_ name: String, _ limit: Int?) -> Allowance {
        common.allowances.named(ofProgram(name), limit, of: number)
    }

    /// The same words where this is the whole; otherwise the name of its program before them.
    private func ofProgram(_ words: String) -> String {
        name.isEmpty ? words : "\(name) \(words)"
    }

    /// The path of a lens among those of all programs.
    func path(_ path: String) -> String {
        name.isEmpty ? path : path.isEmpty ? name : "\(name).\(path)"
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
        common.allowances.faults(ofProgram(name), limit, of: number)
    }

    /// Whether a law looks at the world, which must not change it.
    var isLookedAt: Bool {
        get { kept.isLookedAt }
        set {
            kept.isLookedAt = newValue
            for program in programs { program.world.isLookedAt = newValue }
        }
    }

    func note(_ mistake: String) {
        if common.mistake == nil { common.mistake = mistake }
    }

    // MARK: Programs

    /// Takes note that a program is described, once after each start of the whole.
    ///
    /// - Returns: Whether it was not described before.
    func describe(_ program: String) -> Bool { described.insert(program).inserted }

    /// The world of a new program.
    func makeWorld(of program: String) -> World {
        // All of them reach each other without a word of the author.
        _ = sockets
        return World(of: program, in: self)
    }

    func add(_ program: some SystemProgram) { programs.append(program) }

    /// The world of a program: its disk, for a law of the whole.
    ///
    ///     .inWorld(.atRest, "the board is on the disk") { frame, world in world["server"].files["board"] == frame.server.text }
    public subscript(program: String) -> World {
        if let found = programs.first(where: { $0.name == program }) { return found.world }
        note("world[\"\(program)\"]: no program has that name")
        return self
    }

    /// The parts of all programs.
    var allParts: [any Explorable] { parts + programs.flatMap { [$0] + $0.world.parts } }

    /// All that could ever be offered.
    var alphabet: [Possibility] { parts.flatMap(\.alphabet) + programs.flatMap(\.wholeAlphabet) }

    // MARK: For a run

    /// Whether something is still to come in one of the programs.
    var isAnythingAwaited: Bool { isAwaited() || programs.contains { $0.world.isAwaited() } }

    /// The run is over.
    func end() {
        onEnd()
        for program in programs { program.world.onEnd() }
    }

    var cast: ExploredCast {
        let cast = Cast(standIns + (whole?.standIns ?? []) + [Unasked(world: self)]) { [unowned self] mistake, driver in
            note(
                """
                \(mistake) Say what may happen there: world.console, world.network, world.processes, world.signals, world.events(of:) \
                for a script, or world.add(_:) with a fake of your own that conforms to StandIn; or that nothing does: \
                world.nothingHappens(in: \(driver).self).
                """)
        }
        return ExploredCast(cast, self)
    }

    /// Parts that stay are told; what the author has added is added again with the next application.
    func losePower() {
        let stays = { [self] (part: any Explorable) in
            part === common.effects || part === common.alarms || kept.contains(part)
        }
        parts = parts.map { stays($0) ? $0 : Gone() }
        inputCount = 0
        standIns = parts.compactMap { $0 as? any StandIn }
        described = []
        // First: a program that ends closes its sockets.
        for program in programs { program.losePower() }
        for part in parts { part.losePower() }
        common.lens = ""
    }

    func remember(in memory: inout Fingerprint) {
        // More allowances than are compared.
        if whole == nil, !common.allowances.budget.rest.isEmpty { memory.combine(common.allowances.budget.rest) }
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
    private var memos: [String: WorldMemo] = [:]

    /// The one of a program.
    func memo(of program: String) -> WorldMemo {
        if let memo = memos[program] { return memo }
        let memo = WorldMemo()
        memos[program] = memo
        return memo
    }

    /// The one of its type, made for the first world.
    func kept<Value: AnyObject>(_ make: () -> Value) -> Value {
        let type = ObjectIdentifier(Value.self)
        if let value = values[type] as? Value { return value }
        let value = make()
        values[type] = value
        return value
    }
}

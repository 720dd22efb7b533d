import CycleDrivers
import CycleTesting

/// The state of a system of programs, part by part: a happening changes some parts, and leaves the others as they are.
///
/// Parts are shared between states.
///
/// Unchecked: the frames in it are values, and laws may read them on any thread.
struct SystemState: @unchecked Sendable {
    /// All that belongs to no program alone, but for time and what is on its way.
    var rest: RestState
    /// The armed alarms of all programs, in the order of their lenses.
    var alarms: [AlarmState]
    /// The streams that programs are opening, in the order of their places.
    var attempts: [AttemptState]
    /// The deliveries on their way, in the order of their places.
    var wires: [WireState]
    /// The ends of streams, in the order of their programs and places.
    var links: [LinkState]
    /// The programs, in the order of their numbers, from 1 on.
    var programs: [ProgramState]
    /// The knowledge that laws have of the timeline that led here.
    var past = LawPast(owed: 0, watches: [])

    subscript(program number: Int) -> ProgramState {
        get { programs[number - 1] }
        set { programs[number - 1] = newValue }
    }

    /// Whether nothing is different but what belongs to a program, and what is on its way.
    func isLike(_ other: SystemState, butIn program: Int) -> Bool {
        func others<Part>(_ parts: [Part], _ number: (Part) -> Int) -> [Part] { parts.filter { number($0) != program } }
        return rest.key == other.rest.key
            && others(alarms, \.program) == others(other.alarms, \.program)
            && others(attempts, \.program.number) == others(other.attempts, \.program.number)
            && others(links, \.program) == others(other.links, \.program)
            && programs.indices.allSatisfy { $0 == program - 1 || programs[$0].key == other.programs[$0].key }
    }

    /// Adds the whole, as two equal states do.
    func remember(in memory: inout Fingerprint) {
        memory.combine(rest.key)
        for alarm in alarms { alarm.remember(in: &memory) }
        memory.combine(alarms.count)
        for attempt in attempts { memory.combine(attempt) }
        memory.combine(attempts.count)
        for wire in wires { for words in wire.words { memory.combine(words) } }
        memory.combine(wires.count)
        memory.combine(links)
        for program in programs { memory.combine(program.key) }
    }
}

/// One program of a system: its frame, its disk, its drivers.
///
/// Unchecked: its frame is a value, and laws may read it on any thread.
final class ProgramState: @unchecked Sendable {
    /// The frame and all that its world remembers, but for its alarms.
    let key: Fingerprint.Key
    /// A hash of all that may happen to it by itself.
    let offers: Fingerprint.Key
    let frame: Any
    let choices: [Possibility]
    /// Whether nothing waits in it, and nothing can come.
    let isOver: Bool
    /// Whether a request of it has not set out: what may happen to it says which programs listen.
    let showsListeners: Bool

    init(key: Fingerprint.Key, frame: Any, choices: [Possibility], isOver: Bool, showsListeners: Bool) {
        (self.key, self.frame, self.choices, self.isOver) = (key, frame, choices, isOver)
        self.showsListeners = showsListeners
        var offers = Fingerprint()
        // Without their numbers, which say how many there were before.
        for choice in choices {
            offers.combine(choice.letter)
            offers.combine(choice.kind)
        }
        self.offers = offers.key
    }
}

/// Everything in a system that belongs to no program alone.
final class RestState: Sendable {
    let key: Fingerprint.Key
    /// The possible happenings of each part of the world, but for alarms, attempts and deliveries.
    let choices: [[Possibility]]
    /// Whether something is still to come for which no inlet of a loop is open yet.
    let isAwaited: Bool
    /// Whether effects are under way, which remember the frame of the whole.
    let hasEffects: Bool
    private let listeners: [SimulatedSockets.Reach]
    /// The programs that are cut off from each other.
    let cuts: [Bool]

    init(
        key: Fingerprint.Key, choices: [[Possibility]], isAwaited: Bool, hasEffects: Bool,
        listeners: [SimulatedSockets.Reach], cuts: [Bool]
    ) {
        (self.key, self.choices, self.isAwaited, self.hasEffects) = (key, choices, isAwaited, hasEffects)
        (self.listeners, self.cuts) = (listeners, cuts)
    }

    /// Whether all programs listen where they do in another state.
    func hasListeners(of other: RestState) -> Bool { listeners == other.listeners }

    /// Whether a program listens at the address of an attempt.
    func listens(to attempt: AttemptState) -> Bool {
        listeners.contains { $0.isReached(by: attempt.address, from: attempt.program.name) }
    }
}

// MARK: Of a run

extension SystemState {
    /// - Parameter hasFrames: Whether the frames of the programs are a part of the state, and not one made of them.
    init(_ world: World, hasFrames: Bool) {
        let canFail = world.common.allowances.faultsLeft > 0
        programs = world.programs.map { ProgramState($0, world, hasFrame: hasFrames, canFail: canFail) }
        rest = RestState(world, canFail: canFail)
        alarms = world.common.alarms.states
        attempts = world.sockets.attemptStates
        wires = world.sockets.wireStates
        links = world.sockets.linkStates
    }
}

extension ProgramState {
    fileprivate convenience init(
        _ program: any SystemProgram, _ world: World, hasFrame: Bool, canFail: Bool
    ) {
        var memory = Fingerprint()
        world.sockets.remember(program.name, in: &memory)
        program.remember(in: &memory)
        if hasFrame { program.rememberFrame(in: &memory) }
        // It grows older by its own clock.
        if let clock = world.common.clocks[program.world.number] { memory.combine(clock.rate) }
        let choices = program.choices(canFail: canFail).map(\.possibility)
        for choice in choices where choice.kind == .due { memory.combine(choice.letter) }
        self.init(
            key: memory.key, frame: program.anyFrame, choices: choices,
            isOver: program.isOver && !program.world.isAwaited(),
            showsListeners: program.world.parts.contains { ($0 as? RequestsToPrograms)?.isWaiting == true })
    }
}

extension RestState {
    fileprivate convenience init(_ world: World, canFail: Bool) {
        var memory = Fingerprint()
        if !world.common.allowances.budget.rest.isEmpty { memory.combine(world.common.allowances.budget.rest) }
        var choices: [[Possibility]] = []
        for part in world.parts {
            var own: [Possibility] = []
            if let alarms = part as? ExploredAlarms {
                alarms.rememberRest(in: &memory)
            } else if let sockets = part as? ExploredSockets {
                sockets.rememberRest(in: &memory)
                own = sockets.ofPeers
            } else {
                part.remember(in: &memory)
                own = part.possibilities
            }
            own.removeAll { $0.kind == .fault && !canFail }
            for choice in own where choice.kind == .due { memory.combine(choice.letter) }
            memory.combine(0)
            choices.append(own)
        }
        self.init(
            key: memory.key, choices: choices, isAwaited: world.isAwaited(),
            hasEffects: !world.common.effects.isEmpty, listeners: world.sockets.sockets.reaches[0],
            cuts: world.common.cuts.state)
    }
}

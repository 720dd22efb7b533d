/// All that may happen in a state of a system, without a run that is in that state: in the order of `Run.choices`.
struct SystemChoices {
    enum Choice {
        /// A choice of a part of the world that belongs to no program alone.
        case rest(part: Int, place: Int)
        /// An alarm rings, by its place among all, or time passes to just before it.
        case alarm(Int, rings: Bool)
        case attempt(Int, outcome: Int)
        case delivery(WireState, outcome: Int)
        case program(number: Int, place: Int)
        /// The power of all fails.
        case power
    }

    let system: SystemState
    let all: [Choice]
    /// Whether something is due, so that the system is not at rest.
    let isAnythingDue: Bool
    /// Whether programs that are not explored answer to attempts: only a run knows how.
    private(set) var isUnknown = false

    /// - Parameter world: One of the same scenario, with what is left of allowances in that state.
    init(of system: SystemState, in world: World) {
        self.system = system
        var all: [Choice] = []
        let areApart = { world.common.cuts.areApart($0, $1, in: system.rest.cuts) }
        let isAnythingToArrive =
            system.attempts.contains { !areApart($0.program.number, world.sockets.number(of: $0.address.hostName)) }
            || system.wires.contains { !areApart($0.sender, $0.program.number) }
        let next = system.nextAlarms
        let areHeld =
            world.common.alarms.mustWait(next) && (isAnythingToArrive || system.isBusyBeforeTimers)
        let alarms = areHeld || next.isEmpty ? [] : world.common.alarms.possibilities(of: next)
        for (number, part) in world.parts.enumerated() {
            let rest = system.rest.choices[number].indices.map { Choice.rest(part: number, place: $0) }
            guard let sockets = part as? ExploredSockets else {
                all += rest
                // Numbers begin with 1.
                if part is ExploredAlarms { all += alarms.map { .alarm($0.thing - 1, rings: $0.kind != .pause) } }
                continue
            }
            // In the order of the part's own possibilities.
            for (place, attempt) in system.attempts.enumerated() {
                if areApart(attempt.program.number, sockets.number(of: attempt.address.hostName)) { continue }
                let outcomes = sockets.outcomes(of: attempt, isHeard: system.rest.listens(to: attempt))
                all += (outcomes ?? []).map { .attempt(place, outcome: $0) }
                if outcomes == nil { isUnknown = true }
            }
            all += rest
            for wire in system.wires where !areApart(wire.sender, wire.program.number) {
                all += sockets.outcomes(isStream: wire.isStream).map { .delivery(wire, outcome: $0) }
            }
        }
        for (index, program) in system.programs.enumerated() {
            all += program.choices.indices.map { .program(number: index + 1, place: $0) }
        }
        if world.common.power.isLeft { all.append(.power) }
        self.all = all
        isAnythingDue =
            isAnythingToArrive || alarms.contains(where: \.isDue)
            || system.programs.contains { $0.choices.contains(where: \.isDue) }
            || system.rest.choices.contains { $0.contains(where: \.isDue) }
    }

    /// The happening of a choice, where it happens to one program alone.
    subscript(place: Int) -> ProgramHappening? {
        guard all.indices.contains(place) else { return nil }
        return switch all[place] {
        case .program(let number, let place): ProgramHappening(program: number, kind: .own(place))
        case .attempt(let place, let outcome):
            ProgramHappening(
                program: system.attempts[place].program.number,
                kind: .attempt(system.placeOfAttempt(place), outcome: outcome))
        case .delivery(let wire, let outcome) where wire.program.number > 0:
            ProgramHappening(
                program: wire.program.number,
                kind: wire.isStream
                    ? .delivery(wire.place, wire.opensRequest ? wire.words : [wire.words[0]], outcome: outcome)
                    : .datagram(wire.words[0], outcome: outcome))
        case .alarm(let place, let rings) where system.alarms[place].program > 0:
            ProgramHappening(
                program: system.alarms[place].program, kind: .alarm(system.placeOfAlarm(place), rings: rings))
        case .rest, .alarm, .delivery, .power: nil
        }
    }

    /// For each choice, the number of the program that it happens to, 0 where that is none alone; `nil` for time and the power, which
    /// come between no turns.
    var programs: [Int?] {
        all.indices.map { place in
            switch all[place] {
            case .alarm, .power: nil
            case .rest, .attempt, .delivery, .program: self[place]?.program ?? 0
            }
        }
    }

    func contains(_ choice: Choice) -> Bool { all.contains { $0.isSame(as: choice) } }

    /// For each choice, its place among those of a state in which nothing was different but a program and deliveries; -1 for a new one.
    ///
    /// - Parameters:
    ///   - before: All choices then.
    ///   - program: The number of the program.
    ///   - own: For each of its choices, its place among its own then; -1 for a new one.
    func origins(in before: SystemChoices, changing program: Int, _ own: [Int]) -> [Int16] {
        all.map { choice in
            var choice = choice
            if case .program(program, let place) = choice { choice = .program(number: program, place: own[place]) }
            return Int16(before.all.firstIndex { $0.isSame(as: choice) } ?? -1)
        }
    }
}

extension SystemChoices.Choice {
    fileprivate func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.rest(let part, let place), .rest(let otherPart, let otherPlace)):
            part == otherPart && place == otherPlace
        case (.alarm(let place, let rings), .alarm(let other, let otherRings)): place == other && rings == otherRings
        case (.attempt(let place, let outcome), .attempt(let other, let otherOutcome)):
            place == other && outcome == otherOutcome
        case (.delivery(let wire, let outcome), .delivery(let other, let otherOutcome)):
            wire.isSameThing(as: other) && outcome == otherOutcome
        case (.program(let number, let place), .program(let otherNumber, let otherPlace)):
            number == otherNumber && place == otherPlace
        case (.power, .power): true
        case (.rest, _), (.alarm, _), (.attempt, _), (.delivery, _), (.program, _), (.power, _): false
        }
    }
}

extension WireState {
    /// Along a stream, the next delivery is the same thing as one with the same words.
    fileprivate func isSameThing(as other: WireState) -> Bool {
        self === other || isStream && other.isStream && place == other.place && shownWords == other.shownWords
    }
}

extension SystemState {
    /// Whether something is due before slow timers ring, beside what is to arrive.
    fileprivate var isBusyBeforeTimers: Bool {
        programs.contains { $0.choices.contains(where: \.precedesTimers) }
            || rest.choices.contains { $0.contains(where: \.precedesTimers) }
    }

    /// The place of an attempt among those of its program.
    fileprivate func placeOfAttempt(_ place: Int) -> Int {
        attempts.prefix(place).count { $0.program.number == attempts[place].program.number }
    }

    /// The place of an alarm among those of its program.
    fileprivate func placeOfAlarm(_ place: Int) -> Int {
        alarms.prefix(place).count { $0.program == alarms[place].program }
    }

    /// The alarms that ring next, numbered by their places from 1 on.
    fileprivate var nextAlarms: [AlarmState] {
        let least = alarms.map(\.remaining).min()
        return alarms.enumerated().filter { $1.remaining == least }.map { place, alarm in
            var alarm = alarm
            alarm.number = place + 1
            return alarm
        }
    }
}

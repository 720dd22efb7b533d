/// Something that happens to one program of a system.
struct ProgramHappening: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// One of its own choices, by its place among them.
        case own(Int)
        /// The ring of an alarm, by its place among those of the program, or time passes to just before it.
        case alarm(Int, rings: Bool)
        /// The end of an attempt to open a stream, by its place among those of the program.
        case attempt(Int, outcome: Int)
        /// The end of a datagram on its way.
        case datagram(String, outcome: Int)
        /// The end of the next delivery along a stream, or of all where they are one request.
        case delivery(String, [String], outcome: Int)
    }

    let program: Int
    let kind: Kind
}

/// The difference that a happening makes to a system, where it changes one program, what that sends, and what is of no program.
struct ProgramChange: Sendable {
    private let happening: ProgramHappening
    private let number: Int
    let program: ProgramState
    /// For each choice of the program now, its place among those before; -1 for a new one.
    private let origins: [Int]
    /// Whether it is an end or a start of the program.
    private let isStartOrEnd: Bool
    private let rest: RestState
    /// How much time has passed.
    let time: Duration
    /// Those of the program.
    private let alarms: [AlarmState]
    private let attempts: [AttemptState]
    private let links: [LinkState]
    /// The ends of others that come with streams of the program.
    private let otherLinks: [LinkState]
    /// The deliveries that the program has sent.
    private let sent: [WireState]
    /// Whether the program opens streams then.
    var opensStreams: Bool { !attempts.isEmpty }

    /// - Parameters:
    ///   - happening: What has happened to the program.
    ///   - before: The system before it.
    ///   - after: The system now.
    /// - Returns: `nil` where something else has changed, or might have in another state.
    init?(_ happening: ProgramHappening, from before: SystemState, to after: SystemState) {
        let number = happening.program
        let (old, new) = (before[program: number], after[program: number])
        let isForeign = { (link: LinkState) in link.program == number && link.otherProgram == 0 }
        guard !before.rest.hasEffects, !after.rest.hasEffects, !before.links.contains(where: isForeign),
            !after.links.contains(where: isForeign)
        else { return nil }
        (self.happening, self.number, program, rest) = (happening, number, new, after.rest)
        time = happening.time(in: before)
        isStartOrEnd = happening.ownChoice(in: before)?.isStartOrEnd == true
        origins = new.choices.map { choice in old.choices.firstIndex(of: choice) ?? -1 }
        alarms = after.alarms.filter { $0.program == number }
        attempts = after.attempts.filter { $0.program.number == number }
        links = after.links.filter { $0.program == number }
        let places = Set(before.links.map(\.place))
        otherLinks = after.links.filter { $0.program != number && !places.contains($0.place) }
        sent = Self.sent(by: number, before.delivered(by: happening), after.wires)
        let same = applied(to: before) { place, _ in after.programs[place] }
        guard same?.isSame(as: after) == true else { return nil }
    }

    /// The deliveries, and the beginnings of longer wires, that are on their way now and were not before.
    private static func sent(by program: Int, _ before: [WireState], _ after: [WireState]) -> [WireState] {
        var rest = before[...]
        return after.compactMap { wire in
            while let first = rest.first, first.isStream, first.program.number == program, first.place != wire.place {
                rest.removeFirst()
            }
            guard let first = rest.first, first.place == wire.place, first.isStream == wire.isStream else {
                return wire
            }
            rest.removeFirst()
            return wire.words.count > first.words.count ? wire.without(first.words.count) : nil
        }
    }

    /// For each choice after the same happening in another state, its place before; -1 for a new one. `nil` where more may have changed
    /// than the program.
    func origins(from before: SystemChoices, to after: SystemChoices) -> [Int16]? {
        let (old, new) = (before.system, after.system)
        guard !isStartOrEnd, time == .zero, old.rest.key == new.rest.key,
            old.attempts == new.attempts, attempts.isEmpty, old.alarms == new.alarms,
            old.links.filter({ $0.program != number }) == new.links.filter({ $0.program != number })
        else { return nil }
        return after.origins(in: before, changing: number, origins)
    }

    /// The system after the same happening in another state; `nil` where it is not known how the other programs grow older.
    func applied(to system: SystemState, _ known: KnownTurns) -> SystemState? {
        applied(to: system) { known.program($1, after: time) }
    }

    private func applied(
        to before: SystemState, aging: (_ place: Int, ProgramState) -> ProgramState?
    ) -> SystemState? {
        // A program whose request has not set out sees at once that another one listens, or does no more.
        if !rest.hasListeners(of: before.rest),
            before.programs.enumerated().contains(where: { $0 != number - 1 && $1.showsListeners })
        {
            return nil
        }
        var system = before
        system[program: number] = program
        if time > .zero {
            for place in before.programs.indices where place != number - 1 {
                guard let aged = aging(place, before.programs[place]) else { return nil }
                system.programs[place] = aged
            }
            for place in system.alarms.indices { system.alarms[place].remaining -= time }
        }
        system.rest = rest
        system.alarms.replace(alarms, where: { $0.program == number }, inOrderOf: { String($0.lens) })
        system.attempts.replace(attempts, where: { $0.program.number == number }, inOrderOf: { $0.path })
        system.links = linked(system.links)
        system.wires = before.delivered(by: happening)
        let places = Set(links.map(\.place))
        system.wires.removeAll { $0.isStream && $0.program.number == number && !places.contains($0.place) }
        for wire in sent { system.wires.send(wire) }
        return system
    }

    private func linked(_ before: [LinkState]) -> [LinkState] {
        if before.isEmpty, links.isEmpty, otherLinks.isEmpty { return [] }
        let places = Set(links.map(\.place))
        let gone = Set(before.filter { $0.program == number && !places.contains($0.place) }.map(\.place))
        var all = before
        for index in all.indices where gone.contains(all[index].otherPlace) { all[index].isOtherGone = true }
        all.removeAll { $0.program == number }
        all += links + otherLinks
        return all.sorted { ($0.program, $0.place) < ($1.program, $1.place) }
    }
}

// MARK: Parts

extension SystemState {
    /// All that is on its way, without what has arrived or is lost.
    fileprivate func delivered(by happening: ProgramHappening) -> [WireState] {
        var wires = wires
        wires.deliver(happening)
        return wires
    }

    fileprivate func isSame(as other: SystemState) -> Bool {
        rest.key == other.rest.key && alarms == other.alarms && attempts == other.attempts && links == other.links
            && wires.elementsEqual(other.wires, by: { $0.isSame(as: $1) })
            && programs.elementsEqual(other.programs, by: { $0.key == $1.key })
    }
}

extension [WireState] {
    fileprivate mutating func deliver(_ happening: ProgramHappening) {
        switch happening.kind {
        case .own, .alarm, .attempt, .datagram(_, outcome: 2): break
        case .datagram(let words, _):
            let place = firstIndex {
                !$0.isStream && $0.words[0] == words && $0.program.number == happening.program
            }
            if let place { remove(at: place) }
        case .delivery(let name, _, let outcome):
            guard let place = firstIndex(where: { $0.isStream && $0.place == name }) else { return }
            let wire = self[place]
            let count = outcome == 1 || wire.opensRequest ? wire.words.count : 1
            if count < wire.words.count { self[place] = wire.without(count) } else { remove(at: place) }
        }
    }

    fileprivate mutating func send(_ wire: WireState) {
        if wire.isStream, let place = firstIndex(where: { $0.isStream && $0.place == wire.place }) {
            self[place] = self[place].with(wire)
        } else {
            insert(wire, inOrderOf: { $0.place })
        }
    }
}

extension Array {
    /// Puts others in the place of some elements.
    fileprivate mutating func replace(
        _ others: [Element], where isOld: (Element) -> Bool, inOrderOf key: (Element) -> String
    ) {
        if isEmpty, others.isEmpty { return }
        removeAll(where: isOld)
        for other in others { insert(other, inOrderOf: key) }
    }
}

extension WireState {
    fileprivate func isSame(as other: WireState) -> Bool {
        self === other
            || place == other.place && words == other.words && isStream == other.isStream
                && opensRequest == other.opensRequest
    }

    fileprivate func without(_ count: Int) -> WireState {
        WireState(
            place: place, program: program, sender: sender, isStream: isStream, words: Array(words.dropFirst(count)),
            opensRequest: false)
    }

    fileprivate func with(_ other: WireState) -> WireState {
        WireState(
            place: place, program: program, sender: sender, isStream: isStream, words: words + other.words,
            opensRequest: opensRequest)
    }
}

extension ProgramHappening {
    /// How much time passes with it.
    fileprivate func time(in system: SystemState) -> Duration {
        guard case .alarm(let place, let rings) = kind else { return .zero }
        let remaining = system.alarms.filter { $0.program == program }[place].remaining
        return rings ? remaining : remaining - ExploredAlarms.instant
    }

    /// The choice, where it is one of the program's own.
    func ownChoice(in system: SystemState) -> Possibility? {
        if case .own(let place) = kind { system[program: program].choices[place] } else { nil }
    }
}

extension Possibility {
    /// Whether a program ends or starts again: its lane is the name of the program.
    fileprivate var isStartOrEnd: Bool { !lane.contains(" ") }
}

/// Checks the laws along a run: it keeps the promises that are owed, and the laws that had a frame to check.
final class LawMonitor<Frame> {
    private let laws: Laws<Frame>
    /// A bit for each law of the kind `leadsTo` whose promise is owed.
    private(set) var owed: UInt64 = 0
    /// A bit for each law of the kind `sometimes` that a frame has satisfied, and for each of the kinds `atRest` and `atEnd` that
    /// there was a frame for.
    private(set) var seen: UInt64 = 0
    /// The first law that a frame broke.
    private(set) var broken: Int?
    private let watches: [(law: Int, watch: any HistoryWatch<Frame>)]

    private let isSilentOnTurns: Bool
    /// The frame before the next turn, where a law asks for it; `nil` before a start.
    private var before: Frame?

    /// - Parameters:
    ///   - laws: The laws.
    ///   - seen: The bits of other runs: what they have seen need not be seen again.
    ///   - past: That of another run; `nil` at the beginning.
    init(_ laws: Laws<Frame>, seen: UInt64 = 0, after past: LawPast? = nil) {
        self.laws = laws
        self.seen = seen
        owed = past?.owed ?? 0
        watches = laws.watched.enumerated().map { place, law in
            let known = past?.watches[place] as? any HistoryWatch<Frame>
            return (law.index, known?.copy() ?? law.makeWatch())
        }
        let satisfied = laws.sometimes.filter { seen & (1 << UInt64($0.index)) != 0 }.map(\.index)
        isSilentOnTurns = laws.all.indices.allSatisfy {
            !laws.all[$0].kind.needs.contains(.turns) || satisfied.contains($0)
        }
    }

    /// The application starts anew: its first frame follows from no turn.
    ///
    /// - Parameter frame: The frame before the next turn, where there was one.
    func begin(from frame: Frame? = nil) { before = frame }

    /// A frame after a turn, or after the end of a program of several, which is none.
    func take(_ frame: Frame, in world: World, isTurn: Bool = true) {
        if isSilentOnTurns { return }
        world.isLookedAt = true
        defer { world.isLookedAt = false }
        for law in laws.always where broken == nil && !law.holds(frame, world) { broken = law.index }
        if !laws.everyTurn.isEmpty || !watches.isEmpty { takeTurn(to: frame, in: world, isTurn: isTurn) }
        for law in laws.leadsTo {
            if law.to(frame, world) {
                owed &= ~(1 << UInt64(law.index))
            } else if law.from(frame, world) {
                owed |= 1 << UInt64(law.index)
            }
        }
        for law in laws.sometimes where seen & (1 << UInt64(law.index)) == 0 && law.holds(frame, world) {
            seen |= 1 << UInt64(law.index)
        }
    }

    /// The part of the past that makes a difference later.
    var past: LawPast { LawPast(owed: owed, watches: watches.map { $0.watch.copy() }) }

    /// Adds the part of the past that makes a difference later.
    func remember(in memory: inout Fingerprint) {
        memory.combine(owed)
        for (_, watch) in watches { watch.remember(in: &memory) }
    }

    /// The past that led to the break of a law, in words; empty where its frame says it.
    var account: String { watches.first { $0.law == broken }?.watch.account ?? "" }

    private func takeTurn(to frame: Frame, in world: World, isTurn: Bool) {
        defer { before = frame }
        for (law, watch) in watches where broken == nil {
            switch watch.take(frame, after: before) {
            case .broken: broken = law
            case .mistake(let text): world.note(text)
            case nil: break
            }
        }
        guard let before, isTurn else { return }
        for law in laws.everyTurn where broken == nil && !law.holds(before, frame) { broken = law.index }
    }

    /// A frame with which nothing is due.
    func rest(_ frame: Frame, in world: World) {
        look(at: laws.atRest, frame, world)
    }

    /// The last frame.
    func end(_ frame: Frame, in world: World) {
        look(at: laws.atEnd, frame, world)
    }

    private func look(at laws: [Laws<Frame>.Check], _ frame: Frame, _ world: World) {
        world.isLookedAt = true
        defer { world.isLookedAt = false }
        for law in laws where broken == nil {
            seen |= 1 << UInt64(law.index)
            if !law.holds(frame, world) { broken = law.index }
        }
        for law in self.laws.leadsTo where broken == nil && owed & (1 << UInt64(law.index)) != 0 { broken = law.index }
    }
}

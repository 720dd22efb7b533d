/// Expands batches of pieces: on threads and by other processes, without orders that are known to make no difference, and with what
/// earlier runs have seen on their way.
struct Batches {
    /// Whether every join is compared and no run walks ahead.
    let isCareful: Bool
    private let processes: WorkerProcesses?
    private var aheads = AheadTable(limit: 8_000)
    /// The knowledge of other orders; `nil` where all are tried.
    private var commuting: Commuting?
    /// The knowledge by the turns of programs; `nil` where runs take all.
    private var byTurns: ArrivalsByTurns?
    /// Whether a run has seen something else than was known without one.
    private(set) var isMisled = false
    /// The first state behind the last batch.
    private var end = 0

    init(isCareful: Bool, _ processes: WorkerProcesses?) {
        self.isCareful = isCareful
        self.processes = processes
        processes?.beginSearch()
    }

    // MARK: Orders that are left out

    /// A law of orders compares what must not be left out; and a checkpoint does not keep what is known without runs.
    func mayLeaveOutOrders<Frame>(_ bounds: Bounds, _ laws: Laws<Frame>) -> Bool {
        mayLeaveOut(bounds) && !laws.needs.contains(.orders)
    }

    /// Other processes do not know the turns that this one has seen.
    func mayUseTurns(_ bounds: Bounds) -> Bool { mayLeaveOut(bounds) && processes == nil }

    private func mayLeaveOut(_ bounds: Bounds) -> Bool {
        bounds.leavesOutOrders && !isCareful && bounds.checkpoint == nil
    }

    /// Leaves out orders from now on, if the application has parts that lie beside each other.
    ///
    /// - Parameters:
    ///   - comparesAll: Whether each is compared with a run.
    ///   - world: That of a run that has started.
    /// - Returns: Whether it does.
    mutating func leaveOutOrders(comparingAll comparesAll: Bool, in world: World) -> Bool {
        let areApart = world.common.touches.areSeparate || world.programs.count > 1
        commuting = areApart ? Commuting(comparesAll: comparesAll) : nil
        return commuting != nil
    }

    var usesTurns: Bool { byTurns != nil }

    mutating func useTurns(_ bounds: Bounds, _ look: @escaping ArrivalsByTurns.Look) {
        byTurns = ArrivalsByTurns(comparesAll: bounds.comparedJoins == 1, look)
    }

    /// How many arrivals were known by turns.
    var knownCount: Int { byTurns?.count ?? 0 }

    /// Takes note of a state that is yet to be expanded.
    mutating func note(_ arrival: Arrival, at state: Int) { byTurns?.note(arrival, at: state) }

    /// Takes note of a state between whose turns something may come later.
    mutating func noteTurns(of state: Int) { byTurns?.noteTurns(of: state) }

    mutating func beginDepth() { byTurns?.beginDepth() }

    /// Takes note of where a choice has led.
    mutating func note(_ arrival: Arrival, of choice: Int, in state: Int, to: Int?, _ table: StateTable) {
        let isWhole = to.map { $0 > state && table.nodes[$0].fanout == arrival.fanout } ?? false
        commuting?.note(arrival, of: choice, in: state, fanout: Int(table.nodes[state].fanout), to: isWhole ? to : nil)
    }

    // MARK: A batch

    /// The results of pieces, in their order, up to the first that has a failure.
    ///
    /// - Parameters:
    ///   - pieces: The pieces.
    ///   - depth: Of all of them.
    ///   - table: The states.
    ///   - seen: The laws that need not be looked at any more.
    ///   - bounds: The limits.
    ///   - expand: Expands a piece in this process. Called by several threads.
    mutating func results(
        of pieces: [Piece], at depth: Int, _ table: StateTable, seen: UInt64, _ bounds: Bounds,
        _ expand: @escaping @Sendable (Piece, Batch, _ number: Int) -> PieceResult
    ) -> [PieceResult] {
        end = table.expandedCount
        if case .states(let states) = pieces.last, let last = states.last { end = last + 1 }
        var batch = Batch(
            table: table, aheads: aheads, depth: depth, end: end, seen: seen, isCareful: isCareful)
        processes?.begin(batch, bounds)
        if commuting == nil, byTurns == nil { return results(of: pieces, batch, bounds, expand) }
        return results(of: BatchPositions(pieces, table), &batch, bounds, expand)
    }

    /// The same, without runs where something is known.
    private mutating func results(
        of positions: BatchPositions, _ batch: inout Batch, _ bounds: Bounds,
        _ expand: @escaping @Sendable (Piece, Batch, _ number: Int) -> PieceResult
    ) -> [PieceResult] {
        let table = batch.table
        // In place: what is known of other orders is not copied for each batch.
        let orders = commuting?.plan(positions.pieces.flatMap(\.expanded), table)
        let taken = positions.all.merging(orders?.taken ?? [:]) { $1 }
        let plan = byTurns?.plan(positions, taken, table) ?? .init(taken: taken)
        // A run that goes on alone takes choices that others make known.
        batch.walksAhead = plan.arrivals.isEmpty
        var all = BatchResults(positions, plan.arrivals)
        all.add(results(of: positions, plan.taken, batch, bounds, expand), of: plan.taken)
        for position in plan.compared {
            guard let run = all.arrivals[position], let known = plan.arrivals[position] else { continue }
            if !run.isSame(as: known) { isMisled = true }
        }
        let rest = all.rest { [commuting, byTurns] position, arrivals in
            let others = orders?.others[position].flatMap { diamonds in
                commuting?.arrival(diamonds, here: table.place(of: position.state), arrivals)
            }
            return others ?? byTurns?.arrival(at: position, positions, table)
        }
        if !rest.isEmpty { all.add(results(of: positions, rest, batch, bounds, expand), of: rest) }
        for position in orders?.compared ?? [] {
            let deduced = orders?.others[position].flatMap { [commuting] diamonds in
                commuting?.arrival(diamonds, here: table.place(of: position.state), all.arrivals)
            }
            if let deduced, !all.compare(deduced, at: position) { isMisled = true }
        }
        return all.all
    }

    /// The results of some choices, by runs.
    private mutating func results(
        of positions: BatchPositions, _ taken: [Int: [Int]], _ batch: Batch, _ bounds: Bounds,
        _ expand: @escaping @Sendable (Piece, Batch, _ number: Int) -> PieceResult
    ) -> [PieceResult] {
        var batch = batch
        batch.taken = taken
        let results = results(of: positions.reduced(to: taken), batch, bounds, expand)
        for result in results { byTurns?.learn(result.turns) }
        return results
    }

    /// A batch is over, and its results are in the table.
    mutating func finish(_ results: [PieceResult], _ table: StateTable) {
        for result in results { aheads.add(result.aheads, expandedBefore: end, of: table) }
        byTurns?.forget(before: end)
        processes?.finish(results.map(\.aheads))
    }

    private func results(
        of pieces: [Piece], _ batch: Batch, _ bounds: Bounds,
        _ expand: @escaping @Sendable (Piece, Batch, _ number: Int) -> PieceResult
    ) -> [PieceResult] {
        Workers.shared.map(
            Array(pieces.enumerated()), jobs: processes.map { (bounds.jobs ?? 1) + $0.count } ?? bounds.jobs,
            until: { $0.finding != nil },
            { [processes] number, piece in
                processes?.result(of: piece, number, in: batch) ?? expand(piece, batch, number)
            })
    }
}

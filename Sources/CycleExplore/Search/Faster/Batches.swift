/// Expands batches of pieces: on threads and by other processes, without orders that are known to make no difference, and with what
/// earlier runs have seen on their way.
struct Batches {
    /// Whether every join is compared and no run walks ahead.
    let isCareful: Bool
    private let processes: WorkerProcesses?
    private var aheads = AheadTable(limit: 8_000)
    /// What is known of other orders; `nil` where all are tried.
    private var commuting: Commuting?
    /// The first state behind the last batch.
    private var end = 0

    init(isCareful: Bool, _ processes: WorkerProcesses?) {
        self.isCareful = isCareful
        self.processes = processes
        processes?.beginSearch()
    }

    // MARK: Orders that are left out

    /// A law of orders compares what must not be left out; and a checkpoint does not keep what is known of other orders.
    func mayLeaveOutOrders<Frame>(_ bounds: Bounds, _ laws: Laws<Frame>) -> Bool {
        bounds.leavesOutOrders && !isCareful && bounds.checkpoint == nil
            && !laws.needs.contains(.orders)
    }

    /// Leaves out orders from now on, if the application has parts that lie beside each other.
    ///
    /// - Parameter world: That of a run that has started.
    /// - Returns: Whether it does.
    mutating func leaveOutOrders(in world: World) -> Bool {
        commuting = world.common.touches.areSeparate || world.programs.count > 1 ? Commuting() : nil
        return commuting != nil
    }

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
        // In place: what is known of other orders is not copied for each batch.
        guard let plan = commuting?.plan(pieces.flatMap(\.expanded), table), let commuting else {
            return results(of: pieces, batch, bounds, expand)
        }
        batch.taken = plan.taken
        let taken = results(of: pieces, batch, bounds, expand)
        return commuting.completed(taken, of: pieces, plan, batch) { results(of: $0, $1, bounds, expand) }
    }

    /// A batch is over, and its results are in the table.
    mutating func finish(_ results: [PieceResult], _ table: StateTable) {
        for result in results { aheads.add(result.aheads, expandedBefore: end, of: table) }
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

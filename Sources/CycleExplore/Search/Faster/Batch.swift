/// The search as it was before a batch: all pieces of the batch have it in common.
struct Batch: Sendable {
    let table: StateTable
    let aheads: AheadTable
    /// The depth of all that is expanded.
    let depth: Int
    /// The first state that comes after the batch.
    let end: Int
    let seen: UInt64
    let isCareful: Bool
    /// Whether runs go on beyond the choice that they are made for.
    var walksAhead = true
    /// The choices that are taken of each state; `nil` for all of them.
    var taken: [Int: [Int]]?

    /// The choices of a state that are taken.
    func choices(of index: Int) -> [Int] { taken.map { $0[index] ?? [] } ?? Array(0..<Int(table.nodes[index].fanout)) }
}

/// The results of a piece.
struct PieceResult: Sendable {
    /// Where each of the decisions leads, in order.
    var arrivals: [Arrival] = []
    /// The failure behind the arrivals that ends them.
    var finding: Finding?
    /// The results of later states that runs have seen on their way.
    var aheads = AheadTable(limit: 0)
    /// The turns of programs that runs have taken.
    var turns = KnownTurns()
    var tally = Tally()
}

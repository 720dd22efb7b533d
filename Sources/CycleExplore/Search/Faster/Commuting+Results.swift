extension Commuting {
    /// The results with the arrivals in them that follow from others.
    ///
    /// - Parameters:
    ///   - results: Those of the choices that were taken.
    ///   - pieces: All of the batch.
    ///   - plan: The choices that were left out.
    ///   - batch: The search as it was before.
    ///   - take: Expands pieces: choices of which no other order shows where they lead are taken after all.
    func completed(
        _ results: [PieceResult], of pieces: [Piece], _ plan: Plan, _ batch: Batch,
        _ take: ([Piece], Batch) -> [PieceResult]
    ) -> [PieceResult] {
        let table = batch.table
        var arrivals: [Position: Arrival] = [:]
        for (piece, result) in zip(pieces, results) {
            for (place, arrival) in zip(piece.places(plan.taken), result.arrivals) { arrivals[place] = arrival }
        }
        var rest = batch
        var left: [Int: [Int]] = [:]
        for state in pieces.prefix(results.count).flatMap(\.expanded) {
            for choice in 0..<Int(table.nodes[state].fanout) {
                let place = Position(state: state, choice: choice)
                guard let others = plan.others[place] else { continue }
                if let arrival = arrival(others, here: table.place(of: state), arrivals) {
                    arrivals[place] = arrival
                } else {
                    left[state, default: []].append(choice)
                }
            }
        }
        rest.taken = left
        let more = left.isEmpty ? [] : take(Array(pieces.prefix(results.count)), rest)
        for (piece, result) in zip(pieces, more) {
            for (place, arrival) in zip(piece.places(left), result.arrivals) { arrivals[place] = arrival }
        }
        return results.enumerated().map { number, result in
            let other = number < more.count ? more[number] : nil
            guard case .states(let states) = pieces[number] else { return result }
            return result.completed(states, arrivals, other, left, table)
        }
    }
}

extension Piece {
    fileprivate func places(_ taken: [Int: [Int]]) -> [Commuting.Position] {
        expanded.flatMap { state in (taken[state] ?? []).map { Commuting.Position(state: state, choice: $0) } }
    }
}

extension PieceResult {
    /// All arrivals of the states in order, up to the first failure of both.
    fileprivate func completed(
        _ states: [Int], _ arrivals: [Commuting.Position: Arrival], _ other: Self?, _ left: [Int: [Int]],
        _ table: StateTable
    ) -> Self {
        var whole = self
        whole.arrivals = []
        if let other {
            whole.tally.add(other.tally)
            whole.aheads.add(other.aheads) { _ in false }
        }
        for state in states {
            for choice in 0..<Int(table.nodes[state].fanout) {
                if let arrival = arrivals[Commuting.Position(state: state, choice: choice)] {
                    whole.arrivals.append(arrival)
                } else {
                    whole.finding = left[state]?.contains(choice) == true ? other?.finding : finding
                    return whole
                }
            }
        }
        whole.finding = nil
        return whole
    }
}

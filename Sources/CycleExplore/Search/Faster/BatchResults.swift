/// A choice of a batch: one of a state, or one of those that may come between turns.
struct Position: Hashable {
    /// The number of the state; below zero, that of a place between turns in the batch.
    let state: Int
    let choice: Int
}

/// The pieces of a batch, and all their choices by positions.
struct BatchPositions {
    let pieces: [Piece]
    /// The places between turns.
    let places: [BetweenTurns]
    /// The states and the places between turns of each piece, with how many choices they have.
    private var byPiece: [[(number: Int, count: Int)]] = []

    init(_ pieces: [Piece], _ table: StateTable) {
        self.pieces = pieces
        places = pieces.flatMap(\.places)
        var place = -1
        for piece in pieces {
            switch piece {
            case .states(let states): byPiece.append(states.map { ($0, Int(table.nodes[$0].fanout)) })
            case .turns(let places):
                byPiece.append(places.enumerated().map { (place - $0, $1.interruptions.count) })
                place -= places.count
            }
        }
    }

    var parts: [(number: Int, count: Int)] { byPiece.flatMap(\.self) }

    func parts(of piece: Int) -> [(number: Int, count: Int)] { byPiece[piece] }

    /// The choices of a piece in their order, of which some are taken.
    func positions(of piece: Int, _ taken: [Int: [Int]]) -> [Position] {
        byPiece[piece].flatMap { part in (taken[part.number] ?? []).map { Position(state: part.number, choice: $0) } }
    }

    /// All choices of a piece.
    func positions(of piece: Int) -> [Position] {
        byPiece[piece].flatMap { part in (0..<part.count).map { Position(state: part.number, choice: $0) } }
    }

    /// All choices.
    var all: [Int: [Int]] {
        Dictionary(parts.map { ($0.number, Array(0..<$0.count)) }) { $1 }
    }

    /// The pieces without the places between turns, and what may come there, that are not taken.
    func reduced(to taken: [Int: [Int]]) -> [Piece] {
        pieces.enumerated().map { number, piece in
            guard case .turns(let places) = piece else { return piece }
            return .turns(zip(byPiece[number], places).map { $1.having(taken[$0.number] ?? []) })
        }
    }
}

/// The results of a batch: those of runs, and those that are known without one.
struct BatchResults {
    private let positions: BatchPositions
    private(set) var arrivals: [Position: Arrival]
    private var findings: [Position: Finding] = [:]
    /// The results of runs, without their arrivals.
    private var results: [PieceResult] = []
    private var taken: Set<Position> = []
    /// - Parameters:
    ///   - positions: All of the batch.
    ///   - arrivals: The arrivals that are known before any run.
    init(_ positions: BatchPositions, _ arrivals: [Position: Arrival]) {
        (self.positions, self.arrivals) = (positions, arrivals)
    }

    /// Takes the results of runs, up to the first piece that has a failure.
    mutating func add(_ new: [PieceResult], of choices: [Int: [Int]]) {
        for (number, result) in new.enumerated() {
            let places = positions.positions(of: number, choices)
            taken.formUnion(places)
            for (place, arrival) in zip(places, result.arrivals) { arrivals[place] = arrival }
            if let finding = result.finding, result.arrivals.count < places.count {
                let place = places[result.arrivals.count]
                findings[place] = finding
                // A run has seen it now.
                arrivals[place] = nil
            }
            if number < results.count { results[number].add(result) } else { results.append(result) }
        }
    }

    /// Compares the result of a run with what another order tells, and goes on from that where they are the same.
    ///
    /// - Returns: Whether they are, or no run has a result.
    mutating func compare(_ deduced: Arrival, at position: Position) -> Bool {
        guard let arrival = arrivals[position] else { return true }
        let isSame = arrival.place.key == deduced.place.key && arrival.fanout == deduced.fanout && !arrival.hasEnded
        if isSame { arrivals[position] = deduced }
        return isSame
    }

    /// The choices of which nothing is known yet, of pieces that have results.
    ///
    /// - Parameter find: Where a choice leads, as far as that follows from others.
    mutating func rest(_ find: (Position, [Position: Arrival]) -> Arrival?) -> [Int: [Int]] {
        var rest: [Int: [Int]] = [:]
        for part in results.indices.flatMap(positions.parts(of:)) {
            for choice in 0..<part.count {
                let place = Position(state: part.number, choice: choice)
                if arrivals[place] != nil || taken.contains(place) { continue }
                if let arrival = find(place, arrivals) {
                    arrivals[place] = arrival
                } else {
                    rest[part.number, default: []].append(choice)
                }
            }
        }
        return rest
    }

    /// The results of pieces, each up to its first failure.
    var all: [PieceResult] {
        results.enumerated().map { number, result in
            var whole = result
            (whole.arrivals, whole.finding) = ([], nil)
            for place in positions.positions(of: number) {
                guard let arrival = arrivals[place] else {
                    whole.finding = findings[place]
                    break
                }
                whole.arrivals.append(arrival)
            }
            return whole
        }
    }
}

extension Piece {
    fileprivate var places: [BetweenTurns] {
        if case .turns(let places) = self { places } else { [] }
    }
}

extension PieceResult {
    fileprivate mutating func add(_ other: PieceResult) {
        tally.add(other.tally)
        aheads.add(other.aheads) { _ in false }
    }
}

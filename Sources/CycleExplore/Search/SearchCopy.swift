/// A copy of a search in another process, which expands pieces for it.
struct SearchCopy<Frame> {
    private let scenario: Scenario<Frame>
    private var bounds: Bounds
    private var table = StateTable()
    private var aheads = AheadTable(limit: 0)
    private var facts = WorkerProcesses.Facts()

    init(_ scenario: Scenario<Frame>, _ bounds: Bounds) {
        self.scenario = scenario
        self.bounds = bounds
    }

    /// Answers requests until there are no more.
    ///
    /// - Returns: Whether all of them were requests.
    mutating func serve(_ pipe: MessagePipe, identity: UInt64) -> Bool {
        let greeting = WordWriter()
        greeting.put(identity)
        do throws(MessagePipe.Failure) {
            try pipe.send(greeting.bytes)
            while true {
                guard let answer = answer(WordReader(try pipe.receive())) else { return false }
                try pipe.send(answer)
            }
        } catch {
            switch error {
            case .ended: return true
            case .malformed, .silent: return false
            }
        }
    }

    private mutating func answer(_ request: WordReader) -> [UInt8]? {
        request.repeated { update(from: request) }
        let number = request.number()
        let piece = Piece(from: request)
        let taken = request.optional {
            Dictionary(zip(piece.expanded, request.all { request.all(request.number) })) { $1 }
        }
        guard request.isAtEnd else { return nil }
        let batch = Batch(
            table: table, aheads: aheads, depth: facts.depth, end: facts.end, seen: facts.seen, isCareful: false,
            taken: taken)
        let writer = WordWriter()
        result(of: piece, number, in: batch).save(to: writer)
        return writer.bytes
    }

    private func result(of piece: Piece, _ number: Int, in batch: Batch) -> PieceResult {
        if let finding = otherFingerprint(in: piece) { return PieceResult(finding: finding) }
        var expansion = Expansion(scenario, bounds, batch, number: number)
        return expansion.run(piece)
    }

    /// The fingerprint of a state is the same in all processes, unless something hashes where it lies in memory. The process that searches
    /// need not look: its own fingerprints are among those that the others compare.
    private func otherFingerprint(in piece: Piece) -> Finding? {
        guard let first = piece.expanded.first else { return nil }
        let path = table.path(to: first)
        let run = Run(scenario, bounds)
        run.follow(path)
        _ = run.rest(run.choices())
        guard run.lostTheWay || run.key(run.choices()) != table.nodes[first].key else { return nil }
        return Finding(
            .mistake(
                """
                the same timeline leads to another state in another process: chance, a clock, a global, or a hash of where something \
                lies in memory
                """), path)
    }

    private mutating func update(from reader: WordReader) {
        if reader.isTrue() {
            table = StateTable(in: bounds.spill)
            table.add(from: reader)
            aheads = AheadTable(from: reader)
        } else {
            table.add(from: reader)
            let end = reader.number()
            for seen in reader.all({ AheadTable(from: reader) }) {
                aheads.add(seen, expandedBefore: end, of: table)
            }
        }
        facts = WorkerProcesses.Facts(from: reader)
        (bounds.countsTime, bounds.notesTouches) = (facts.countsTime, facts.notesTouches)
    }
}

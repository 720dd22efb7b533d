import CycleBase
import CycleDrivers

/// Processes that expand pieces beside this one, each with a copy of the table of states.
///
/// This process alone puts results into its table. With a piece, a worker is sent the states that were added since its last one.
/// The result of a piece depends on the table and the piece alone, so any process may do it, and do it again for one that has died.
package final class WorkerProcesses: Sendable {
    private struct State {
        var idle: [WorkerLink]
        /// The part of the table that was put into updates.
        var mark = StateTable.Mark()
        /// The results of the last batch that each copy has to add to what was seen ahead.
        var aheads: [AheadTable] = []
        /// The end of the last batch.
        var end = 0
        var hasStarted = false
        var facts = Facts()
    }

    /// The facts that all pieces of a batch have in common, beside the table and what was seen ahead.
    struct Facts {
        var depth = 0
        var end = 0
        var seen: UInt64 = 0
        var countsTime = false
        var notesTouches = false
    }

    /// How many there are beside this process.
    let count: Int
    private let state: Guarded<State>

    init(_ count: Int, _ program: WorkerProgram) {
        self.count = count
        state = Guarded(State(idle: (0..<count).map { WorkerLink(program, $0 + 1) }))
    }

    /// - Parameters:
    ///   - count: How many there are.
    ///   - words: The program that is started for each, and its arguments.
    ///   - identity: Its greeting.
    ///   - patience: How long one may be silent; `nil` for two minutes.
    package convenience init(_ count: Int, _ words: [String], identity: UInt64, patience: Duration?) {
        self.init(count, WorkerProgram(words, identity: identity, patience: patience))
    }

    // MARK: By the thread that searches

    /// A search begins: nothing is known of it.
    func beginSearch() {
        state.withLock { state in
            (state.mark, state.aheads, state.end) = (StateTable.Mark(), [], 0)
            for link in state.idle { link.forget() }
        }
    }

    /// A batch begins, and no worker has a piece.
    func begin(_ batch: Batch, _ bounds: Bounds) {
        state.withLock { state in
            if !state.hasStarted {
                state.hasStarted = true
                for link in state.idle { link.waitForStart() }
            }
            state.facts = Facts(
                depth: batch.depth, end: batch.end, seen: batch.seen, countsTime: bounds.countsTime,
                notesTouches: bounds.notesTouches)
            let writer = WordWriter()
            writer.put(false)
            batch.table.save(since: &state.mark, to: writer)
            writer.put(state.end)
            writer.put(all: state.aheads) { $0.save(to: writer) }
            state.facts.save(to: writer)
            for link in state.idle { link.begin(writer.bytes) }
            (state.aheads, state.end) = ([], batch.end)
        }
    }

    /// A batch is over, and its results are in the table.
    func finish(_ aheads: [AheadTable]) {
        state.withLock { $0.aheads = aheads }
    }

    // MARK: By any thread

    /// Has a worker expand a piece.
    ///
    /// - Returns: `nil` where there is no worker for it, or none any more: this process has to do it.
    func result(of piece: Piece, _ number: Int, in batch: Batch) -> PieceResult? {
        let link = state.withLock { state in
            state.idle.firstIndex(where: \.isUsable).map { state.idle.remove(at: $0) }
        }
        guard let link else { return nil }
        defer { state.withLock { $0.idle.append(link) } }
        let request = WordWriter()
        request.put(number)
        piece.save(to: request)
        request.put(batch.taken) { taken in
            request.put(all: piece.expanded) { request.put(all: taken[$0] ?? [], request.put) }
        }
        let count = batch.arrivalCount(of: piece)
        return link.ask(request.bytes, all: { self.all(batch) }) { reader in
            let result = PieceResult(from: reader)
            return result.finding != nil || result.arrivals.count == count ? result : nil
        }
    }

    /// The whole of a search, for a process that knows nothing of it.
    private func all(_ batch: Batch) -> [UInt8] {
        let writer = WordWriter()
        writer.put(true)
        batch.table.save(to: writer)
        batch.aheads.save(to: writer)
        state.withLock(\.facts).save(to: writer)
        return writer.bytes
    }
}

extension Batch {
    /// How many decisions of a piece are taken.
    fileprivate func arrivalCount(of piece: Piece) -> Int {
        switch piece {
        case .states(let states): states.reduce(0) { $0 + choices(of: $1).count }
        case .turns(let places): places.reduce(0) { $0 + $1.interruptions.count }
        }
    }
}

extension WorkerProcesses.Facts {
    func save(to writer: WordWriter) {
        for number in [depth, end] { writer.put(number) }
        writer.put(seen)
        for isTrue in [countsTime, notesTouches] { writer.put(isTrue) }
    }

    init(from reader: WordReader) {
        (depth, end, seen) = (reader.number(), reader.number(), reader.word())
        (countsTime, notesTouches) = (reader.isTrue(), reader.isTrue())
    }
}

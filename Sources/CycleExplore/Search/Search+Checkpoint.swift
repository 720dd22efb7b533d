extension Search {
    /// Whether an earlier process has saved how far it was.
    mutating func isResumed() -> Bool {
        guard let reader = bounds.checkpoint?.open() else { return false }
        table.add(from: reader)
        frontier = Frontier(from: reader)
        (report.edgeCount, report.depth) = (reader.number(), reader.number())
        tally = Tally(from: reader)
        edges = reader.all {
            Edge(from: reader.number(), to: reader.number(), choice: reader.number(), thing: reader.number())
        }
        agreements = KnownAgreements(from: reader)
        return true
    }

    func save(to writer: WordWriter) {
        table.save(to: writer)
        frontier.save(to: writer)
        for number in [report.edgeCount, report.depth] { writer.put(number) }
        tally.save(to: writer)
        writer.put(all: edges) { edge in
            for number in [edge.from, edge.to, edge.choice, edge.thing] { writer.put(number) }
        }
        agreements.save(to: writer)
    }
}

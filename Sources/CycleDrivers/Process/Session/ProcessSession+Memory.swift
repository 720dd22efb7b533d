extension ProcessSession {
    /// A hash of all that it remembers beside the model and that may show later, by how long it is until then: two sessions that go on
    /// alike have one, whatever the numbers of their starts.
    func memory(at now: Duration) -> Int {
        var hasher = Hasher()
        hasher.combine(phase)
        for (_, process) in processes.all.sorted(by: { $0.key < $1.key }) {
            hasher.combine(process.id)
            hasher.combine(process.isHeard)
            hasher.combine(process.feed)
            hasher.combine(process.nextSignal)
            hasher.combine(process.pid == nil)
            hasher.combine(process.output)
            hasher.combine(process.errors)
            switch process.stage {
            case .running: hasher.combine(process.limitAt.map { $0 - now })
            case .asked(let killAt): hasher.combine(killAt - now)
            case .killed(let abandonAt): hasher.combine(now - abandonAt)
            case .abandoned: hasher.combine("abandoned")
            }
        }
        // In no order.
        hasher.combine(wants.values.reduce(0) { $0 ^ hash(of: $1) })
        return hasher.finalize()
    }

    private func hash(of want: Want) -> Int {
        var hasher = Hasher()
        hasher.combine(want.program)
        hasher.combine(want.number == nil)
        hasher.combine(want.number.map { processes[$0] == nil })
        return hasher.finalize()
    }
}

import CycleBase

// Hashes and words for explorations.
extension ServerSession {
    var nextLimit: String? {
        guard let deadline else { return nil }
        let first = connections.filter { $1.deadline(limits) == deadline }.min { $0.key < $1.key }?.value
        if let first { return first.nextLimit(limits) }
        let want = wants.first { $1.stage == .ending(until: deadline) }
        return want.map { "ending \($0.key)" }
    }

    func memory(at now: Duration) -> Int {
        var hasher = Hasher()
        hasher.combine(phase)
        hasher.combine(deadline.map { $0 - now })
        // The next request shows it.
        hasher.combine(newestRequest)
        for (_, connection) in connections.sorted(by: { $0.key < $1.key }) {
            hasher.combine(listeners[connection.listener])
            connection.remember(in: &hasher, limits, at: now)
        }
        hasher.combine(responses)
        hasher.combine(done)
        // In no order.
        hasher.combine(wants.values.reduce(0) { $0 ^ hash(of: $1, at: now) })
        return hasher.finalize()
    }

    private func hash(of want: Want, at now: Duration) -> Int {
        var hasher = Hasher()
        hasher.combine(want.listener)
        switch want.stage {
        case .open: hasher.combine(0)
        case .ending(let until): hasher.combine(until - now)
        case .over: hasher.combine(1)
        }
        return hasher.finalize()
    }
}

extension ServerConnection {
    fileprivate func remember(in hasher: inout Hasher, _ limits: ServerLimits, at now: Duration) {
        hasher.combine(reader)
        hasher.combine(isInputOpen)
        hasher.combine(isHeld)
        hasher.combine(isLast)
        hasher.combine(readingDeadline(limits).map { $0 - now })
        switch stage {
        case .idle: hasher.combine(0)
        case .writing(let written, let until):
            hasher.combine(written)
            hasher.combine(unwritten)
            hasher.combine(until - now)
        case .draining(let until): hasher.combine(until - now)
        }
        hasher.combine(link?.shifted(by: .zero - now))
        for reply in replies {
            hasher.combine(reply.request)
            hasher.combine(reply.asking)
            hasher.combine(reply.isHead)
            hasher.combine(reply.isOld)
            hasher.combine(reply.isLast)
            switch reply.progress {
            case .waiting(let until): hasher.combine(until - now)
            case .streaming, .upgraded, .refused: hasher.combine(reply.progress)
            }
        }
    }
}

import CycleBase
import CycleDrivers

// The ends of connections.
extension ServerSession {
    /// Ends the output of a connection; it is closed when the client has ended its own.
    mutating func finish(_ number: Int, _ now: Duration, _ actions: inout [Action]) {
        actions.append(.endOutput(number: number))
        guard connections[number]?.isInputOpen == true else { return close(number, &actions) }
        connections[number]?.readNoMore()
        if connections[number]?.isHeld == true { actions.append(.hold(false, number: number)) }
        connections[number]?.isHeld = false
        connections[number]?.stage = .draining(until: now.adding(limits.patience))
        wait(until: connections[number]?.deadline(limits))
    }

    /// Closes a connection without a request.
    mutating func close(_ number: Int, _ actions: inout [Action]) {
        guard let connection = connections.removeValue(forKey: number) else { return }
        actions.append(.close(number: number))
        endIfAlone(connection.listener, &actions)
    }

    /// Closes a connection, and reports what becomes of its requests.
    ///
    /// - Parameters:
    ///   - first: The reason of the first; `nil` where the model has withdrawn its response.
    ///   - isClosed: Whether the device has closed it.
    mutating func lose(
        _ number: Int, first: ServerFailure?, others: ServerFailure, isClosed: Bool = false,
        _ actions: inout [Action]
    ) {
        guard let listener = connections[number]?.listener else { return }
        drop(number, first: first, others: others, &actions)
        connections[number] = nil
        if !isClosed { actions.append(.close(number: number)) }
        endIfAlone(listener, &actions)
    }

    /// Drops the requests of a connection that have no response.
    mutating func drop(_ number: Int, first: ServerFailure?, others: ServerFailure, _ actions: inout [Action]) {
        guard let connection = connections[number] else { return }
        connections[number]?.replies = []
        var reason = first
        for reply in connection.replies {
            defer { reason = others }
            guard let request = reply.request, let reason else { continue }
            report(reason, of: request, connection.listener, &actions)
        }
    }

    /// Its listener is ending: the request that is on its way, or the newest, is the last.
    mutating func endSoon(_ number: Int, _ now: Duration, _ actions: inout [Action]) {
        guard let connection = connections[number] else { return }
        if let request = connection.upgraded { return hangUp(request, number, now, &actions) }
        guard connection.reader.stage == .idle, !connection.isLast else { return }
        connections[number]?.readNoMore()
        if let newest = connection.replies.indices.last { connections[number]?.replies[newest].isLast = true }
        advance(number, now, &actions)
    }

    /// The deadline of a connection has come.
    mutating func expire(_ number: Int, _ now: Duration, _ actions: inout [Action]) {
        guard let connection = connections[number] else { return }
        if case .writing(.frames, let until) = connection.stage, until <= now {
            return lose(number, first: .timeLimit, others: .cut, &actions)
        }
        if connection.link != nil { return tell(number, .timePassed, now, &actions) }
        switch connection.stage {
        case .draining: return close(number, &actions)
        case .writing(_, let until):
            if until <= now { return lose(number, first: .timeLimit, others: .cut, &actions) }
        case .idle:
            let reply = connection.replies.first
            if case .waiting(let until)? = reply?.progress, until <= now, let request = reply?.request {
                report(.noResponse, of: request, connection.listener, &actions)
                connections[number]?.replies[0].progress = .refused(.noResponse)
            }
        }
        if let due = connection.readingDeadline(limits), due <= now {
            if connection.reader.stage != .idle { refuse(.time, number) }
            connections[number]?.readNoMore()
        }
        advance(number, now, &actions)
    }
}

extension ServerConnection {
    /// Whether another request may be taken.
    var mayTake: Bool {
        if case .draining = stage { return false }
        // The bytes behind a request for a WebSocket may be frames.
        return !isLast && replies.count < Self.replyLimit && replies.last?.asking == nil
    }

    /// Whether something of the response to a request was written.
    func hasBegun(_ request: ServerRequest.ID) -> Bool {
        guard let first = replies.first, first.request == request else { return false }
        switch (stage, first.progress) {
        case (.writing(.whole, _), _), (.writing(.pieces, _), _), (_, .streaming), (_, .upgraded): return true
        case (.writing, _), (.idle, _), (.draining, _): return false
        }
    }

    /// Bytes that arrive later are dropped.
    mutating func readNoMore() {
        isLast = true
        reader.close()
    }
}

import CycleBase
import CycleDrivers
import CycleHTTP

// Connections that have become WebSockets.
extension ServerSession {
    /// Writes the answer that makes a connection a WebSocket. A response that has changed before that is written counts.
    mutating func agree(
        to reply: ServerConnection.Reply, _ webSocket: ServerWebSocket, _ headers: HTTP.Headers, _ number: Int,
        _ now: Duration, _ actions: inout [Action]
    ) {
        guard let asking = reply.asking else { return }
        connections[number]?.replies[0].progress = .upgraded
        let answer = WebSocketHandshake.answer(to: asking, subprotocols: webSocket.subprotocols, headers: headers)
        write(answer, .agreement, number, now, &actions)
    }

    /// The answer is written: the rest are frames, also what has come already.
    mutating func upgrade(_ number: Int, _ now: Duration, _ actions: inout [Action]) {
        guard let rest = connections[number]?.reader.hand(), let connection = connections[number],
            let request = connection.replies.first?.request
        else { return }
        // Withdrawn meanwhile, or another body.
        guard case .webSocket(let webSocket)? = responses[request]?.body else {
            return lose(number, first: .cut, others: .cut, &actions)
        }
        let rules = WebSocketLinkSession.Rules(
            keepAlive: webSocket.keepAlive, patience: limits.patience, byteLimit: limits.bodyByteCount)
        connections[number]?.link = WebSocketLinkSession(serving: rules, at: now)
        if connection.isHeld { actions.append(.hold(false, number: number)) }
        connections[number]?.isHeld = false
        if !rest.isEmpty { tell(number, .received(rest), now, &actions) }
        if isEnding(connection.listener) { hangUp(request, number, now, &actions) }
        if !connection.isInputOpen { tell(number, .inputEnded, now, &actions) }
    }

    mutating func receive(
        _ event: SocketDeviceEvent, ofWebSocket number: Int, _ now: Duration, _ actions: inout [Action]
    ) {
        switch event {
        case .received(_, let bytes): tell(number, .received(bytes), now, &actions)
        case .written:
            connections[number]?.stage = .idle
            tell(number, .written, now, &actions)
        case .inputEnded: tell(number, .inputEnded, now, &actions)
        case .failed: lose(number, first: .left, others: .left, isClosed: true, &actions)
        case .ready, .accepted, .opened, .datagram, .notSent: break
        }
    }

    /// Tells a WebSocket what the model says.
    mutating func renew(_ number: Int, _ now: Duration, _ actions: inout [Action]) {
        guard let request = connections[number]?.upgraded else { return }
        // Another body than the one that was begun.
        guard case .webSocket(let webSocket)? = responses[request]?.body else {
            return lose(number, first: .cut, others: .cut, &actions)
        }
        tell(
            number, .wanted(webSocket.output, isPaused: webSocket.isPaused, closing: webSocket.closing), now, &actions)
    }

    /// Its listener is ending.
    mutating func hangUp(
        _ request: ServerRequest.ID, _ number: Int, _ now: Duration, _ actions: inout [Action]
    ) {
        guard case .webSocket(let webSocket)? = responses[request]?.body else { return }
        tell(number, .wanted(webSocket.output, closing: webSocket.closing ?? .init(1001)), now, &actions)
    }

    /// Tells a WebSocket what has happened, and does what it says.
    mutating func tell(
        _ number: Int, _ input: WebSocketLinkSession.Input, _ now: Duration, _ actions: inout [Action]
    ) {
        guard let news = connections[number]?.link?.actions(after: input, at: now) else { return }
        for action in news {
            switch action {
            case .write(let bytes): write(bytes, .frames, number, now, &actions)
            case .hold(let isHeld): actions.append(.hold(isHeld, number: number))
            case .endOutput: actions.append(.endOutput(number: number))
            case .close: actions.append(.close(number: number))
            case .report(let report):
                if let request = connections[number]?.upgraded { hear(report, request, number, &actions) }
            }
        }
        guard let connection = connections[number] else { return }
        guard connection.link?.stage == .over else { return wait(until: connection.deadline(limits)) }
        connections[number] = nil
        endIfAlone(connection.listener, &actions)
    }

    private mutating func hear(
        _ report: WebSocketLinkSession.Report, _ request: ServerRequest.ID, _ number: Int, _ actions: inout [Action]
    ) {
        guard owners[request] != nil, let listener = connections[number]?.listener else { return }
        switch report {
        case .opened: break
        case .received(let message): actions.append(.report(.message(request, message), .response(request)))
        case .sent(let end): actions.append(.report(.written(request, end: end), .response(request)))
        case .closed(let close, let isClean):
            actions.append(.report(.hungUp(request, close, isClean: isClean), .response(request)))
            forget(request)
        case .failed(let failure): self.report(failure.ofServer, of: request, listener, &actions)
        }
    }
}

extension ServerConnection {
    /// The request for the WebSocket that the connection is.
    var upgraded: ServerRequest.ID? { link == nil ? nil : replies.first?.request }
}

extension WebSocketFailure {
    /// The same of a client.
    fileprivate var ofServer: ServerFailure {
        switch self {
        case .violation(let rule): .violation(rule)
        case .malformed: .invalid(what: "closing")
        case .unanswered, .timeLimit: .timeLimit
        // A server neither asks nor connects.
        case .notUpgraded, .socket, .disconnected: .left
        }
    }
}

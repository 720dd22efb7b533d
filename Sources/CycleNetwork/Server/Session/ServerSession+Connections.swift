import CycleBase
import CycleDrivers

// Connections: what they bring, and what they are answered.
extension ServerSession {
    mutating func receive(_ event: SocketDeviceEvent, _ now: Duration, _ actions: inout [Action]) {
        let number = event.number
        if connections[number]?.link != nil { return receive(event, ofWebSocket: number, now, &actions) }
        switch event {
        case .ready(_, let at):
            if let id = living(number) { actions.append(.report(.ready(id, at: at), .listener(number))) }
        case .accepted(_, let connection, let from): accept(connection, from, number, now, &actions)
        case .received(_, let bytes): read(bytes, number, now, &actions)
        case .written: written(number, now, &actions)
        case .inputEnded:
            guard connections[number] != nil else { return }
            connections[number]?.isInputOpen = false
            if case .draining? = connections[number]?.stage { return close(number, &actions) }
            advance(number, now, &actions)
        case .failed(_, let failure):
            if let id = living(number) {
                end(id)
                actions.append(.report(.failed(id, failure), .listener(number)))
            }
            lose(number, first: .left, others: .left, isClosed: true, &actions)
        case .opened, .datagram, .notSent: break
        }
    }

    private mutating func accept(
        _ offered: SocketConnection, _ peer: SocketAddress, _ listener: Int, _ now: Duration,
        _ actions: inout [Action]
    ) {
        guard living(listener) != nil, !isEnding(listener), connections.count < limits.connectionCount else {
            actions.append(.refuse(offered))
            return
        }
        let number = nextConnection()
        connections[number] = ServerConnection(listener: listener, peer: peer, limits, at: now)
        actions.append(.open(.accepted(offered), mode: 0, number: number))
        wait(until: connections[number]?.deadline(limits))
    }

    // MARK: Requests

    private mutating func read(_ bytes: [UInt8], _ number: Int, _ now: Duration, _ actions: inout [Action]) {
        let before = connections[number]?.reader.stage
        connections[number]?.reader.append(bytes)
        take(number, since: before, now, &actions)
        advance(number, now, &actions)
    }

    /// Takes the requests that have come.
    ///
    /// - Parameter before: The part of a request that the reader waited for.
    private mutating func take(
        _ number: Int, since before: RequestReader.Stage?, _ now: Duration, _ actions: inout [Action]
    ) {
        var hasRead = false
        while connections[number]?.mayTake == true, let outcome = connections[number]?.reader.next() {
            hasRead = true
            switch outcome {
            case .request(let head, let body): receive(head, body, number, now, &actions)
            case .refused(let refusal): refuse(refusal, number)
            }
        }
        guard let connection = connections[number] else { return }
        if hasRead || connection.reader.stage != before { connections[number]?.readingSince = now }
        if !connection.mayTake, !connection.isLast, !connection.isHeld {
            connections[number]?.isHeld = true
            actions.append(.hold(true, number: number))
        }
    }

    private mutating func receive(
        _ head: RequestHead, _ body: [UInt8], _ number: Int, _ now: Duration, _ actions: inout [Action]
    ) {
        guard let connection = connections[number], let id = listeners[connection.listener] else { return }
        let request = nextRequest(of: number)
        let isLast = head.isLast || isEnding(connection.listener)
        connections[number]?.replies.append(
            .init(
                request: request, progress: .waiting(until: now.adding(limits.responseTime)),
                asking: head.asksForWebSocket ? head.headers : nil, isHead: head.method == "HEAD", isOld: head.isOld,
                isLast: isLast))
        if isLast { connections[number]?.readNoMore() }
        let content = ServerRequest(
            request, head.method, head.target, headers: head.headers, body: body, from: connection.peer)
        actions.append(.report(.request(id, content), .listener(connection.listener)))
    }

    /// Answers behind all that came before, and reads nothing more.
    mutating func refuse(_ refusal: RequestRefusal, _ number: Int) {
        let isHead = connections[number]?.reader.isHead == true
        connections[number]?.replies.append(
            .init(request: nil, progress: .refused(refusal), isHead: isHead, isLast: true))
        connections[number]?.readNoMore()
    }

    // MARK: Responses

    /// Does what can be done for the first request of a connection.
    mutating func advance(_ number: Int, _ now: Duration, _ actions: inout [Action]) {
        defer { wait(until: connections[number]?.deadline(limits)) }
        // A WebSocket takes another model also while it writes.
        if connections[number]?.link != nil { return renew(number, now, &actions) }
        while let connection = connections[number], connection.stage == .idle {
            guard let reply = connection.replies.first else { return settle(number, connection, now, &actions) }
            switch reply.progress {
            case .waiting:
                guard let request = reply.request, let response = responses[request] else { return }
                begin(response, reply, number, now, &actions)
            case .refused(let refusal):
                let bytes = ResponseBytes.refusal(refusal, isHead: reply.isHead, isLast: reply.isLast)
                write(bytes, .whole, number, now, &actions)
            case .streaming(let next, let end):
                guard goOn(from: next, end, reply, number, now, &actions) else { return }
            case .upgraded: return
            }
        }
    }

    /// No request waits for its response.
    private mutating func settle(
        _ number: Int, _ connection: ServerConnection, _ now: Duration, _ actions: inout [Action]
    ) {
        if connection.isLast || !connection.isInputOpen { return finish(number, now, &actions) }
        guard connection.reader.owesWord else { return }
        connections[number]?.reader.haveSentWord()
        write(ResponseBytes.word, .word, number, now, &actions)
    }

    private mutating func begin(
        _ response: ServerResponse, _ reply: ServerConnection.Reply, _ number: Int, _ now: Duration,
        _ actions: inout [Action]
    ) {
        guard let listener = connections[number]?.listener else { return }
        if let part = response.invalidPart(for: reply) {
            report(.invalid(what: part.name), of: response.request, listener, &actions)
            connections[number]?.replies[0].progress = .refused(part.refusal)
            return
        }
        let hasBody = response.hasBody(isHead: reply.isHead)
        let isLast = reply.isLast || response.isLast
        connections[number]?.replies[0].isLast = isLast
        if isLast { connections[number]?.readNoMore() }
        let head = ResponseBytes.head(
            response.status, response.headers, length: response.length(for: reply), isLast: isLast)
        switch response.body {
        case .bytes(let bytes): write(hasBody ? head + bytes : head, .whole, number, now, &actions)
        case .stream where !hasBody: write(head, .whole, number, now, &actions)
        case .webSocket(let webSocket): agree(to: reply, webSocket, response.headers, number, now, &actions)
        case .stream(let output):
            let end = response.streamEnd(for: reply)
            connections[number]?.replies[0].progress = .streaming(next: output.first, end)
            let (bytes, written) = ResponseBytes.pieces(of: output, from: output.first, end)
            write(head + bytes, written, number, now, &actions)
        }
    }

    /// Writes the next pieces of a stream.
    ///
    /// - Returns: Whether there is something else to do for the connection.
    private mutating func goOn(
        from next: Int, _ streamEnd: ServerConnection.StreamEnd, _ reply: ServerConnection.Reply, _ number: Int,
        _ now: Duration, _ actions: inout [Action]
    ) -> Bool {
        guard let request = reply.request, case .stream(let output)? = responses[request]?.body else {
            // Another body than the one that was begun.
            lose(number, first: .cut, others: .cut, &actions)
            return false
        }
        if !output.isComplete, connections[number]?.isInputOpen == false {
            lose(number, first: .left, others: .left, &actions)
            return false
        }
        guard output.fits(streamEnd, from: next) else {
            lose(number, first: .invalid(what: "Content-Length"), others: .cut, &actions)
            return false
        }
        let (bytes, written) = ResponseBytes.pieces(of: output, from: next, streamEnd)
        guard bytes.isEmpty else {
            write(bytes, written, number, now, &actions)
            return true
        }
        // Pieces without a byte.
        finish(written, number, now, &actions)
        if case .pieces(_, _, let isComplete) = written { return isComplete }
        return false
    }

    mutating func write(
        _ bytes: [UInt8], _ written: ServerConnection.Written, _ number: Int, _ now: Duration,
        _ actions: inout [Action]
    ) {
        connections[number]?.unwritten = bytes[...]
        writePortion(written, number, now, &actions)
    }

    private mutating func writePortion(
        _ written: ServerConnection.Written, _ number: Int, _ now: Duration, _ actions: inout [Action]
    ) {
        guard let bytes = connections[number]?.takePortion() else { return }
        connections[number]?.stage = .writing(written, until: now.adding(limits.readingTime))
        actions.append(.write(bytes, number: number))
    }

    private mutating func written(_ number: Int, _ now: Duration, _ actions: inout [Action]) {
        guard let connection = connections[number], case .writing(let written, _) = connection.stage else { return }
        guard connection.unwritten.isEmpty else {
            writePortion(written, number, now, &actions)
            return wait(until: connections[number]?.deadline(limits))
        }
        connections[number]?.stage = .idle
        finish(written, number, now, &actions)
        advance(number, now, &actions)
    }

    private mutating func finish(
        _ written: ServerConnection.Written, _ number: Int, _ now: Duration, _ actions: inout [Action]
    ) {
        switch written {
        case .word: break
        case .agreement: upgrade(number, now, &actions)
        case .frames: break
        case .whole: complete(number, now, &actions)
        case .pieces(let end, let streamEnd, let isComplete):
            guard let reply = connections[number]?.replies.first, let request = reply.request,
                case .streaming(let next, _) = reply.progress
            else { return }
            if end > next { actions.append(.report(.written(request, end: end), .response(request))) }
            connections[number]?.replies[0].progress = .streaming(next: end, streamEnd)
            if isComplete { complete(number, now, &actions) }
        }
    }

    /// The response to the first request was written.
    private mutating func complete(_ number: Int, _ now: Duration, _ actions: inout [Action]) {
        guard let reply = connections[number]?.replies.removeFirst() else { return }
        if let request = reply.request, owners[request] != nil {
            actions.append(.report(.sent(request), .response(request)))
            forget(request)
        }
        if reply.isLast { drop(number, first: .cut, others: .cut, &actions) }
        guard let connection = connections[number] else { return }
        if connection.replies.isEmpty { connections[number]?.readingSince = now }
        guard connection.isHeld, connection.replies.count < ServerConnection.replyLimit / 2 else { return }
        connections[number]?.isHeld = false
        actions.append(.hold(false, number: number))
        take(number, since: connection.reader.stage, now, &actions)
    }
}

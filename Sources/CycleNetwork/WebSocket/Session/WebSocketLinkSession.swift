import CycleBase
import CycleDrivers
import CycleHTTP

/// One side of one WebSocket, by RFC 6455, as a value: of a client from the connection on, of a server from its answer on.
///
///     connecting --opened--> shaking --101--> open --closing--> closing --both have closed--> ending --the stream has ended--> over
///         |                     |               |                  |                            |
///         |                     |               +--- the other side closes, or breaks a rule ---+
///         +---------------------+----- cut, ended, or the limit: over
///
/// Its end is reported on the way to `ending`, where a close is still sent, and all that comes is dropped.
package struct WebSocketLinkSession: Session {
    private let rules: Rules
    package private(set) var stage: Stage
    private var secrets: WebSocketSecrets
    private var reader: WebSocketMessageReader
    private var writer: WebSocketWriter
    private var output = WebSocketOutput()
    /// The close of the application, before the WebSocket is open.
    private var closing: WebSocketClose?
    private var silence: WebSocketSilence?
    /// Whether the application wants nothing to be read.
    private var isPaused = false

    /// A client whose connection is being made.
    package init(asking request: WebSocketRequest, _ rules: Rules, _ secrets: WebSocketSecrets, at now: Duration) {
        (self.rules, self.secrets) = (rules, secrets)
        stage = .connecting(request, limitAt: rules.limit.map { now.adding($0) })
        reader = WebSocketMessageReader(.client, byteLimit: rules.byteLimit)
        writer = WebSocketWriter(.client)
    }

    /// A server that has answered a request.
    package init(serving rules: Rules, at now: Duration) {
        (self.rules, secrets) = (rules, .fixed)
        stage = .open
        reader = WebSocketMessageReader(.server, byteLimit: rules.byteLimit)
        writer = WebSocketWriter(.server)
        silence = rules.keepAlive.map { WebSocketSilence($0, from: now) }
    }

    /// When ``Input/timePassed`` has an effect.
    package var deadline: Duration? {
        switch stage {
        case .connecting(_, let limitAt), .shaking(_, let limitAt): limitAt
        case .open: silence?.checkAt
        case .closing(_, let limitAt): silence.map { min($0.checkAt, limitAt) } ?? limitAt
        case .ending(let limitAt, _): limitAt
        case .over: nil
        }
    }

    /// The limit that ends at the deadline, in words before the name of the WebSocket.
    package var nextLimit: String? {
        switch stage {
        case .connecting, .shaking: "opening"
        case .open: silence.map { _ in "silence of" }
        case .closing(_, let limitAt): deadline == limitAt ? "closing" : "silence of"
        case .ending: "ending"
        case .over: nil
        }
    }

    package mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        if stage == .over { return }
        let wasHeld = isHeld
        switch input {
        case .opened: ask(&actions)
        case .received(let bytes): read(bytes, now, &actions)
        case .written: written(&actions)
        case .inputEnded: lose(.disconnected, &actions)
        case .cut(let failure): lose(.socket(failure), &actions)
        case .wanted(let output, let isPaused, let closing):
            self.isPaused = isPaused
            want(output, closing, now, &actions)
        case .left: leave(now, &actions)
        case .timePassed: expire(now, &actions)
        }
        feed(&actions)
        if isHeld != wasHeld, stage != .over { hold(now, &actions) }
    }

    /// Whether nothing is read: of an open WebSocket alone, as the end of another one has to be heard.
    private var isHeld: Bool { isPaused && stage == .open }

    /// Reads the stream, or pauses it. A pause is no silence of the other side.
    private mutating func hold(_ now: Duration, _ actions: inout [Action]) {
        actions.append(.hold(isHeld))
        if case .ending = stage { return }
        silence = isHeld ? nil : rules.keepAlive.map { WebSocketSilence($0, from: now) }
    }

    // MARK: The handshake

    private mutating func ask(_ actions: inout [Action]) {
        guard case .connecting(let request, let limitAt) = stage else { return }
        let key = secrets.key()
        let bytes = WebSocketHandshake.request(
            request.address, key: key, subprotocols: request.subprotocols, headers: request.headers)
        stage = .shaking(Handshake(key: key, subprotocols: request.subprotocols), limitAt: limitAt)
        writer.begin()
        actions.append(.write(bytes))
    }

    private mutating func read(_ bytes: [UInt8], _ now: Duration, _ actions: inout [Action]) {
        silence?.hear(at: now)
        switch stage {
        case .shaking(let handshake, let limitAt): shake(handshake, limitAt, bytes, now, &actions)
        case .open, .closing: readMessages(bytes, now, &actions)
        case .connecting, .ending, .over: return
        }
    }

    private mutating func shake(
        _ handshake: Handshake, _ limitAt: Duration?, _ bytes: [UInt8], _ now: Duration, _ actions: inout [Action]
    ) {
        var (handshake, rest) = (handshake, bytes[...])
        let read = Result { () throws(HTTP.Failure) in try handshake.reader.read(&rest) }
        do throws(WebSocketViolation) {
            guard case .success(let head) = read else { throw .head }
            guard let (status, headers) = head else {
                stage = .shaking(handshake, limitAt: limitAt)
                return
            }
            guard status == 101 else { return drop(.failed(.notUpgraded(status: status)), &actions) }
            let subprotocol = try WebSocketHandshake.agreement(
                headers, key: handshake.key, subprotocols: handshake.subprotocols)
            stage = closing.map { .closing($0, limitAt: now.adding(rules.patience)) } ?? .open
            silence = rules.keepAlive.map { WebSocketSilence($0, from: now) }
            closing = nil
            actions.append(.report(.opened(subprotocol: subprotocol)))
            if !rest.isEmpty { readMessages(Array(rest), now, &actions) }
        } catch {
            drop(.failed(.violation(error)), &actions)
        }
    }

    // MARK: Messages

    private mutating func readMessages(_ bytes: [UInt8], _ now: Duration, _ actions: inout [Action]) {
        var items: [WebSocketMessageReader.Item] = []
        var violation: WebSocketViolation?
        do throws(WebSocketViolation) { try reader.read(bytes, into: &items) } catch { violation = error }
        for item in items {
            switch item {
            case .message(let message): actions.append(.report(.received(message)))
            case .ping(let payload): writer.answer(payload)
            case .pong: break
            case .close(let close):
                actions.append(.report(.closed(close, isClean: true)))
                // The code comes back as it came, without the reason.
                return end(sending: close.map { WebSocketClose($0.code) }, now)
            }
        }
        guard let violation else { return }
        actions.append(.report(.failed(.violation(violation))))
        end(sending: WebSocketClose(violation.code), now)
    }

    private mutating func want(
        _ output: WebSocketOutput, _ closing: WebSocketClose?, _ now: Duration, _ actions: inout [Action]
    ) {
        if case .ending = stage { return }
        self.output = output
        guard let closing, self.closing == nil else { return }
        let limitAt = now.adding(rules.patience)
        switch stage {
        case .closing, .ending, .over: return
        case .connecting where closing.isValid, .shaking where closing.isValid:
            self.closing = closing
            stage.end(until: limitAt)
        case .connecting, .shaking: drop(.failed(.malformed(.close)), &actions)
        case .open where closing.isValid: stage = .closing(closing, limitAt: limitAt)
        case .open:
            actions.append(.report(.failed(.malformed(.close))))
            end(sending: WebSocketClose(), now)
        }
    }

    private mutating func written(_ actions: inout [Action]) {
        guard let end = writer.written() else { return }
        switch stage {
        case .open, .closing: actions.append(.report(.sent(end: end)))
        case .connecting, .shaking, .ending, .over: return
        }
    }

    /// Writes what should be written, once all before is.
    private mutating func feed(_ actions: inout [Action]) {
        switch stage {
        case .connecting, .shaking, .over: return
        case .closing(let close, _) where writer.close == .none: writer.close = .behindMessages(close)
        case .open, .closing, .ending: break
        }
        if let bytes = writer.next(from: output, &secrets) { return actions.append(.write(bytes)) }
        guard case .ending(_, let isInputEnded) = stage, writer.endOutput() else { return }
        actions.append(.endOutput)
        if isInputEnded { drop(nil, &actions) }
    }

    // MARK: Ends

    /// Its end was reported: a close is sent, and all that comes is dropped.
    private mutating func end(sending close: WebSocketClose?, _ now: Duration) {
        if writer.close.isOwed { writer.close = .now(close) }
        output = .init()
        silence = nil
        stage = .ending(limitAt: now.adding(rules.patience), isInputEnded: false)
    }

    /// Closes the connection, at once.
    private mutating func drop(_ report: Report?, _ actions: inout [Action]) {
        if let report { actions.append(.report(report)) }
        finish()
        actions.append(.close)
    }

    private mutating func finish() {
        (stage, output, silence, closing) = (.over, .init(), nil, nil)
    }

    /// The other side, or the way to it, is gone.
    private mutating func lose(_ failure: WebSocketFailure, _ actions: inout [Action]) {
        switch stage {
        case .connecting, .shaking, .open: actions.append(.report(.failed(failure)))
        case .closing(let close, _): actions.append(.report(.closed(close, isClean: false)))
        // Its last bytes may still be on their way out.
        case .ending(let limitAt, _) where failure == .disconnected && writer.close != .ended:
            stage = .ending(limitAt: limitAt, isInputEnded: true)
            return
        case .ending, .over: break
        }
        finish()
        // A device that reports a cut has closed it.
        if failure == .disconnected { actions.append(.close) }
    }

    private mutating func leave(_ now: Duration, _ actions: inout [Action]) {
        switch stage {
        case .connecting, .shaking: drop(nil, &actions)
        case .open, .closing: end(sending: WebSocketClose(1001), now)
        case .ending, .over: return
        }
    }

    private mutating func expire(_ now: Duration, _ actions: inout [Action]) {
        guard let deadline, deadline <= now else { return }
        switch stage {
        case .connecting, .shaking:
            drop(closing.map { .closed($0, isClean: false) } ?? .failed(.timeLimit), &actions)
        case .closing(let close, let limitAt) where limitAt <= now:
            drop(.closed(close, isClean: false), &actions)
        case .open, .closing:
            switch silence?.check(at: now) {
            case .ping: writer.isPingOwed = true
            case .unanswered: drop(.failed(.unanswered), &actions)
            case .heard, nil: return
            }
        case .ending: drop(nil, &actions)
        case .over: return
        }
    }

    // MARK: Invariants

    package var isConsistent: Bool {
        switch stage {
        case .connecting: silence == nil && !writer.isWriting
        case .shaking: silence == nil
        case .open: (silence == nil) == (rules.keepAlive == nil || isHeld) && closing == nil
        case .closing: (silence == nil) == (rules.keepAlive == nil) && closing == nil
        case .ending, .over: silence == nil && output == .init() && closing == nil
        }
    }

    /// The same at another time, for a hash.
    package func shifted(by time: Duration) -> WebSocketLinkSession {
        var link = self
        link.silence = silence?.shifted(by: time)
        switch stage {
        case .connecting(let request, let limitAt):
            link.stage = .connecting(request, limitAt: limitAt.map { $0 + time })
        case .shaking(let handshake, let limitAt): link.stage = .shaking(handshake, limitAt: limitAt.map { $0 + time })
        case .closing(let close, let limitAt): link.stage = .closing(close, limitAt: limitAt + time)
        case .ending(let limitAt, let isInputEnded):
            link.stage = .ending(limitAt: limitAt + time, isInputEnded: isInputEnded)
        case .open, .over: break
        }
        return link
    }
}

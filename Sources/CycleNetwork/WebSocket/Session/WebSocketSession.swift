import CycleBase
import CycleDrivers

/// The WebSockets of one running driver, from the model to their events, as a value.
///
/// Its run feeds it what happens, and performs its actions on the device of a `SocketDriver`. It knows identities, and leaves each connection to
/// a ``WebSocketLinkSession``:
///
///     in the model, linked ----- closed, or failed -----> in the model, over
///         |                                                   |
///         | leaves: silent, its close has the patience        | leaves
///         v                                                   v
///     linked, without identity ------------------------->  gone
package struct WebSocketSession<ID: Hashable & Sendable>: SocketsSession {
    package typealias Model = WebSocketDriver<ID>.Model
    package typealias Event = WebSocketDriver<ID>.Event
    package typealias Owner = Int

    package let patience: Duration
    package private(set) var phase = SocketsPhase.running
    /// By the numbers of their openings.
    private(set) var links = TimedParts<Linked>()
    /// The WebSockets of the model, also those that are over.
    private(set) var wants: [ID: Want] = [:]
    /// The WebSockets of the model, in its order.
    private var known: [WebSocketDriver<ID>.WebSocket] = []
    private var secrets: WebSocketSecrets
    private var newestNumber = 0
    /// Whether events are received.
    private var isAwake = false

    /// - Parameter patience: How long a WebSocket has to close.
    package init(patience: Duration, secrets: WebSocketSecrets) {
        self.patience = patience
        self.secrets = secrets
    }

    package var deadline: Duration? { links.deadline }
    package var nextLimit: String? {
        links.first.flatMap { linked in
            linked.link.nextLimit.map { "\($0) \(linked.id.map { "\($0)" } ?? "one that has left")" }
        }
    }

    #if compiler(>=6.3)
        // Else every connection is copied and compared by looking its type up.
        @specialized(where ID == Int)
        @specialized(where ID == String)
    #endif
    package mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        switch (input, phase) {
        case (.modelChanged(let model), .running): change(to: model, now, &actions)
        case (.modelsEnded, .running): phase = .ending
        case (.device(let event), .running), (.device(let event), .ending): receive(event, now, &actions)
        case (.timePassed, .running), (.timePassed, .ending):
            for number in links.due(at: now) { tell(number, .timePassed, now, &actions) }
        case (.stopped, .running), (.stopped, .ending): return stop(now, &actions)
        // It listens nowhere.
        case (.offered, _), (.modelChanged, .ending), (.modelsEnded, .ending), (_, .over): return
        }
        rest(&actions)
    }

    /// Closes that can be written at once are, and have the patience to leave.
    private mutating func stop(_ now: Duration, _ actions: inout [Action]) {
        for number in links.all.keys.sorted() {
            links[number]?.id = nil
            tell(number, .left, now, &actions)
        }
        (phase, links, wants, isAwake) = (.over, .init(), [:], false)
        actions.append(.closeAll)
    }

    /// Receives no events while there is nothing that could have one.
    private mutating func rest(_ actions: inout [Action]) {
        guard links.isEmpty else { return }
        if isAwake { actions.append(.sleep) }
        isAwake = false
        guard phase == .ending else { return }
        (phase, wants) = (.over, [:])
        actions += [.closeAll, .end]
    }

    // MARK: The model

    private mutating func change(to model: WebSocketDriver<ID>.Model, _ now: Duration, _ actions: inout [Action]) {
        let change = ModelChange(from: wants, knowing: &known, to: model.webSockets, of: { $0.webSocket }) {
            $0.isSame(as: $1)
        }
        for (want, webSocket) in change.kept {
            wants[webSocket.id]?.webSocket = webSocket
            tell(want.number, webSocket.wanted, now, &actions)
        }
        for want in change.gone.sorted(by: { $0.number < $1.number }) {
            wants[want.webSocket.id] = nil
            links[want.number]?.id = nil
            actions.append(.silence(want.number))
            tell(want.number, .left, now, &actions)
        }
        for webSocket in change.fresh { open(webSocket, now, &actions) }
    }

    private mutating func open(
        _ webSocket: WebSocketDriver<ID>.WebSocket, _ now: Duration, _ actions: inout [Action]
    ) {
        newestNumber += 1
        let number = newestNumber
        wants[webSocket.id] = Want(number: number, webSocket: webSocket)
        do throws(WebSocketFailure) {
            let request = try WebSocketRequest(
                webSocket.url, headers: webSocket.headers, subprotocols: webSocket.subprotocols)
            let rules = WebSocketLinkSession.Rules(
                limit: webSocket.limit, keepAlive: webSocket.keepAlive, patience: patience,
                byteLimit: webSocket.byteLimit)
            let link = WebSocketLinkSession(asking: request, rules, secrets.forConnection(), at: now)
            if !isAwake { actions.append(.wake) }
            isAwake = true
            links[number] = Linked(id: webSocket.id, link: link)
            let address = webSocket.through ?? .host(request.host.name, port: request.host.port)
            let isEncrypted = request.isEncrypted && webSocket.through == nil
            actions.append(.open(.connect(to: address), mode: 0, isEncrypted: isEncrypted, number: number))
            tell(number, webSocket.wanted, now, &actions)
        } catch {
            actions.append(.report(.failed(webSocket.id, error), number))
        }
    }

    // MARK: The links

    private mutating func receive(_ event: SocketDeviceEvent, _ now: Duration, _ actions: inout [Action]) {
        let input: WebSocketLinkSession.Input
        switch event {
        case .opened: input = .opened
        case .received(_, let bytes): input = .received(bytes)
        case .written: input = .written
        case .inputEnded: input = .inputEnded
        case .failed(_, let failure): input = .cut(failure)
        // Of listeners and datagrams, which it never opens.
        case .ready, .accepted, .datagram, .notSent: return
        }
        tell(event.number, input, now, &actions)
    }

    private mutating func tell(
        _ number: Int, _ input: WebSocketLinkSession.Input, _ now: Duration, _ actions: inout [Action]
    ) {
        guard let news = links[number]?.link.actions(after: input, at: now) else { return }
        let id = links[number]?.id
        for action in news {
            switch action {
            case .write(let bytes): actions.append(.write(bytes, number: number))
            case .hold(let isHeld): actions.append(.hold(isHeld, number: number))
            case .endOutput: actions.append(.endOutput(number: number))
            case .close: actions.append(.close(number: number))
            case .report(let report): if let id { actions.append(.report(report.event(id), number)) }
            }
        }
        if links[number]?.link.stage == .over { links.remove(number) }
    }

    // MARK: Invariants

    package var isConsistent: Bool {
        (isAwake || links.isEmpty) && (phase != .over || links.isEmpty && wants.isEmpty)
    }

    /// Each link that is wanted is that of its want, and due when it says so.
    package var isWhole: Bool {
        isConsistent && links.isConsistent
            && links.all.allSatisfy { number, linked in
                (linked.id.map { wants[$0]?.number == number } ?? true) && linked.link.stage != .over
            }
    }

    package func memory(at now: Duration) -> Int {
        var hasher = Hasher()
        hasher.combine(phase)
        for (_, linked) in links.all.sorted(by: { $0.key < $1.key }) {
            hasher.combine(linked.id)
            hasher.combine(linked.link.shifted(by: .zero - now))
        }
        // In no order.
        hasher.combine(
            wants.values.reduce(0) { hash, want in
                var hasher = Hasher()
                hasher.combine(want.webSocket)
                hasher.combine(links[want.number] == nil)
                return hash ^ hasher.finalize()
            })
        return hasher.finalize()
    }
}

extension WebSocketDriver.WebSocket {
    fileprivate var wanted: WebSocketLinkSession.Input { .wanted(output, isPaused: isPaused, closing: closing) }
}

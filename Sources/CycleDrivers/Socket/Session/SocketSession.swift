import CycleBase

/// The sockets of one running driver, from the model to their events, as a value.
///
/// ``receive(_:at:into:)`` is its only transition. The session performs nothing itself: its run feeds it what happens
/// and performs its actions on a ``SocketDevice``. One opening of a socket:
///
///     opening --opened--> open --isEnding--> ending --both sides have ended--> closed
///        |                 |  \                |
///        |                 |   both sides have ended --> closed
///        +------ failed, or the limit ---------+--> failed
///
/// A socket that leaves the model is closed from any of these, and silent. A connection that a listener has accepted is offered from its
/// event to the end of that event's turn: a model takes it, or it is refused.
struct SocketSession<ID: Hashable & Sendable>: SocketsSession {
    typealias Model = SocketDriver<ID>.Model
    typealias Event = SocketDriver<ID>.Event
    typealias Owner = Int

    let patience: Duration
    private(set) var phase = SocketsPhase.running
    /// By the numbers of their openings. Sockets that are closed, or have failed, are gone.
    private(set) var sockets = TimedParts<Opened>()
    /// The sockets of the model, also those that are closed.
    private(set) var wants: [ID: Want] = [:]
    /// The sockets of the model, in its order.
    private var known: [SocketDriver<ID>.Socket] = []
    /// Connections that were neither taken nor refused.
    private(set) var offers: Set<SocketConnection> = []
    private var newestNumber = 0
    /// Whether events are received.
    private var isAwake = false

    /// - Parameter patience: How long a socket has to end.
    init(patience: Duration) {
        self.patience = patience
    }

    var deadline: Duration? { sockets.deadline }
    var nextLimit: String? { sockets.first.map { "\($0.isOpened ? "ending" : "opening") \($0.id)" } }

    /// The one transition.
    ///
    /// - Parameters:
    ///   - now: The loop's time. It never goes back.
    ///   - actions: The actions are appended to it.
    mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        switch (input, phase) {
        case (.modelChanged(let model), .running): change(to: model, now, &actions)
        case (.modelsEnded, .running): phase = .ending
        case (.device(let event), .running), (.device(let event), .ending): receive(event, now, &actions)
        case (.offered(let connection), .running), (.offered(let connection), .ending):
            if offers.remove(connection) != nil { actions.append(.refuse(connection)) }
        case (.timePassed, .running), (.timePassed, .ending): expire(now, &actions)
        case (.stopped, .running), (.stopped, .ending): return stop(&actions)
        case (.modelChanged, .ending), (.modelsEnded, .ending), (_, .over): return
        }
        rest(&actions)
    }

    private mutating func stop(_ actions: inout [Action]) {
        (phase, sockets, wants, offers, isAwake) = (.over, .init(), [:], [], false)
        actions.append(.closeAll)
    }

    /// Receives no events while there is nothing that could have one.
    private mutating func rest(_ actions: inout [Action]) {
        guard sockets.isEmpty, offers.isEmpty else { return }
        if isAwake { actions.append(.sleep) }
        isAwake = false
        guard phase == .ending else { return }
        (phase, wants) = (.over, [:])
        actions += [.closeAll, .end]
    }

    // MARK: The model

    private mutating func change(to model: SocketDriver<ID>.Model, _ now: Duration, _ actions: inout [Action]) {
        let change = ModelChange(from: wants, knowing: &known, to: model.sockets, of: { $0.socket }) {
            $0.isSame(as: $1)
        }
        for (want, socket) in change.kept { update(want, to: socket, now, &actions) }
        for want in change.gone.sorted(by: { $0.number < $1.number }) { leave(want, &actions) }
        for socket in change.fresh { open(socket, now, &actions) }
    }

    private mutating func update(
        _ want: Want, to socket: SocketDriver<ID>.Socket, _ now: Duration, _ actions: inout [Action]
    ) {
        wants[socket.id]?.socket = socket
        guard let opened = sockets[want.number] else { return }
        if case .ending = opened.stage {} else if socket.isEnding { return end(want.number, now, &actions) }
        hold(want.number, &actions)
        feed(want.number, &actions)
    }

    private mutating func leave(_ want: Want, _ actions: inout [Action]) {
        wants[want.socket.id] = nil
        actions.append(.silence(want.number))
        if sockets.remove(want.number) != nil { actions.append(.close(number: want.number)) }
    }

    private mutating func open(_ socket: SocketDriver<ID>.Socket, _ now: Duration, _ actions: inout [Action]) {
        newestNumber += 1
        let number = newestNumber
        wants[socket.id] = Want(number: number, socket: socket)
        if case .accepted(let connection) = socket.place {
            guard offers.remove(connection) != nil else {
                actions.append(.report(.failed(socket.id, .gone), number))
                return
            }
            sockets[number] = Opened(stage: .open, feed: .open(next: .min), id: socket.id)
        } else {
            if !isAwake { actions.append(.wake) }
            isAwake = true
            let limitAt = socket.limit.map { now.adding($0) }
            sockets[number] = Opened(stage: .opening(limitAt: limitAt), feed: .open(next: .min), id: socket.id)
        }
        actions.append(.open(socket.place, mode: socket.mode, number: number))
        hold(number, &actions)
        if socket.isEnding { end(number, now, &actions) } else { feed(number, &actions) }
    }

    /// Ends what has begun to open or is open.
    private mutating func end(_ number: Int, _ now: Duration, _ actions: inout [Action]) {
        guard let opened = sockets[number], let place = wants[opened.id]?.socket.place else { return }
        switch (opened.stage, place) {
        case (_, .listen): close(number, &actions)
        case (.opening(let limitAt), _):
            // It ends once it is open, behind what stands in the model.
            let patienceAt = now.adding(patience)
            sockets[number]?.stage = .opening(limitAt: limitAt.map { min($0, patienceAt) } ?? patienceAt)
        case (_, .connect), (_, .accepted), (_, .datagrams):
            sockets[number]?.stage = .ending(limitAt: now.adding(patience))
            hold(number, &actions)
            feed(number, &actions)
        }
    }

    /// Reads an open stream, or pauses it, as the model wants.
    private mutating func hold(_ number: Int, _ actions: inout [Action]) {
        guard let opened = sockets[number], opened.isOpened, opened.isInputOpen, let want = wants[opened.id]?.socket,
            want.isStream
        else { return }
        let isHeld = want.isPaused && !want.isEnding
        guard isHeld != opened.isHeld else { return }
        sockets[number]?.isHeld = isHeld
        actions.append(.hold(isHeld, number: number))
    }

    // MARK: Output

    /// Writes the next pieces or datagrams, if the ones before are written, or ends the output behind the last of them.
    private mutating func feed(_ number: Int, _ actions: inout [Action]) {
        guard let opened = sockets[number], opened.isOpened, case .open(let next) = opened.feed,
            let socket = wants[opened.id]?.socket
        else { return }
        switch socket.place {
        case .listen: break
        case .connect, .accepted: write(socket, from: next, number, &actions)
        case .datagrams: send(socket, from: next, number, &actions)
        }
    }

    private mutating func write(
        _ socket: SocketDriver<ID>.Socket, from next: Int, _ number: Int, _ actions: inout [Action]
    ) {
        let (bytes, end) = socket.output.batch(from: next)
        if !bytes.isEmpty {
            sockets[number]?.feed = .writing(end: end)
            actions.append(.write(bytes, number: number))
        } else if socket.output.isComplete || socket.isEnding {
            sockets[number]?.feed = .ended
            actions.append(.endOutput(number: number))
            closeIfEnded(number, &actions)
        }
    }

    private mutating func send(
        _ socket: SocketDriver<ID>.Socket, from next: Int, _ number: Int, _ actions: inout [Action]
    ) {
        let (datagrams, start) = socket.datagrams.batch(from: next)
        if !datagrams.isEmpty {
            sockets[number]?.feed = .writing(end: start + datagrams.count)
            actions.append(.send(datagrams, from: start, number: number))
        } else if socket.isEnding {
            close(number, &actions)
        }
    }

    private mutating func written(_ number: Int, _ actions: inout [Action]) {
        guard let opened = sockets[number], case .writing(let end) = opened.feed else { return }
        sockets[number]?.feed = .open(next: end)
        actions.append(.report(.written(opened.id, end: end), number))
        feed(number, &actions)
    }

    // MARK: Ends

    private mutating func closeIfEnded(_ number: Int, _ actions: inout [Action]) {
        guard let opened = sockets[number], opened.feed == .ended, !opened.isInputOpen else { return }
        close(number, &actions)
    }

    private mutating func close(_ number: Int, _ actions: inout [Action]) {
        guard let opened = sockets.remove(number) else { return }
        actions.append(.close(number: number))
        actions.append(.report(.closed(opened.id), number))
    }

    private mutating func fail(_ number: Int, _ failure: SocketFailure, _ actions: inout [Action]) {
        guard let opened = sockets.remove(number) else { return }
        actions.append(.report(.failed(opened.id, failure), number))
    }

    private mutating func expire(_ now: Duration, _ actions: inout [Action]) {
        for number in sockets.due(at: now) {
            actions.append(.close(number: number))
            fail(number, .timeLimit, &actions)
        }
    }

    // MARK: The device

    private mutating func receive(_ event: SocketDeviceEvent, _ now: Duration, _ actions: inout [Action]) {
        let number = event.number
        guard let id = sockets[number]?.id else {
            // Of a listener that has left meanwhile.
            if case .accepted(_, let connection, _) = event { actions.append(.refuse(connection)) }
            return
        }
        func report(_ event: SocketDriver<ID>.Event) { actions.append(.report(event, number)) }
        switch event {
        case .ready(_, let at):
            report(.ready(id, at: at))
            begin(number, now, &actions)
        case .opened(_, let at, let to):
            report(.opened(id, at: at, to: to))
            begin(number, now, &actions)
        case .accepted(_, let connection, let from):
            offers.insert(connection)
            report(.accepted(id, connection, from: from))
            actions.append(.offer(connection))
        case .received(_, let bytes): report(.received(id, bytes))
        case .datagram(_, let bytes, let from): report(.datagram(id, bytes, from: from))
        case .written: written(number, &actions)
        case .notSent(_, let datagram, let failure): report(.notSent(id, number: datagram, failure))
        case .inputEnded:
            // A stream whose end was on its way when it was paused is read to its end again.
            guard sockets[number]?.isInputOpen == true else { return }
            sockets[number]?.isInputOpen = false
            report(.inputEnded(id))
            closeIfEnded(number, &actions)
        case .failed(_, let failure): fail(number, failure, &actions)
        }
    }

    /// It is open.
    private mutating func begin(_ number: Int, _ now: Duration, _ actions: inout [Action]) {
        guard let opened = sockets[number] else { return }
        sockets[number]?.stage = .open
        if wants[opened.id]?.socket.isEnding == true { return end(number, now, &actions) }
        hold(number, &actions)
        feed(number, &actions)
    }

    // MARK: Invariants

    var isConsistent: Bool {
        (isAwake || sockets.isEmpty && offers.isEmpty)
            && (phase != .over || sockets.isEmpty && wants.isEmpty && offers.isEmpty)
    }

    /// Each socket is that of its want, and due when it says so.
    var isWhole: Bool {
        isConsistent && sockets.isConsistent
            && sockets.all.allSatisfy { number, opened in wants[opened.id]?.number == number }
    }
}

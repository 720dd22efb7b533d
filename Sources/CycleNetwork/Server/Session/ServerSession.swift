import CycleBase
import CycleDrivers

/// The listeners and connections of one running server, from the model to their events, as a value.
///
/// ``receive(_:at:into:)`` is its only transition. The session performs nothing itself: its run feeds it what happens and performs
/// its actions on the device of a `SocketDriver`. One connection:
///
///     reading <--a request--> waiting --a response--> writing --written--> reading
///        |                       |                       |        \--the last--> draining --> closed
///        |                       +-- 503 --> writing     +-- no reader, withdrawn --> closed
///        +-- 4xx, the last --> writing
///
/// Several requests of a connection may wait. Only the first of them is answered.
struct ServerSession<ID: Hashable & Sendable>: SocketsSession {
    typealias Model = ServerDriver<ID>.Model
    typealias Event = ServerDriver<ID>.Event

    let limits: ServerLimits
    private(set) var phase = SocketsPhase.running
    /// The listeners of the model, also those that have failed.
    private(set) var wants: [ID: Want] = [:]
    /// The same, in the order of the model.
    private var known: [ServerDriver<ID>.Listener] = []
    /// The responses of the model, in its order; the first of two for one request counts.
    private var knownResponses: [ServerResponse] = []
    /// The listeners of the model, by the numbers of their openings.
    private(set) var listeners: [Int: ID] = [:]
    /// By the numbers of their openings.
    var connections: [Int: ServerConnection] = [:]
    /// The responses of the model that are not sent.
    private(set) var responses: [ServerRequest.ID: ServerResponse] = [:]
    /// The requests of the model's other responses: those are sent, or came without a request.
    private(set) var done: Set<ServerRequest.ID> = []
    /// The connections of the requests that have no end yet.
    private(set) var owners: [ServerRequest.ID: Int] = [:]
    private var newestNumber = 0
    private(set) var newestRequest = 0
    /// Whether events are received.
    private var isAwake = false
    /// No deadline is before it: all of them are looked at only then.
    private var earliest: Duration?

    init(_ limits: ServerLimits) {
        self.limits = limits
    }

    var patience: Duration { limits.patience }

    var deadline: Duration? { phase == .over ? nil : earliest }

    #if compiler(>=6.3)
        // Else every connection is copied and compared by looking its type up.
        @specialized(where ID == Int)
        @specialized(where ID == String)
    #endif
    mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        switch (input, phase) {
        case (.modelChanged(let model), .running):
            change(to: model.listeners, now, &actions)
            change(to: model.responses, now, &actions)
        case (.modelsEnded, .running): phase = .ending
        case (.device(let event), .running), (.device(let event), .ending): receive(event, now, &actions)
        case (.timePassed, .running), (.timePassed, .ending): expire(now, &actions)
        case (.stopped, .running), (.stopped, .ending): return stop(now, &actions)
        // It offers no connection: it takes each.
        case (.offered, _), (.modelChanged, .ending), (.modelsEnded, .ending), (_, .over): return
        }
        rest(now, &actions)
    }

    private mutating func stop(_ now: Duration, _ actions: inout [Action]) {
        (wants, listeners, responses, done, owners) = ([:], [:], [:], [], [:])
        // The closes of WebSockets that can be written at once have the patience to leave.
        for number in connections.keys.sorted() { tell(number, .left, now, &actions) }
        // So has the rest of a response.
        for number in connections.keys.sorted() {
            if let rest = connections[number]?.unwritten, !rest.isEmpty {
                actions.append(.write(Array(rest), number: number))
            }
        }
        (phase, connections, isAwake) = (.over, [:], false)
        actions.append(.closeAll)
    }

    /// With so many connections all are looked at after each input: an alarm for a limit that has moved on, or whose connection is gone,
    /// would wake the loop for nothing, and be a state more of each state of an exploration.
    private static var exactCount: Int { 16 }

    private mutating func findEarliest() {
        earliest = nil
        for want in wants.values { if case .ending(let until) = want.stage { wait(until: until) } }
        for connection in connections.values { wait(until: connection.deadline(limits)) }
    }

    /// Receives no events while there is nothing that could have one.
    private mutating func rest(_ now: Duration, _ actions: inout [Action]) {
        if earliest != nil, connections.count <= Self.exactCount { findEarliest() }
        guard connections.isEmpty, wants.values.allSatisfy({ $0.stage == .over }) else { return }
        if isAwake { actions.append(.sleep) }
        (isAwake, earliest) = (false, nil)
        if phase == .ending {
            stop(now, &actions)
            actions.append(.end)
        }
    }

    // MARK: Listeners

    private mutating func change(
        to model: [ServerDriver<ID>.Listener], _ now: Duration, _ actions: inout [Action]
    ) {
        let change = ModelChange(from: wants, knowing: &known, to: model, of: { $0.listener }) { $0.isSame(as: $1) }
        for (want, listener) in change.kept {
            wants[listener.id]?.listener = listener
            if listener.isEnding, want.stage == .open { end(listener.id, now, &actions) }
        }
        for want in change.gone.sorted(by: { $0.number < $1.number }) { leave(want, &actions) }
        for listener in change.fresh { open(listener, now, &actions) }
    }

    private mutating func open(
        _ listener: ServerDriver<ID>.Listener, _ now: Duration, _ actions: inout [Action]
    ) {
        newestNumber += 1
        wants[listener.id] = Want(number: newestNumber, listener: listener)
        listeners[newestNumber] = listener.id
        if !isAwake { actions.append(.wake) }
        isAwake = true
        actions.append(.open(.listen(at: listener.address), mode: listener.mode, number: newestNumber))
        if listener.isEnding { end(listener.id, now, &actions) }
    }

    private mutating func leave(_ want: Want, _ actions: inout [Action]) {
        wants[want.listener.id] = nil
        listeners[want.number] = nil
        actions.append(.silence(.listener(want.number)))
        if want.stage == .open { actions.append(.close(number: want.number)) }
        for number in numbers(of: want.number) {
            for request in connections[number]?.replies.compactMap(\.request) ?? [] {
                actions.append(.silence(.response(request)))
                forget(request)
            }
            connections[number] = nil
            actions.append(.close(number: number))
        }
    }

    /// Accepts no connection more.
    private mutating func end(_ id: ID, _ now: Duration, _ actions: inout [Action]) {
        guard let number = wants[id]?.number else { return }
        actions.append(.close(number: number))
        let until = now.adding(limits.patience)
        wants[id]?.stage = .ending(until: until)
        wait(until: until)
        for connection in numbers(of: number) { endSoon(connection, now, &actions) }
        endIfAlone(number, &actions)
    }

    /// The connections of a listener.
    private func numbers(of listener: Int) -> [Int] {
        connections.filter { $0.value.listener == listener }.keys.sorted()
    }

    /// The listener that a letter of the device is about; `nil` where it has had its last event, as a letter may be on its way then.
    func living(_ listener: Int) -> ID? {
        listeners[listener].flatMap { wants[$0]?.stage == .over ? nil : $0 }
    }

    func isEnding(_ listener: Int) -> Bool {
        guard let id = listeners[listener], case .ending? = wants[id]?.stage else { return false }
        return true
    }

    /// Ends a listener that was ending, if no connection of it is left.
    func isAlone(_ listener: Int) -> Bool {
        isEnding(listener) && !connections.values.contains { $0.listener == listener }
    }

    mutating func endIfAlone(_ listener: Int, _ actions: inout [Action]) {
        guard isAlone(listener), let id = listeners[listener] else { return }
        wants[id]?.stage = .over
        actions.append(.report(.closed(id), .listener(listener)))
    }

    // MARK: Responses

    private mutating func change(to model: [ServerResponse], _ now: Duration, _ actions: inout [Action]) {
        var changed: [ServerRequest.ID] = []
        if let places = model.changedPlaces(since: knownResponses, isSame: { $0.request == $1.request }) {
            for place in places { want(model[place], &changed) }
            knownResponses = model
        } else {
            var wanted: Set<ServerRequest.ID> = []
            knownResponses = model.filter { wanted.insert($0.request).inserted }
            for response in knownResponses { want(response, &changed) }
            let gone = done.union(responses.keys).subtracting(wanted)
            for request in gone.sorted(by: { $0.number < $1.number }) { withdraw(request, now, &actions) }
        }
        for request in changed { if let number = owners[request] { advance(number, now, &actions) } }
    }

    private mutating func want(_ response: ServerResponse, _ changed: inout [ServerRequest.ID]) {
        let request = response.request
        if done.contains(request) { return }
        // A number of another run would be that of another request some day.
        guard owners[request] != nil else {
            done.insert(request)
            return
        }
        if responses[request] != response { changed.append(request) }
        responses[request] = response
    }

    private mutating func withdraw(_ request: ServerRequest.ID, _ now: Duration, _ actions: inout [Action]) {
        actions.append(.silence(.response(request)))
        done.remove(request)
        guard responses.removeValue(forKey: request) != nil, let number = owners[request],
            connections[number]?.hasBegun(request) == true
        else { return }
        owners[request] = nil
        if connections[number]?.link != nil { return tell(number, .left, now, &actions) }
        lose(number, first: nil, others: .cut, &actions)
    }

    /// Its response is sent, or will not be: nothing more is to be done for it.
    mutating func forget(_ request: ServerRequest.ID) {
        owners[request] = nil
        if responses.removeValue(forKey: request) != nil { done.insert(request) }
    }

    /// Reports that no response, or not all of it, was sent.
    mutating func report(
        _ failure: ServerFailure, of request: ServerRequest.ID, _ listener: Int, _ actions: inout [Action]
    ) {
        guard owners[request] != nil else { return }
        let owner = responses[request] == nil ? Owner.listener(listener) : .response(request)
        actions.append(.report(.gone(request, failure), owner))
        forget(request)
    }

    // MARK: Numbers and times

    mutating func nextConnection() -> Int {
        newestNumber += 1
        return newestNumber
    }

    /// The name of a request that has come by a connection.
    mutating func nextRequest(of number: Int) -> ServerRequest.ID {
        newestRequest += 1
        owners[ServerRequest.ID(newestRequest)] = number
        return ServerRequest.ID(newestRequest)
    }

    mutating func wait(until deadline: Duration?) {
        if let deadline { earliest = min(earliest ?? deadline, deadline) }
    }

    /// A listener has failed.
    mutating func end(_ id: ID) { wants[id]?.stage = .over }

    private mutating func expire(_ now: Duration, _ actions: inout [Action]) {
        guard let due = earliest, due <= now else { return }
        for want in wants.values.sorted(by: { $0.number < $1.number }) {
            guard case .ending(let until) = want.stage, until <= now else { continue }
            for number in numbers(of: want.number) { lose(number, first: .timeLimit, others: .timeLimit, &actions) }
        }
        for number in connections.keys.sorted() {
            guard let deadline = connections[number]?.deadline(limits), deadline <= now else { continue }
            expire(number, now, &actions)
        }
        findEarliest()
    }

    // MARK: Invariants

    var isConsistent: Bool {
        (isAwake || connections.isEmpty) && (phase != .over || connections.isEmpty && wants.isEmpty)
    }

    /// Requests, connections, listeners and responses know each other, and each deadline is met.
    var isWhole: Bool {
        let isOwned = owners.allSatisfy { request, number in
            connections[number]?.replies.contains { $0.request == request } ?? false
        }
        let isServed = connections.values.allSatisfy { connection in
            let isTimed =
                connection.deadline(limits).map { deadline in earliest.map { $0 <= deadline } ?? false } ?? true
            return listeners[connection.listener] != nil && isTimed
        }
        let isAnswered = responses.keys.allSatisfy { owners[$0] != nil } && done.isDisjoint(with: responses.keys)
        let isHeard = isAwake || connections.isEmpty && wants.values.allSatisfy { $0.stage == .over }
        return isConsistent && isOwned && isServed && isAnswered && isHeard
    }
}

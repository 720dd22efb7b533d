import Cycle
import CycleNetwork

/// Plays one `NetworkDriver`: each request that its model wants is a flight of the network.
struct ExploredNetworkDriver<ID: Hashable & Sendable>: Driver {
    let network: ExploredNetwork

    func eventsCapturedAfterRendering(model: Signal<NetworkDriver<ID>.Model>) -> Signal<NetworkDriver<ID>.Event> {
        Signal { [network] sink in
            let wanted = WantedRequests<ID>(network, sink)
            let rendering = model.run(inside: sink, finish: {}, receive: wanted.render)
            return Subscription {
                rendering.cancel()
                wanted.flights.cancelAll()
            }
        }
    }
}

/// The requests of a model, and what they lead to.
private final class WantedRequests<ID: Hashable & Sendable> {
    private let sink: Sink<NetworkDriver<ID>.Event>
    private var requests: [NetworkDriver<ID>.Request] = []
    let flights: Flights

    init(_ network: ExploredNetwork, _ sink: Sink<NetworkDriver<ID>.Event>) {
        self.sink = sink
        flights = Flights(network)
    }

    func render(_ model: NetworkDriver<ID>.Model) {
        let (old, new) = (requests, model.requests)
        requests = new
        flights.reconcile(
            new.count, isKept: { new[$0].unpaused == old[$1].unpaused },
            isPaused: { new[$0].isPaused }, isRepeated: { new[$0].id == new[$1].id },
            seen: { (new[$0].seen, new[$0].sent, new[$0].id.hashValue) },
            landing: { [sink] in Landing(new[$0].id, sink, isBehindOthers: $1) })
    }
}

/// Where replies to a request arrive.
private struct Landing {
    /// Whether events that wait here behind others are dropped when this is cancelled. An event that comes alone does not
    /// wait.
    let isBehindOthers: Bool
    let inlet: Inlet<RequestEvent>?
    let arriving: Subscription

    init<ID>(_ id: ID, _ sink: Sink<NetworkDriver<ID>.Event>, isBehindOthers: Bool) {
        self.isBehindOthers = isBehindOthers
        var inlet: Inlet<RequestEvent>?
        var replies = Signal<RequestEvent> { sink in
            inlet = sink.inlet()
            return Subscription()
        }
        if isBehindOthers { replies = replies.silencedByCancelling }
        arriving = replies.run(inside: sink, finish: {}) { sink.send(.init(id, $0)) }
        self.inlet = inlet
    }
}

extension Signal {
    /// The same within a signal that does not end: also what this one has emitted before its end is silent once that is cancelled.
    fileprivate var silencedByCancelling: Signal {
        Signal<Void>.just(()).flatMap(.merge) { _ in
            Signal { sink in run(inside: sink, finish: {}) { sink.send($0) } }
        }
    }
}

/// The flights of one driver, in the order of its requests, whatever those are identified by.
private final class Flights {
    private struct Flight {
        let number: Int
        let land: (_ isBehindOthers: Bool) -> Landing
        var landings: [Landing] = []
        var isPaused = false
        var isOver = false
    }

    private let network: ExploredNetwork
    /// `nil` for a request with the identity of one before it.
    private var all: [Flight?] = []
    /// Those before, while some of them are still to be cancelled.
    private var old: [Flight?] = []

    init(_ network: ExploredNetwork) {
        self.network = network
    }

    /// Cancels the flights of what is not wanted any more, and begins those of what has come.
    ///
    /// - Parameters:
    ///   - count: How many requests there are now.
    ///   - isKept: Whether one of them was among the old ones, at that place.
    ///   - isPaused: Whether one of them is paused.
    ///   - isRepeated: Whether two of them have one identity: then the first counts.
    ///   - seen: One of them, and the hash of its identity.
    ///   - landing: Makes what the replies to one of them arrive by.
    func reconcile(
        _ count: Int, isKept: (_ new: Int, _ old: Int) -> Bool, isPaused: (_ new: Int) -> Bool,
        isRepeated: (_ new: Int, _ earlier: Int) -> Bool,
        seen: (_ new: Int) -> (request: ExploredNetwork.Request, sent: ExploredNetwork.Sent, id: Int),
        landing: @escaping (_ new: Int, _ isBehindOthers: Bool) -> Landing
    ) {
        func isFirst(_ new: Int) -> Bool { !(0..<new).contains { isRepeated(new, $0) } }
        swap(&all, &old)
        for new in 0..<count {
            let kept = isFirst(new) ? old.indices.first { old[$0] != nil && isKept(new, $0) } : nil
            all.append(kept.flatMap { old[$0].take() })
        }
        cancelOld()
        for new in 0..<count where all[new] == nil && isFirst(new) {
            let (request, sent, id) = seen(new)
            let number = network.depart(request, id: id, sent) { [unowned self] in tell($0, $1) }
            all[new] = Flight(number: number, land: { landing(new, $0) })
        }
        for new in 0..<count {
            guard let flight = all[new], flight.isPaused != isPaused(new) else { continue }
            all[new]?.isPaused = isPaused(new)
            network.pause(isPaused(new), flight.number)
        }
    }

    func cancelAll() {
        swap(&all, &old)
        cancelOld()
    }

    /// In the order in which they began.
    private func cancelOld() {
        if old.count > 1 { old.sort { $0?.number ?? 0 < $1?.number ?? 0 } }
        for case let flight? in old {
            if !flight.isOver { network.cancel(flight.number) }
            for landing in flight.landings { landing.arriving.cancel() }
        }
        old.removeAll(keepingCapacity: true)
    }

    private func tell(_ number: Int, _ reply: RequestEvent) {
        guard let place = all.firstIndex(where: { $0?.number == number }), var flight = all[place] else { return }
        let isBehindOthers = network.isBetweenTurns
        if flight.landings.last?.isBehindOthers != isBehindOthers {
            flight.landings.append(flight.land(isBehindOthers))
        }
        flight.landings.last?.inlet?.send(reply)
        if reply.isLast { for landing in flight.landings { landing.inlet?.end() } }
        flight.isOver = reply.isLast
        all[place] = flight
    }
}

extension NetworkDriver.Request {
    fileprivate var seen: ExploredNetwork.Request { .init(method: method, url: url, bytes: body.bytes) }
    fileprivate var sent: ExploredNetwork.Sent {
        .init(headers: headers, delivery: delivery, timeOuts: timeOuts)
    }
}

extension HTTP.Body {
    fileprivate var bytes: [UInt8] {
        if case .bytes(let bytes) = self { bytes } else { [] }
    }
}

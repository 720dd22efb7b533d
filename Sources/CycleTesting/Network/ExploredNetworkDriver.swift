import Cycle
import CycleNetwork

/// Plays one `NetworkDriver`: each request that its model wants is a flight of the network.
struct ExploredNetworkDriver<ID: Hashable & Sendable>: Driver {
    let network: ExploredNetwork

    func eventsCapturedAfterRendering(model: Signal<NetworkDriver<ID>.Model>) -> Signal<NetworkDriver<ID>.Event> {
        Signal { [network] sink in
            let wanted = WantedRequests<ID>()
            return model.map(wanted.numbers)
                .effects(for: \.self, by: \.self) { number, _ in
                    network.fly(wanted[number], number)
                }
                .run(inside: sink) { reply in
                    if let request = wanted[reply.number] { sink.send(.init(request.id, reply.reply)) }
                }
        }
    }
}

/// The requests of a model, each with a number: to compare numbers is cheaper than to compare requests of any type.
private final class WantedRequests<ID: Hashable & Sendable> {
    private var requests: [NetworkDriver<ID>.Request] = []
    private var numbering = Numbering()

    func numbers(of model: NetworkDriver<ID>.Model) -> [Int] {
        let (old, new) = (requests, model.requests)
        requests = new
        return numbering.renumber(
            new.count, isKept: { new[$0] == old[$1] }, isRepeated: { new[$0].id == new[$1].id })
    }

    subscript(number: Int) -> NetworkDriver<ID>.Request? {
        numbering.all.firstIndex(of: number).map { requests[$0] }
    }
}

/// A number for each thing of a list, a new one for each that has come or changed; 0 for those that do not count.
private struct Numbering {
    private(set) var all: [Int] = []
    private var count = 0

    /// - Parameters:
    ///   - newCount: How many there are now.
    ///   - isKept: Whether one of the new ones was among the old ones, at that place.
    ///   - isRepeated: Whether two of the new ones have one identity: then the first counts.
    /// - Returns: The numbers of those that count.
    mutating func renumber(
        _ newCount: Int, isKept: (_ new: Int, _ old: Int) -> Bool, isRepeated: (_ new: Int, _ earlier: Int) -> Bool
    ) -> [Int] {
        var numbers: [Int] = []
        for new in 0..<newCount {
            if (0..<new).contains(where: { isRepeated(new, $0) }) {
                numbers.append(0)
            } else if let old = all.indices.first(where: { all[$0] > 0 && isKept(new, $0) }) {
                numbers.append(all[old])
            } else {
                count += 1
                numbers.append(count)
            }
        }
        all = numbers
        return numbers.filter { $0 > 0 }
    }
}

/// What a driver is told of one of its requests.
struct FlightReply: Sendable {
    let number: Int
    let reply: RequestOutcome
}

extension ExploredNetwork {
    /// A flight for as long as the request is wanted.
    fileprivate func fly<ID>(_ request: NetworkDriver<ID>.Request?, _ number: Int) -> Signal<FlightReply> {
        guard let request else { return .never }
        return fly(request.seen, id: request.id.hashValue, number)
    }

    private func fly(_ request: Request, id: Int, _ number: Int) -> Signal<FlightReply> {
        Signal { [self] sink in
            let inlet = sink.inlet()
            let flight = depart(request, id: id) { reply in
                inlet.send(FlightReply(number: number, reply: reply))
                if reply.isLast { inlet.end() }
            }
            return Subscription { [self] in cancel(flight) }
        }
    }
}

extension NetworkDriver.Request {
    fileprivate var seen: ExploredNetwork.Request { .init(method: method, url: url, body: body.text) }
}

extension HTTP.Body {
    fileprivate var text: String {
        if case .bytes(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { "" }
    }
}

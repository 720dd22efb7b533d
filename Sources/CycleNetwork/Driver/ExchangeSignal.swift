import Cycle

/// What comes to the loop from an exchange.
enum Arrival: Sendable {
    case event(ExchangeEvent)
    /// So many bytes of body are in their file.
    case written(byteCount: Int)
    /// All of the body has come; what is waited for now is the disk.
    case storing
    /// The exchange was held back, and goes on: as long as it was, the silence was not the server's.
    case resumed
}

extension Signal where Value == Arrival {
    /// How many events may wait for the loop before the transport is asked to hold the body back.
    private static var bound: Int { 16 }

    /// Makes one exchange; cancelling the signal cancels it.
    static func exchange(_ order: Order, _ shared: RequestContext, _ delivery: HTTP.Delivery) -> Signal {
        Signal { sink in
            guard case .file(let path) = delivery else {
                let valve = Valve()
                let inlet = sink.inlet(bound: bound, onRoom: valve.open)
                let exchange = shared.connections.exchange(order) { inlet.send(.event($0)) == .accepted }
                valve.connect(to: exchange) { sink.send(.resumed) }
                return Subscription(exchange.cancel)
            }
            // The disk sets the pace; the loop gets numbers, and may be late.
            let inlet = sink.inlet()
            let file = FileDelivery(path, shared.disk) { inlet.send($0) == .accepted }
            let exchange = shared.connections.exchange(order, report: file.take)
            file.connect(to: exchange)
            return Subscription {
                exchange.cancel()
                file.cancel()
            }
        }
    }
}

/// Passes "there is room" on to an exchange that is made after the inlet that tells it.
///
/// Unchecked: confined to the loop, which calls `onRoom`.
private final class Valve: @unchecked Sendable {
    private var exchange: (any Exchange)?
    private var tell: () -> Void = {}

    @Sendable func open() {
        tell()
        exchange?.resume()
    }

    /// - Parameter tell: Called when the exchange goes on.
    func connect(to exchange: any Exchange, _ tell: @escaping () -> Void) {
        self.exchange = exchange
        self.tell = tell
    }
}

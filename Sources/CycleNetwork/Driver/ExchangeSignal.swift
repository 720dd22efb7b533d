import Cycle

extension Signal where Value == ExchangeEvent {
    /// How many events may wait for the loop before the transport is asked to hold the body back.
    private static var bound: Int { 16 }

    /// Makes one exchange; cancelling the signal cancels it.
    static func exchange(_ order: Order, over connections: any Connections, _ delivery: HTTP.Delivery) -> Signal {
        Signal { sink in
            let valve = Valve()
            let inlet = sink.inlet(bound: bound, onRoom: valve.open)
            let exchange = connections.exchange(order) { event in inlet.send(event) == .accepted }
            valve.connect(to: exchange)
            return Subscription(exchange.cancel)
        }
    }
}

/// Passes "there is room" on to an exchange that is made after the inlet that tells it.
///
/// Unchecked: confined to the loop, which calls `onRoom`.
private final class Valve: @unchecked Sendable {
    private var exchange: (any Exchange)?

    @Sendable func open() {
        exchange?.resume()
    }

    func connect(to exchange: any Exchange) {
        self.exchange = exchange
    }
}

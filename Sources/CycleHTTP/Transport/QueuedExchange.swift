/// An exchange that runs when its limiter has a place for it.
package protocol QueuedExchange: AnyObject {
    var receiver: ResponseReceiver { get }

    /// It has a place.
    func start()
}

extension QueuedExchange {
    /// - Parameter hasWaited: Whether it has waited for its transport already.
    /// - Returns: Whether it need not wait for others.
    package func enter(_ limiter: ExchangeLimiter<Self>, _ limits: HTTP.Limits, hasWaited: Bool = false) -> Bool {
        let place = limiter.enter(self, receiver.message.address.origin, limits)
        receiver.receive(.entered(place, hasWaited: hasWaited))
        if place == .running { start() }
        return place == .running
    }
}

extension ExchangeLimiter where Waiter: QueuedExchange {
    /// Lets the exchanges start that have waited for a place.
    package func startNext() {
        while let exchange = admit() {
            exchange.receiver.receive(.admitted)
            exchange.start()
        }
    }
}

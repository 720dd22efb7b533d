import Cycle

/// The subscriptions of wants that have reported something: cancelling one silences the reports that still wait.
extension Dictionary where Value == Subscription {
    /// The subscription of a want, made for its first report.
    package mutating func subscription(of want: Key) -> Subscription {
        if let subscription = self[want] { return subscription }
        let subscription = Subscription()
        self[want] = subscription
        return subscription
    }
}

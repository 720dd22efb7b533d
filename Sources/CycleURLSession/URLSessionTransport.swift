public import CycleHTTP

/// Requests over `URLSession`.
extension HTTP.Transport {
    /// Carries requests over `URLSession`, used in the way that it survives: one session for each loop, a delegate only,
    /// no time-outs, caches, cookies or redirects of its own, and cancelling only where its completion cannot happen at
    /// the same time.
    ///
    /// It tells nothing about connecting: a connection that does not come is timed out as an idle one.
    ///
    /// On Linux, where it is in the product `CycleURLSession`, it has limits of its own. Up to Swift 6.3 a server that
    /// breaks the rules of HTTP can end the process. A body cannot be held back, so that up to its limit of it may wait in
    /// memory. Certificates of one's own, and no proxy where the environment names one, are `unavailable`. Everywhere a
    /// stream is made whole before it is sent.
    public static var urlSession: HTTP.Transport {
        HTTP.Transport { options, limits in SessionExchanges(options, limits) }
    }
}

/// State that all sessions of the process share.
enum SessionEngine {
    /// Without it, reports wait on Linux for a thread of the pool of all tasks: they come as late as tasks that compute let them.
    private static let serialQueue = DispatchQueue(label: "Cycle URLSession")
    /// All sessions report on this queue, one after the other, so that state used on it alone needs no lock.
    static let queue = {
        let queue = OperationQueue()
        queue.underlyingQueue = serialQueue
        queue.maxConcurrentOperationCount = 1
        return queue
    }()
    private static let start = ContinuousClock.now
    /// Used on the queue only.
    nonisolated(unsafe) static let reports = ReportBuffer { start.duration(to: .now) }
    /// Used on the queue only.
    nonisolated(unsafe) static let limiter = ExchangeLimiter<SessionExchange>()

    static func admit() {
        limiter.startNext()
    }
}

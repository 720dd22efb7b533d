extension HTTP {
    /// Carries requests to servers. The driver keeps all policy on its loop and in its loop's time: time-outs,
    /// redirects, retries. A transport makes one exchange at a time, without any policy.
    public struct Transport: Sendable {
        /// Opens what the exchanges of one run of a loop have in common.
        package let open: @Sendable (TransportOptions, Limits) -> any Exchanges

        package init(_ open: @escaping @Sendable (TransportOptions, Limits) -> any Exchanges) {
            self.open = open
        }
    }
}

/// The exchanges of one run of a loop. May be called by any thread.
package protocol Exchanges: AnyObject, Sendable {
    /// Performs the commands in order. It reads all of them before it starts the first exchange.
    func perform(_ commands: [Exchange.Command])

    /// Ends all exchanges. No exchange starts afterwards; may be called again.
    ///
    /// - Parameter whenGone: Called once, by any thread, when threads and connections are gone that no other run needs.
    func close(_ whenGone: @escaping @Sendable () -> Void)

    /// Returns when a thread that has called `whenGone` as its last act is gone from the process.
    func waitForLeaving() async
}

extension Exchanges {
    package func waitForLeaving() async {}
}

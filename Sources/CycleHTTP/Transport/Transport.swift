extension HTTP {
    /// What carries requests to servers. The driver keeps all policy, on its loop and in its loop's time: time-outs,
    /// redirects, retries. A transport makes one exchange at a time, each without any of them.
    public struct Transport: Sendable {
        /// Opens what the exchanges of one run of a loop have in common.
        package let open: @Sendable (TransportOptions, Limits) -> any Exchanges

        package init(_ open: @escaping @Sendable (TransportOptions, Limits) -> any Exchanges) {
            self.open = open
        }
    }
}

/// The exchanges of one run of a loop. Any thread.
package protocol Exchanges: AnyObject, Sendable {
    /// Does what `commands` say, in order; none is started before all of them are known.
    func obey(_ commands: [ExchangeCommand])

    /// Ends all exchanges. None is started afterwards; may be called again.
    ///
    /// - Parameter whenGone: Called once, from any thread, when threads and connections are gone that no other run needs.
    func close(_ whenGone: @escaping @Sendable () -> Void)
}

/// What a loop asks of its exchanges.
package enum ExchangeCommand: Sendable {
    /// Starts one as soon as the limits let it. It reports what happens under its number, up to one `end` or `failed`.
    case start(HTTP.Order, number: Int, ReportPort)
    /// So many reports that take room have been taken: see ``ExchangeNews/takesRoom``.
    case taken(Int, number: Int)
    /// Ends it. It may still report for a moment; nobody listens.
    case cancel(number: Int)

    package var isStart: Bool {
        if case .start = self { true } else { false }
    }
}

/// Where the exchanges of a loop report: the way into that loop.
package final class ReportPort: Sendable {
    package let send: @Sendable ([Report]) -> Void

    package init(_ send: @escaping @Sendable ([Report]) -> Void) {
        self.send = send
    }
}

package struct Report: Sendable {
    package let number: Int
    package let news: ExchangeNews

    package init(number: Int, news: ExchangeNews) {
        self.number = number
        self.news = news
    }
}

/// What an exchange tells its loop.
package enum ExchangeNews: Sendable {
    /// The limits of the process do not let it start yet.
    case waiting
    /// Now they do. Not told where it did not have to wait.
    case begun
    case connected
    /// So many bytes of body have been sent, all in all. Not each is told, but the last is.
    case sent(byteCount: Int)
    case head(status: Int, HTTP.Headers)
    /// A piece of a streamed body.
    case piece([UInt8])
    /// So many bytes of the body have come, all in all. Not each is told.
    case received(byteCount: Int)
    /// The body has come; what is waited for now is the disk.
    case storing
    /// It is over. The body is empty where it was streamed or went to a file.
    case end(body: [UInt8], byteCount: Int)
    case failed(HTTP.Failure)

    /// Whether it counts against the bound of what may wait for the loop.
    package var takesRoom: Bool {
        switch self {
        case .sent, .piece, .received: true
        default: false
        }
    }
}

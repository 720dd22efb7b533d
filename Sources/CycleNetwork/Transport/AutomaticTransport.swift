import Foundation

/// The transport that survives hostile servers on the system at hand: `URLSession` on Apple's, libcurl elsewhere, unless
/// it is not installed.
public struct AutomaticTransport: Transport {
    public init() {}

    public func open(_ options: TransportOptions) -> any Connections {
        #if canImport(Darwin)
            URLSessionTransport().open(options)
        #else
            // `URLSession` ends the process on some replies there, swift-corelibs-foundation 5285.
            FirstUse { CurlTransport.isAvailable ? CurlTransport().open(options) : URLSessionTransport().open(options) }
        #endif
    }
}

extension Transport where Self == AutomaticTransport {
    public static var automatic: AutomaticTransport { AutomaticTransport() }
}

#if !canImport(Darwin)
    /// Connections that are opened with the first exchange: to load libcurl takes milliseconds, and many a program starts
    /// without a request.
    ///
    /// Unchecked: guarded by `lock`.
    private final class FirstUse: Connections, @unchecked Sendable {
        private let open: @Sendable () -> any Connections
        private let lock = NSLock()
        private var opened: (any Connections)?
        private var isClosed = false

        init(_ open: @escaping @Sendable () -> any Connections) {
            self.open = open
        }

        func exchange(_ order: Order, report: @escaping @Sendable (ExchangeEvent) -> Bool) -> any Exchange {
            let connections = lock.withLock {
                if let opened { return opened }
                let connections = open()
                if isClosed { connections.close {} }
                opened = connections
                return connections
            }
            return connections.exchange(order, report: report)
        }

        func close(_ whenGone: @escaping @Sendable () -> Void) {
            let connections = lock.withLock {
                isClosed = true
                return opened
            }
            if let connections { connections.close(whenGone) } else { whenGone() }
        }
    }
#endif

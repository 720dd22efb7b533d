import CCurl
import Foundation

/// Carries requests over the system's libcurl, found when the first request is made. A request fails as `unavailable`
/// where there is none.
///
/// All exchanges of a run share one thread, which sleeps while nothing happens on any connection.
public struct CurlTransport: Transport {
    public init() {}

    /// Whether this system has libcurl.
    public static var isAvailable: Bool { cycle_curl_load() }

    public func open(_ options: TransportOptions) -> any Connections {
        CurlConnections(options)
    }
}

extension Transport where Self == CurlTransport {
    public static var curl: CurlTransport { CurlTransport() }
}

/// The loops' end of a ``CurlThread``.
private final class CurlConnections: Connections {
    private let options: TransportOptions
    private let commands: CurlCommands

    init(_ options: TransportOptions) {
        self.options = options
        commands = CurlCommands(certificatesPath: options.certificatesPath)
    }

    deinit {
        commands.post(.close {})
    }

    func exchange(_ order: Order, report: @escaping @Sendable (ExchangeEvent) -> Bool) -> any Exchange {
        let exchange = CurlExchange(order, headerLimit: options.headerLimit, report, commands)
        guard CurlTransport.isAvailable else {
            _ = report(.failed(.unavailable))
            return exchange
        }
        commands.post(.start(exchange))
        return exchange
    }

    func close() async {
        await withUnsafeContinuation { continuation in
            commands.post(.close { continuation.resume() })
        }
    }
}

/// What loops ask the thread to do. The one place where they meet.
///
/// Unchecked: everything is guarded by `lock`. It is an `NSLock` because `Synchronization.Mutex` gives the thread
/// sanitizer false alarms; nothing is called while it is held, but for waking the thread.
final class CurlCommands: @unchecked Sendable {
    enum Command {
        case start(CurlExchange)
        case resume(CurlExchange)
        case cancel(CurlExchange)
        case close(_ whenDone: @Sendable () -> Void)
    }

    private let certificatesPath: String?
    private let lock = NSLock()
    private var waiting: [Command] = []
    private var multi: UnsafeMutableRawPointer?
    private var hasThread = false
    private var isClosed = false

    init(certificatesPath: String?) {
        self.certificatesPath = certificatesPath
    }

    /// Any thread. The first exchange starts the thread.
    func post(_ command: Command) {
        lock.lock()
        if case .close(let whenDone) = command, !hasThread || isClosed {
            lock.unlock()
            return whenDone()
        }
        guard !isClosed else { return lock.unlock() }
        if case .close = command { isClosed = true }
        waiting.append(command)
        let mustStart = !hasThread
        hasThread = true
        if waiting.count == 1, let multi { cycle_curl_wake(multi) }
        lock.unlock()
        if mustStart { start() }
    }

    /// The thread only.
    func takeAll() -> [Command] {
        lock.lock()
        defer { lock.unlock() }
        let taken = waiting
        waiting = []
        return taken
    }

    /// The thread only: makes posts wake it, or, without an argument, not any more.
    func wake(_ multi: UnsafeMutableRawPointer?) {
        lock.lock()
        self.multi = multi
        lock.unlock()
    }

    private func start() {
        let thread = Thread { [self] in CurlThread(self, CurlTrust(additionPath: certificatesPath)).run() }
        thread.name = "Cycle network"
        thread.start()
    }
}

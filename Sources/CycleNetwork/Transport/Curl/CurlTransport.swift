import CCurl
import Foundation

/// Carries requests over the system's libcurl, found when the first request is made. A request fails as `unavailable`
/// where there is none.
///
/// All exchanges of a run share one thread, which sleeps while nothing happens on any connection. It speaks HTTP/1.1, and
/// TLS 1.2 or later. What must not be sent twice gets a connection of its own; all else may reuse one, and is sent once
/// more on another when that turns out closed. A body that has neither a length nor chunks ends with its connection, and
/// nobody can tell whether that was its end.
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
        commands = CurlCommands(options)
    }

    deinit {
        commands.close {}
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

    func close(_ whenGone: @escaping @Sendable () -> Void) {
        commands.close(whenGone)
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

        var isStart: Bool {
            if case .start = self { true } else { false }
        }
    }

    private let options: TransportOptions
    private let lock = NSLock()
    private var waiting: [Command] = []
    private var multi: UnsafeMutableRawPointer?
    private var hasThread = false
    private var isClosed = false
    private var isGone = false
    private var whenGone: [@Sendable () -> Void] = []

    init(_ options: TransportOptions) {
        self.options = options
    }

    /// Any thread. The first exchange starts the thread.
    func post(_ command: Command) {
        lock.lock()
        let mustStart = !hasThread
        // Without a thread there is nothing to be cancelled.
        if isClosed || mustStart && !command.isStart { return lock.unlock() }
        waiting.append(command)
        hasThread = true
        if waiting.count == 1 { wake() }
        lock.unlock()
        if mustStart { start() }
    }

    /// Any thread. Ends the thread.
    func close(_ action: @escaping @Sendable () -> Void) {
        lock.lock()
        isClosed = true
        let isGone = isGone || !hasThread
        if !isGone { whenGone.append(action) }
        wake()
        lock.unlock()
        if isGone { action() }
    }

    /// The thread only.
    ///
    /// - Returns: `nil` when it is to end.
    func takeAll() -> [Command]? {
        lock.lock()
        defer { lock.unlock() }
        guard !isClosed else { return nil }
        let taken = waiting
        waiting = []
        return taken
    }

    /// The thread only: makes posts wake it, or, without an argument, not any more.
    func wake(by multi: UnsafeMutableRawPointer?) {
        lock.lock()
        self.multi = multi
        lock.unlock()
    }

    /// The thread only, last.
    func tellGone() {
        lock.lock()
        isClosed = true
        isGone = true
        waiting = []
        let actions = whenGone
        whenGone = []
        lock.unlock()
        for action in actions { action() }
    }

    /// The thread only, instead of all else, when it cannot begin. The next exchange starts another.
    ///
    /// - Returns: What it would have had to do.
    func giveUp() -> [Command] {
        lock.lock()
        let taken = waiting
        waiting = []
        hasThread = false
        let actions = whenGone
        whenGone = []
        lock.unlock()
        for action in actions { action() }
        return taken
    }

    /// Holding the lock, so that what is woken is still there.
    private func wake() {
        if let multi { cycle_curl_wake(multi) }
    }

    private func start() {
        Thread { [self] in CurlThread(self, options).run() }.start()
    }
}

import CCurl

/// Runs the exchanges. Confined to the thread that calls `run`.
final class CurlThread {
    private let commands: CurlCommands
    private let trust: CurlTrust
    private let proxy: Proxy
    private var live: [UnsafeMutableRawPointer: CurlExchange] = [:]

    init(_ commands: CurlCommands, _ options: TransportOptions) {
        self.commands = commands
        trust = CurlTrust(additionPath: options.certificatesPath)
        proxy = options.proxy
    }

    /// Returns after a `close`, or when it cannot begin.
    func run() {
        cycle_curl_begin_thread()
        if let multi = cycle_curl_multi_new() {
            commands.wake(by: multi)
            while let orders = commands.takeAll() {
                for order in orders { obey(order, multi) }
                cycle_curl_perform(multi)
                takeFinished(multi)
                cycle_curl_wait(multi)
            }
            commands.wake(by: nil)
            for exchange in Array(live.values) { end(exchange, multi) }
            cycle_curl_multi_free(multi)
            commands.tellGone()
        } else {
            for case .start(let exchange) in commands.giveUp() {
                exchange.fail(.other("no memory or no descriptor is left"))
            }
        }
    }

    private func obey(_ command: CurlCommands.Command, _ multi: UnsafeMutableRawPointer) {
        switch command {
        case .start(let exchange): start(exchange, multi)
        case .resume(let exchange): if !exchange.letGo() { stop(exchange, multi) }
        case .cancel(let exchange): end(exchange, multi)
        }
    }

    private func start(_ exchange: CurlExchange, _ multi: UnsafeMutableRawPointer) {
        guard let easy = exchange.begin(trust, proxy) else { return }
        live[easy] = exchange
        cycle_curl_add(multi, easy)
    }

    private func takeFinished(_ multi: UnsafeMutableRawPointer) {
        var code: Int32 = 0
        while let context = cycle_curl_finished(multi, &code) {
            let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
            exchange.finish(code: Int(code))
            end(exchange, multi)
        }
    }

    private func stop(_ exchange: CurlExchange, _ multi: UnsafeMutableRawPointer) {
        exchange.finish(code: 0)
        end(exchange, multi)
    }

    private func end(_ exchange: CurlExchange, _ multi: UnsafeMutableRawPointer) {
        guard let easy = exchange.easy else { return }
        cycle_curl_remove(multi, easy)
        live[easy] = nil
        exchange.release()
    }
}

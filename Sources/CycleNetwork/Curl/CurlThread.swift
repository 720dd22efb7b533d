import CCurl
import CycleDrivers

/// Runs the exchanges of all loops. Confined to the thread that calls `run`.
final class CurlThread {
    private let engine: CurlEngine
    private let reports: ReportBuffer
    private let limiter = ExchangeLimiter<CurlExchange>()
    private let easies = CurlEasies()
    private var lookups = Lookups()
    /// Exchanges whose host has no address yet, by the number of the lookup.
    private var connecting: [Int: CurlExchange] = [:]
    private var trusts: [String: CurlTrust] = [:]
    /// By loop and number.
    private var exchanges: [ObjectIdentifier: [Int: CurlExchange]] = [:]
    /// By what libcurl calls them.
    private var live: [UnsafeMutableRawPointer: CurlExchange] = [:]
    private var closed: [CurlEngine.Closing] = []
    /// Exchanges that have had their share of this round.
    private var yielding: [CurlExchange] = []
    /// Exchanges whose response is complete while libcurl still sends their request.
    private var finishingEarly: [CurlExchange] = []
    private(set) var round = 0
    /// It runs the transfers, while there is a thread.
    private var multi: UnsafeMutableRawPointer?
    /// How many connections are kept for later: as many as the most that a loop may have at a time.
    private var keptCount = 0

    init(_ engine: CurlEngine) {
        self.engine = engine
        let start = ContinuousClock.now
        reports = ReportBuffer { start.duration(to: .now) }
    }

    /// Returns when no loop needs it any more, or when it cannot begin.
    func run() {
        repeat {
            let failure = CurlThread.loadFailure
            engine.loaded()
            if let failure {
                refuse(failure)
            } else if let multi = cycle_curl_multi_new() {
                self.multi = multi
                serve(multi)
                self.multi = nil
                easies.removeAll()
                cycle_curl_multi_free(multi)
            } else {
                refuse(.exhausted(.descriptors))
            }
        } while !engine.leave()
        // The loops that are told wait for this thread from now on.
        tellGone()
    }

    private static var loadFailure: HTTP.Failure? {
        guard cycle_curl_leaves_descriptors(0) else { return .exhausted(.descriptors) }
        return switch cycle_curl_load() {
        case CYCLE_CURL_LOADED: nil
        case CYCLE_CURL_OLD: .unavailable("this system's libcurl is older than 7.68: install a newer one")
        default:
            .unavailable(
                "libcurl.so.4 is not on this system: install libcurl (libcurl4 on Debian and Ubuntu), or use "
                    + "CycleURLSession")
        }
    }

    /// The next exchange starts another thread.
    private func refuse(_ failure: HTTP.Failure) {
        let (batches, closings) = engine.takeAll()
        for batch in batches { batch.commands.report(.failed(failure)) }
        closed += closings
    }

    private func serve(_ multi: UnsafeMutableRawPointer) {
        keptCount = 0
        while true {
            round += 1
            takeCommands(multi)
            resumeYielding()
            cycle_curl_perform(multi)
            takeFinished(multi)
            let isLater = reports.flush()
            switch engine.rest(by: multi) {
            case .none: continue
            case .end: return
            // Only the last loop to go waits for the thread.
            case .sleep: tellGone()
            }
            let isAwake = cycle_curl_wait(multi, wait(isLater))
            engine.awake()
            if isLater, !isAwake { reports.flush(all: true) }
        }
    }

    /// For how many milliseconds there is nothing to do unless something happens; less than 0 for no limit.
    private func wait(_ isLater: Bool) -> Int32 {
        guard yielding.isEmpty else { return 0 }
        // Reports that are not urgent wait 5 ms for others.
        guard !isLater else { return 5 }
        let now = reports.now()
        return lookups.nextStart(after: now).map { Int32(($0 - now) / .milliseconds(1)) + 1 } ?? -1
    }

    private func resumeYielding() {
        let exchanges = yielding
        yielding = []
        for exchange in exchanges { exchange.resume() }
    }

    private func takeCommands(_ multi: UnsafeMutableRawPointer) {
        let (batches, closings) = engine.takeAll()
        var queued: [CurlExchange] = []
        for batch in batches {
            for command in batch.commands { perform(command, of: batch, &queued, multi) }
        }
        for closing in closings {
            for exchange in exchanges.removeValue(forKey: ObjectIdentifier(closing.exchanges))?.values ?? [:].values {
                exchange.receive(.cancelled)
            }
        }
        closed += closings
        admit()
        for exchange in queued { exchange.receiver.receive(.othersAdmitted) }
    }

    private func perform(
        _ command: Exchange.Command, of batch: CurlEngine.Batch, _ queued: inout [CurlExchange],
        _ multi: UnsafeMutableRawPointer
    ) {
        let loop = batch.exchanges
        switch command {
        case .start(let message, let number, let port):
            guard let exchange = makeExchange(message, number, port, loop) else { return }
            if loop.limits.total > keptCount {
                keptCount = loop.limits.total
                cycle_curl_keep(multi, keptCount)
            }
            exchanges[ObjectIdentifier(loop), default: [:]][number] = exchange
            if !exchange.enter(limiter, loop.limits, hasWaited: batch.hasWaited) { queued.append(exchange) }
        case .acknowledge(let count, let number):
            guard let exchange = exchanges[ObjectIdentifier(loop)]?[number] else { return }
            if exchange.receiver.acknowledge(count) { exchange.resume() }
        case .hold(let isHeld, let number):
            guard let exchange = exchanges[ObjectIdentifier(loop)]?[number] else { return }
            if exchange.receiver.hold(isHeld) { exchange.resume() }
        case .cancel(let number): exchanges[ObjectIdentifier(loop)]?[number]?.receive(.cancelled)
        }
    }

    private func makeExchange(
        _ message: HTTP.Message, _ number: Int, _ port: Exchange.Port, _ loop: CurlExchanges
    ) -> CurlExchange? {
        do throws(HTTP.Failure) {
            var download: (any BodyFile)?
            if case .file = message.delivery {
                download = try makeDownload(message, number, port) { [weak loop] in
                    loop?.perform([.acknowledge(0, number: number)])
                }
            }
            let receiver = ResponseReceiver(message.adding(download?.headers ?? []), number, port, reports, download)
            return CurlExchange(number, loop, self, receiver)
        } catch {
            reports.add(.failed(error), of: number, to: port)
            return nil
        }
    }

    private func admit() {
        // An exchange that fails at once makes room for another.
        while true {
            limiter.startNext()
            let started = lookups.start(at: reports.now())
            guard !started.isEmpty else { return }
            for number in started {
                let isRunning = lookups.isRunning(number)
                let exchange = isRunning ? connecting[number] : connecting.removeValue(forKey: number)
                exchange?.receive(.handedOver(isLookingUp: isRunning))
            }
        }
    }

    private func trust(_ options: HTTP.TransportOptions) throws(HTTP.Failure) -> CurlTrust? {
        guard let path = options.certificatesPath else { return nil }
        if let known = trusts[path] { return known }
        let trust = try CurlTrust(additionPath: path)
        trusts[path] = trust
        return trust
    }

    private func takeFinished(_ multi: UnsafeMutableRawPointer) {
        var code: Int32 = 0
        while let context = cycle_curl_finished(multi, &code) {
            Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue().finish(code: Int(code))
        }
        let exchanges = finishingEarly
        finishingEarly = []
        for exchange in exchanges { exchange.finish(code: 0) }
        for exchange in connecting.values { exchange.noteAddress() }
        admit()
    }

    // MARK: Called by exchanges

    func lookUp(_ exchange: CurlExchange) {
        let number = lookups.add(exchange.receiver.message.address.origin.host)
        connecting[number] = exchange
        exchange.receive(.admitted(lookup: number))
    }

    func letOthersFirst(_ exchange: CurlExchange) {
        yielding.append(exchange)
    }

    func finishEarly(_ exchange: CurlExchange) {
        finishingEarly.append(exchange)
    }

    func begin(_ exchange: CurlExchange) {
        guard let multi else { return }
        do throws(HTTP.Failure) {
            let easy = try easies.take(for: exchange.loop.options, trust(exchange.loop.options))
            live[easy.handle] = exchange
            try exchange.begin(easy)
            cycle_curl_add(multi, easy.handle)
        } catch {
            exchange.receive(.failed(error))
        }
    }

    func startAgain(_ exchange: CurlExchange) {
        guard let multi, let easy = exchange.easy else { return }
        cycle_curl_remove(multi, easy.handle)
        cycle_curl_set_long(easy.handle, Int32(CYCLE_CURL_FRESH_CONNECT), 1)
        cycle_curl_add(multi, easy.handle)
    }

    func endLookup(_ number: Int, _ isFound: Bool, _ isGivenUp: Bool) {
        lookups.end(number, isFound: isFound, isGivenUp: isGivenUp, at: reports.now())
        connecting[number] = nil
    }

    func leave(_ exchange: CurlExchange, _ place: QueuePlace) {
        limiter.leave(place, exchange.receiver.message.address.origin, exchange.loop.limits)
        let loop = ObjectIdentifier(exchange.loop)
        exchanges[loop]?[exchange.number] = nil
        if exchanges[loop]?.isEmpty == true { exchanges[loop] = nil }
    }

    /// Takes the handle of an exchange back, which libcurl may have.
    func release(_ easy: CurlEasy) {
        guard let multi else { return }
        cycle_curl_remove(multi, easy.handle)
        live[easy.handle] = nil
        easies.give(easy)
    }

    private func tellGone() {
        let all = closed
        closed = []
        for closing in all { DiskThread.shared.afterAll(closing.whenGone) }
    }
}

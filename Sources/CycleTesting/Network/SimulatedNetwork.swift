public import Cycle
public import CycleNetwork

/// The twin of the network: servers that are a function, in the time of a test, and a disk that is a dictionary.
///
///     let network = SimulatedNetwork(time) { message in .response(200, [:], ["42"], after: .seconds(1)) }
///     NetworkDriver<String>(transport: network, seed: 1)
///
/// The driver's policy is the real one; only the wire is replaced. It obeys the conformance tests of the real transports.
///
/// Unchecked: as `VirtualTime`, it belongs to the isolation of its test.
public final class SimulatedNetwork: @unchecked Sendable {
    /// A download that was cut and may be resumed.
    struct Part {
        var info: PartInfo
        var bytes: [UInt8]
    }

    let scheduler: any Scheduler
    let seed: UInt64
    private let faults: NetworkFaults
    private let answer: (HTTP.Message) -> SimulatedAnswer
    private var random: SplitMix
    /// As in a process, the limits count the exchanges of all drivers.
    let limiter = ExchangeLimiter<SimulatedExchange>()
    let reports: ReportBuffer
    var parts: [String: Part] = [:]
    /// All messages that were sent, the oldest first.
    public private(set) var messages: [HTTP.Message] = []
    /// Exchanges under way.
    public internal(set) var openCount = 0
    /// The files that requests upload, and those that downloads have written, by path.
    public var files: [String: [UInt8]] = [:]

    /// - Parameters:
    ///   - scheduler: The `VirtualTime` that the loop runs on.
    ///   - seed: Same seed, same faults.
    ///   - faults: The faults on the way.
    ///   - answer: The answer of the servers to a request.
    public init(
        _ scheduler: any Scheduler, seed: UInt64 = 0, faults: NetworkFaults = .none,
        answer: @escaping (HTTP.Message) -> SimulatedAnswer
    ) {
        self.scheduler = scheduler
        self.seed = seed
        self.faults = faults
        self.answer = answer
        random = SplitMix(seed: seed)
        reports = ReportBuffer { scheduler.now }
    }

    /// The transport to give to drivers.
    public var transport: HTTP.Transport {
        HTTP.Transport { options, limits in SimulatedExchanges(self, options, limits) }
    }

    func steps(for message: HTTP.Message) -> [SimulatedAnswer.Step] {
        messages.append(message)
        return faults.applied(to: answer(message), &random).steps
    }
}

extension NetworkDriver {
    /// A driver over simulated servers. As ``init(transport:limits:options:keepsCookies:retryBudget:seed:)``.
    public init(
        transport: SimulatedNetwork, limits: HTTP.Limits = .init(), options: HTTP.TransportOptions = .init(),
        keepsCookies: Bool = false, retryBudget: Int = 10, seed: UInt64? = nil
    ) {
        self.init(
            transport: transport.transport, limits: limits, options: options, keepsCookies: keepsCookies,
            retryBudget: retryBudget, seed: seed)
    }
}

/// The exchanges of one loop. Unchecked: as the network.
private final class SimulatedExchanges: Exchanges, @unchecked Sendable {
    private let network: SimulatedNetwork
    private let options: HTTP.TransportOptions
    private let limits: HTTP.Limits
    private var exchanges: [Int: SimulatedExchange] = [:]
    private var isClosed = false

    init(_ network: SimulatedNetwork, _ options: HTTP.TransportOptions, _ limits: HTTP.Limits) {
        self.network = network
        self.options = options
        self.limits = limits
    }

    func perform(_ commands: [Exchange.Command]) {
        guard !isClosed else { return }
        var waiting: [SimulatedExchange] = []
        for command in commands {
            switch command {
            case .start(let message, let number, let port):
                let exchange = SimulatedExchange(message, number, port, network, options, limits) { [unowned self] in
                    exchanges[number] = nil
                }
                exchanges[number] = exchange
                if !exchange.enter(network.limiter, limits) { waiting.append(exchange) }
            case .acknowledge(let count, let number): exchanges[number]?.acknowledge(count)
            case .hold(let isHeld, let number): exchanges[number]?.hold(isHeld)
            case .cancel(let number): exchanges[number]?.cancel()
            }
        }
        network.admit()
        for exchange in waiting { exchange.receiver.receive(.othersAdmitted) }
        network.reports.flush(all: true)
    }

    func close(_ whenGone: @escaping @Sendable () -> Void) {
        isClosed = true
        for exchange in exchanges.values { exchange.cancel() }
        exchanges = [:]
        network.admit()
        whenGone()
    }
}

extension SimulatedNetwork {
    /// Lets exchanges begin that have waited for a place.
    func admit() {
        limiter.startNext()
        reports.flush(all: true)
    }
}

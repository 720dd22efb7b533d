public import Cycle
public import CycleNetwork

/// The twin of the network: a transport whose servers are a function, in the time of a test.
///
///     let network = SimulatedNetwork(time) { order in .response(200, [:], ["42"], after: .seconds(1)) }
///     NetworkDriver<String>(transport: network, seed: 1)
///
/// The driver's policy is the real one; only the wire is replaced. It obeys the conformance tests of the real transports.
///
/// Unchecked: as `VirtualTime`, it belongs to the isolation of its test.
public final class SimulatedNetwork: Transport, @unchecked Sendable {
    private let scheduler: any Scheduler
    private let faults: NetworkFaults
    private let answer: (Order) -> SimulatedAnswer
    private var random: SplitMix
    /// What was sent, in order.
    public private(set) var orders: [Order] = []
    /// Exchanges under way.
    public private(set) var openCount = 0

    /// - Parameters:
    ///   - scheduler: The `VirtualTime` that the loop runs on.
    ///   - seed: Same seed, same faults.
    ///   - answer: What the servers do with a request.
    public init(
        _ scheduler: any Scheduler, seed: UInt64 = 0, faults: NetworkFaults = .none,
        answer: @escaping (Order) -> SimulatedAnswer
    ) {
        self.scheduler = scheduler
        self.faults = faults
        self.answer = answer
        random = SplitMix(seed: seed)
    }

    public func open(_ options: TransportOptions) -> any Connections {
        SimulatedConnections(self, options)
    }

    fileprivate func begin(
        _ order: Order, _ options: TransportOptions, _ report: @escaping @Sendable (ExchangeEvent) -> Bool
    ) -> SimulatedExchange {
        orders.append(order)
        openCount += 1
        let steps = faults.applied(to: answer(order), &random).steps
        let exchange = SimulatedExchange(order, options, steps, scheduler, report) { [unowned self] in openCount -= 1 }
        exchange.start()
        return exchange
    }
}

/// Unchecked: as the network.
private final class SimulatedConnections: Connections, @unchecked Sendable {
    private let network: SimulatedNetwork
    private let options: TransportOptions
    private var exchanges: [SimulatedExchange] = []

    init(_ network: SimulatedNetwork, _ options: TransportOptions) {
        self.network = network
        self.options = options
    }

    func exchange(_ order: Order, report: @escaping @Sendable (ExchangeEvent) -> Bool) -> any Exchange {
        exchanges.removeAll(where: \.isOver)
        let exchange = network.begin(order, options, report)
        exchanges.append(exchange)
        return exchange
    }

    func close(_ whenGone: @escaping @Sendable () -> Void) {
        for exchange in exchanges { exchange.cancel() }
        exchanges = []
        whenGone()
    }
}

/// Unchecked: as the network.
private final class SimulatedExchange: Exchange, @unchecked Sendable {
    private let order: Order
    private let options: TransportOptions
    private let scheduler: any Scheduler
    private let report: @Sendable (ExchangeEvent) -> Bool
    private let onEnd: () -> Void
    private var steps: ArraySlice<SimulatedAnswer.Step>
    /// What is left to be sent before anything is answered.
    private var upload: Upload?
    private var alarm: (any Alarm)?
    private var hasRoom = true
    private var isConnected = false
    private var isDue = false
    private var receivedByteCount = 0
    private(set) var isOver = false

    init(
        _ order: Order, _ options: TransportOptions, _ steps: [SimulatedAnswer.Step], _ scheduler: any Scheduler,
        _ report: @escaping @Sendable (ExchangeEvent) -> Bool, onEnd: @escaping () -> Void
    ) {
        self.order = order
        self.options = options
        self.steps = steps[...]
        self.scheduler = scheduler
        self.report = report
        self.onEnd = onEnd
    }

    func start() {
        alarm = scheduler.alarm { [weak self] in self?.ring() }
        do throws(HTTP.Failure) {
            upload = try Upload(order.body)
        } catch {
            steps = [.init(.failed(error))]
        }
        arm()
    }

    func resume() {
        hasRoom = true
        if isDue { arm() }
    }

    func cancel() {
        guard !isOver else { return }
        isOver = true
        alarm?.disarm()
        alarm = nil
        onEnd()
    }

    private func arm() {
        guard !isOver, isSending || !steps.isEmpty else { return }
        alarm?.arm(at: scheduler.now + (isDue || isSending ? .zero : steps.first?.after ?? .zero))
    }

    private func ring() {
        isDue = true
        guard hasRoom, !isOver else { return }
        if isSending {
            isDue = false
            sendPiece()
        } else if let step = steps.popFirst() {
            isDue = false
            send(checked(step.event))
        }
        arm()
    }

    /// Whether it is the time for the body: there is a connection, and the server has not answered.
    private var isSending: Bool {
        guard upload != nil else { return false }
        switch steps.first?.event {
        case .connected, .failed: return false
        case nil: return isConnected
        default: return true
        }
    }

    /// As much as the real transport reads at a time.
    private func sendPiece() {
        guard let upload else { return }
        do throws(HTTP.Failure) {
            let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 1)
            defer { piece.deallocate() }
            if try upload.read(into: piece) > 0 { return send(.sent(byteCount: upload.sentCount)) }
            self.upload = nil
        } catch {
            send(.failed(error))
        }
    }

    private func send(_ event: ExchangeEvent) {
        hasRoom = report(event)
        switch event {
        case .connected: isConnected = true
        case .end, .failed: cancel()
        default: break
        }
    }

    /// What a transport makes of it under the limits of its order.
    private func checked(_ event: ExchangeEvent) -> ExchangeEvent {
        switch event {
        case .head(_, let headers):
            let size = headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
            return size > options.headerLimit ? .failed(.tooLarge) : event
        case .body(let bytes):
            receivedByteCount += bytes.count
            return receivedByteCount > order.bodyLimit ? .failed(.tooLarge) : event
        default: return event
        }
    }
}

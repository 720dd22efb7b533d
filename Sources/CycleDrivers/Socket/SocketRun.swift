public import Cycle
import CycleBase

extension SocketDriver: Driver {
    /// Sockets of the system.
    ///
    /// - Parameter patience: How long a socket has to end. Below zero is zero.
    public init(patience: Duration = .seconds(2)) {
        self.init(patience: max(.zero, patience)) { SystemSockets() }
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        Signal { [patience, makeDevice] sink in
            let device = makeDevice()
            sink.settle(device.finished)
            let reports = Signal<SocketRun<ID>.Report> { reports in
                let run = SocketRun(SocketSession<ID>(patience: patience), device, patience, reports)
                let models = model.run(
                    inside: reports, finish: { run.receive(.modelsEnded) },
                    receive: { run.receive(.modelChanged($0)) })
                return Subscription([models, Subscription { run.stop() }])
            }
            return reports.emitting(\.event, while: \.want).run(inside: sink, receive: sink.send)
        }
    }
}

/// Feeds the session of one running driver what happens, and performs its actions. Confined to its loop.
final class SocketRun<ID: Hashable & Sendable> {
    typealias Report = (event: SocketDriver<ID>.Event, want: Subscription)

    private let device: any SocketDevice
    private let patience: Duration
    private let sink: Sink<Report>
    private let reports: FairReports<Report>
    private let shell: Shell<SocketSession<ID>>
    private lazy var alarm = DeadlineAlarm(in: sink) { [weak self] in self?.receive(.timePassed) }
    /// The sockets that have reported something: cancelling one silences what still waits.
    private var wants: [Int: Subscription] = [:]
    private lazy var sockets = HeardSockets(device, in: sink) { [unowned self] in take($0) }

    init(_ session: SocketSession<ID>, _ device: any SocketDevice, _ patience: Duration, _ sink: Sink<Report>) {
        shell = Shell(session)
        self.device = device
        self.patience = patience
        self.sink = sink
        reports = FairReports(sink)
        device.note { [weak self] in self.map { $0.shell.session.memory(at: $0.sink.now) } ?? 0 }
    }

    func receive(_ input: SocketSession<ID>.Input) {
        shell.receive(input, at: sink.now) { perform($0) }
        alarm.arm(for: shell.session.deadline)
    }

    func stop() {
        receive(.stopped)
        reports.drop()
    }

    private func perform(_ action: SocketSession<ID>.Action) {
        switch action {
        case .wake: sockets.wake()
        case .sleep: sockets.sleep()
        case .open(let place, let mode, let number): device.open(place, mode: mode, number)
        case .refuse(let connection): device.refuse(connection)
        case .write(let bytes, let number): device.write(bytes, number)
        case .send(let datagrams, let first, let number): device.send(datagrams, from: first, number)
        case .endOutput(let number): device.endOutput(number)
        case .close(let number): device.close(number)
        case .report(let event, let number): reports.send((event, wants.subscription(of: number)))
        case .offer(let connection): reports.afterTurns { [unowned self] in receive(.offered(connection)) }
        case .silence(let number): wants.removeValue(forKey: number)?.cancel()
        case .closeAll: sockets.close(within: patience)
        case .end: reports.end()
        }
    }

    private func take(_ event: SocketDeviceEvent) {
        receive(.device(event))
        reports.holdUp(device.hold)
    }
}

public import Cycle
import CycleBase
import CycleDrivers

extension ServerDriver: Driver {
    /// A server on the sockets of the system.
    public init(limits: ServerLimits = ServerLimits()) {
        self.init(limits: limits, SocketDriver<ID>().makeDevice)
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        Signal { [limits, makeDevice] sink in
            let device = makeDevice()
            sink.settle(device.finished)
            let reports = Signal<ServerRun<ID>.Report> { reports in
                let run = ServerRun(ServerSession<ID>(limits), device, reports)
                let models = model.run(
                    inside: reports, finish: { run.receive(.modelsEnded) },
                    receive: { run.receive(.modelChanged($0)) })
                return Subscription([models, Subscription { run.stop() }])
            }
            return reports.emitting(\.event, while: \.want).run(inside: sink, receive: sink.send)
        }
    }
}

/// Feeds the session of one running server what happens, and performs its actions. Confined to its loop.
final class ServerRun<ID: Hashable & Sendable> {
    typealias Report = (event: ServerDriver<ID>.Event, want: Subscription)

    private let device: any SocketDevice
    private let sink: Sink<Report>
    private let reports: FairReports<Report>
    private let shell: Shell<ServerSession<ID>>
    private lazy var alarm = DeadlineAlarm(in: sink) { [weak self] in self?.receive(.timePassed) }
    /// The listeners and responses that have reported something: cancelling one silences what still waits.
    private var wants: [ServerSession<ID>.Owner: Subscription] = [:]
    private lazy var sockets = HeardSockets(device, in: sink) { [unowned self] in take($0) }

    init(_ session: ServerSession<ID>, _ device: any SocketDevice, _ sink: Sink<Report>) {
        shell = Shell(session)
        self.device = device
        self.sink = sink
        reports = FairReports(sink)
        device.note { [weak self] in self.map { $0.shell.session.memory(at: $0.sink.now) } ?? 0 }
    }

    func receive(_ input: ServerSession<ID>.Input) {
        shell.receive(input, at: sink.now) { perform($0) }
        alarm.arm(for: shell.session.deadline)
    }

    func stop() {
        receive(.stopped)
        reports.drop()
    }

    private func perform(_ action: ServerSession<ID>.Action) {
        switch action {
        case .wake: sockets.wake()
        case .sleep: sockets.sleep()
        case .open(let place, let mode, let number): device.open(place, mode: mode, number)
        case .refuse(let connection): device.refuse(connection)
        case .write(let bytes, let number): device.write(bytes, number)
        case .endOutput(let number): device.endOutput(number)
        case .hold(let isHeld, let number): device.hold(isHeld, of: number)
        case .close(let number): device.close(number)
        case .report(let event, let owner): reports.send((event, wants.subscription(of: owner)))
        case .silence(let owner): wants.removeValue(forKey: owner)?.cancel()
        case .closeAll: sockets.close(within: shell.session.limits.patience)
        case .end: reports.end()
        }
    }

    private func take(_ event: SocketDeviceEvent) {
        receive(.device(event))
        reports.holdUp(device.hold)
    }
}

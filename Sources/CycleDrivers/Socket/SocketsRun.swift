import Cycle
import CycleBase

extension Signal {
    /// The events of a driver over sockets.
    ///
    /// - Parameters:
    ///   - makeDevice: Makes the device of a run.
    ///   - makeSession: Makes the session of a run.
    package static func events<Content: SocketsSession>(
        after model: Signal<Content.Model>, on makeDevice: @escaping @Sendable () -> any SocketDevice,
        by makeSession: @escaping @Sendable () -> Content
    ) -> Signal<Value> where Value == Content.Event {
        Signal { sink in
            let device = makeDevice()
            sink.settle(device.finished)
            let reports = Signal<SocketsRun<Content>.Report> { reports in
                let run = SocketsRun(makeSession(), device, reports)
                let models = model.run(
                    inside: reports, finish: { run.receive(.modelsEnded) },
                    receive: { run.receive(.modelChanged($0)) })
                return Subscription([models, Subscription { run.stop() }])
            }
            return reports.emitting({ $0.event }, while: { $0.want }).run(inside: sink, receive: sink.send)
        }
    }
}

/// Feeds the session of one running driver what happens, and performs its actions on a device. Confined to its loop.
private final class SocketsRun<Content: SocketsSession> {
    typealias Report = (event: Content.Event, want: Subscription)

    private let device: any SocketDevice
    private let sink: Sink<Report>
    private let loop: Loop
    private let reports: FairReports<Report>
    private let shell: Shell<Content>
    private lazy var alarm = DeadlineAlarm(in: sink) { [weak self] in self?.receive(.timePassed) }
    /// The parts of the model that have reported something: cancelling one silences what still waits.
    private var wants: [Content.Owner: Subscription] = [:]
    /// The events of the device, while it is awake.
    private var arrivals: Subscription?

    init(_ session: Content, _ device: any SocketDevice, _ sink: Sink<Report>) {
        shell = Shell(session)
        self.device = device
        self.sink = sink
        loop = sink.loop
        reports = FairReports(sink)
        device.note(
            memory: { [weak self] in self.map { $0.shell.session.memory(at: $0.sink.now) } ?? 0 },
            nextLimit: { [weak self] in self?.shell.session.nextLimit })
    }

    func receive(_ input: Content.Input) {
        shell.receive(input, at: loop.now) { perform($0) }
        alarm.arm(for: shell.session.deadline)
    }

    func stop() {
        receive(.stopped)
        reports.drop()
    }

    private func perform(_ action: Content.Action) {
        switch action {
        case .wake: wake()
        case .sleep:
            device.sleep()
            arrivals = nil
        case .open(let place, let mode, let isEncrypted, let number):
            device.open(place, mode: mode, isEncrypted: isEncrypted, number)
        case .refuse(let connection): device.refuse(connection)
        case .write(let bytes, let number): device.write(bytes, number)
        case .send(let datagrams, let first, let number): device.send(datagrams, from: first, number)
        case .endOutput(let number): device.endOutput(number)
        case .hold(let isHeld, let number): device.hold(isHeld, of: number)
        case .close(let number): device.close(number)
        case .report(let event, let owner): reports.send((event, wants.subscription(of: owner)))
        case .offer(let connection): reports.afterTurns { [unowned self] in receive(.offered(connection)) }
        case .silence(let owner): wants.removeValue(forKey: owner)?.cancel()
        case .closeAll:
            device.close(within: shell.session.patience)
            arrivals?.cancel()
            arrivals = nil
        case .end: reports.end()
        }
    }

    private func wake() {
        let events = Signal<SocketDeviceEvent> { [device] sink in
            device.wake { onRoom in sink.inlet(bound: 16, onRoom: onRoom) }
            return Subscription()
        }
        arrivals = events.run(inside: sink, finish: {}, receive: { [unowned self] in take($0) })
    }

    private func take(_ event: SocketDeviceEvent) {
        receive(.device(event))
        reports.holdUp(device.hold)
    }
}

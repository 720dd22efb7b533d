public import Cycle
import CycleBase

extension ProcessDriver: Driver {
    /// Programs as processes of the system.
    ///
    /// - Parameter patience: How long a program has to end, with what it has started, after `SIGTERM`, before they are killed. Below zero
    ///   is zero.
    @available(iOS, unavailable, message: "A program on iOS cannot start others")
    public init(patience: Duration = .seconds(2)) {
        self.init(patience: patience) { SystemProcesses() }
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        Signal { [patience, makeDevice] sink in
            let device = makeDevice()
            sink.settle(device.finished)
            let reports = Signal<ProcessRun<ID>.Report> { reports in
                let run = ProcessRun(ProcessSession<ID>(patience: patience), device, patience, reports)
                let models = model.run(
                    inside: reports, finish: { run.receive(.modelsEnded) },
                    receive: { run.receive(.modelChanged($0)) })
                return Subscription([models, Subscription { run.stop() }])
            }
            return reports.emitting({ $0.event }, while: { $0.want }).run(inside: sink, receive: sink.send)
        }
    }
}

/// Feeds the session of one running driver what happens, and performs its actions. Confined to its loop.
final class ProcessRun<ID: Hashable & Sendable> {
    typealias Report = (event: ProcessDriver<ID>.Event, want: Subscription)

    private let device: any ProcessDevice
    private let patience: Duration
    private let sink: Sink<Report>
    private let reports: FairReports<Report>
    private let shell: Shell<ProcessSession<ID>>
    private lazy var alarm = DeadlineAlarm(in: sink) { [weak self] in self?.receive(.timePassed) }
    /// The programs that have reported something: cancelling one silences what still waits.
    private var wants: [Int: Subscription] = [:]
    private var arrivals: [Int: Subscription] = [:]
    private var unanswered = UnansweredWants<Int>("programs")

    init(_ session: ProcessSession<ID>, _ device: any ProcessDevice, _ patience: Duration, _ sink: Sink<Report>) {
        shell = Shell(session)
        self.device = device
        self.patience = patience
        self.sink = sink
        reports = FairReports(sink)
        device.note(
            memory: { [weak self] in self.map { $0.shell.session.memory(at: $0.sink.now) } ?? 0 },
            nextLimit: { [weak self] in self?.shell.session.nextLimit })
    }

    func receive(_ input: ProcessSession<ID>.Input) {
        shell.receive(input, at: sink.now) { perform($0) }
        alarm.arm(for: shell.session.deadline)
    }

    func stop() {
        receive(.stopped)
        reports.drop()
    }

    private func perform(_ action: ProcessSession<ID>.Action) {
        switch action {
        case .start(let command, let number, let keepsInput, let terminal):
            start(command, number, keepsInput, terminal)
        case .write(let bytes, let number): device.write(bytes, number)
        case .endInput(let number): device.endInput(number)
        case .resize(let size, let number): device.resize(to: size, number)
        case .send(let signal, let number): device.send(signal, number)
        case .terminate(let number): device.terminate(number)
        case .kill(let number): device.kill(number)
        case .abandon(let number): device.abandon(number)
        case .report(let event, let number):
            assert(event.isStart || unanswered.arrived(for: number))
            reports.send((event, wants.subscription(of: number)))
        case .silence(let number):
            assert(unanswered.left(number, named: shell.session.name(of: number), at: sink.now))
            wants.removeValue(forKey: number)?.cancel()
        case .close: close()
        case .end: reports.end()
        }
    }

    private func start(
        _ command: ProcessCommand, _ number: Int, _ keepsInput: Bool, _ terminal: ConsoleDriver.Size?
    ) {
        let events = Signal<ProcessDeviceEvent> { [device] sink in
            // The thread reads while the loop takes its turns, and no further ahead.
            device.start(command, number, keepsInput: keepsInput, terminal: terminal) { onRoom in
                sink.inlet(bound: 4, onRoom: onRoom)
            }
            return Subscription()
        }
        arrivals[number] = events.run(
            inside: sink, finish: { self.arrivals[number] = nil }, receive: { self.take($0) })
    }

    private func take(_ event: ProcessDeviceEvent) {
        receive(.device(event))
        reports.holdUp(device.hold)
    }

    private func close() {
        device.close(within: patience)
        let open = arrivals.values
        arrivals = [:]
        for arrival in open { arrival.cancel() }
    }
}

extension ProcessDriver.Event {
    /// Each program has one, also one that is replaced at once.
    fileprivate var isStart: Bool { if case .started = self { true } else { false } }
}

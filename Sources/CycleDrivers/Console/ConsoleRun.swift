import Cycle
import CycleBase

/// Feeds the session of one console driver what happens, and performs its actions on the device. Confined to its loop.
package final class ConsoleRun {
    private typealias Deadline = ConsoleSession.Deadline

    private let device: any ConsoleDevice
    private let sink: Sink<ConsoleDriver.Event>
    private let reports: FairReports<ConsoleDriver.Event>
    private let inputPause: FairRoom
    private let shell: Shell<ConsoleSession>
    private var size: ConsoleDriver.Size?
    private var keyAlarm: (any Alarm)?
    private var suspensionAlarm: (any Alarm)?
    private var screenAlarm: (any Alarm)?
    private var reading: Subscription?
    private var writing: Subscription?
    private var program: Subscription?

    private init(
        _ device: any ConsoleDevice, _ abilities: TerminalAbilities, _ options: ConsoleOptions,
        _ sink: Sink<ConsoleDriver.Event>
    ) {
        self.device = device
        self.sink = sink
        reports = FairReports(sink)
        inputPause = FairRoom(device.onRoom)
        shell = Shell(ConsoleSession(device.ends, abilities, options))
        keyAlarm = sink.alarm { [unowned self] in receive(.timePassed(.key)) }
        suspensionAlarm = sink.alarm { [unowned self] in receive(.timePassed(.suspension)) }
        screenAlarm = sink.alarm { [unowned self] in receive(.timePassed(.screen)) }
    }

    package static func start(
        _ model: Signal<ConsoleDriver.Model>, on device: any ConsoleDevice, _ abilities: TerminalAbilities,
        _ options: ConsoleOptions, _ sink: Sink<ConsoleDriver.Event>
    ) -> Subscription {
        let run = ConsoleRun(device, abilities, options, sink)
        for failure in device.failures { run.reports.send(.failed(failure)) }
        let models = model.run(
            inside: sink, finish: { run.receive(.modelEnded) }, receive: { run.receive(.model($0)) })
        return Subscription {
            models.cancel()
            run.receive(.cancelled)
            run.reports.drop()
        }
    }

    private func receive(_ input: ConsoleSession.Input) {
        guard !shell.session.isOver else { return }
        noticeChanges()
        pass(input)
    }

    /// Passes on what the device has noticed since.
    private func noticeChanges() {
        if device.takeWasStopped() { pass(.processStopped) }
        guard device.ends.isOutputTerminal else { return }
        let size = device.size
        guard size != self.size else { return }
        self.size = size
        pass(.sized(size))
    }

    private func pass(_ input: ConsoleSession.Input) {
        shell.receive(input, at: sink.now) { perform($0) }
    }

    private func receive(_ event: ConsoleDeviceEvent) {
        guard !shell.session.isOver else { return }
        switch event {
        case .written:
            writing = nil
            noticeChanges()
            // The session may have handed over more since.
            return write([])
        case .outputFailed: writing = nil
        case .readerStopped: reading = nil
        case .bytes: device.inputTaken()
        case .programEnded, .programFailed:
            program = nil
            device.programHasEnded()
        case .failed, .ended, .resized, .resumed: break
        }
        receive(.device(event))
        // A paste of keys is passed on in portions: the rest of it stays in the terminal meanwhile.
        inputPause.hold(until: reports)
    }

    private func perform(_ action: ConsoleSession.Action) {
        switch action {
        case .prepareLeaving(let bytes, let isFull): device.prepareLeaving(bytes, isFull: isFull)
        case .write(let bytes): write(bytes)
        case .waitForOutput: pass(.device(device.finishWriting().map { .outputFailed($0) } ?? .written))
        case .setRaw(let isRaw): device.setRaw(isRaw)
        case .startReading: reading = events(bound: 16) { [device] in device.startReading(into: $0) }
        case .stopReading: device.stopReading()
        case .start(let wanted): program = events(bound: nil) { [device] in device.start(wanted, $0) }
        case .stopProgram: device.stopProgram()
        case .arm(let deadline, let time): alarm(deadline)?.arm(at: time)
        case .disarm(let deadline): alarm(deadline)?.disarm()
        case .report(let event): reports.send(event)
        case .suspendProcess: device.suspendProcess()
        case .interruptProcess: device.interruptProcess()
        case .awaitAnswers(let count): device.awaitAnswers(count)
        case .close: close()
        case .end: reports.end()
        }
    }

    private func write(_ bytes: [UInt8]) {
        do throws(ConsoleDriver.Failure) {
            if try device.write(bytes) { return pass(.device(.written)) }
            guard writing == nil, !shell.session.isOver else { return }
            writing = events(bound: nil) { [device] in device.finishWriting(into: $0) }
        } catch {
            pass(.device(.outputFailed(error)))
        }
    }

    private func alarm(_ deadline: Deadline) -> (any Alarm)? {
        switch deadline {
        case .key: keyAlarm
        case .suspension: suspensionAlarm
        case .screen: screenAlarm
        }
    }

    /// Receives each event that `start` leads to.
    private func events(bound: Int?, _ start: @escaping (Inlet<ConsoleDeviceEvent>) -> Void) -> Subscription {
        let inputPause = inputPause
        return Signal<ConsoleDeviceEvent> { sink in
            start(sink.inlet(bound: bound, onRoom: inputPause.come))
            return Subscription()
        }.run(inside: sink, finish: {}, receive: { [unowned self] in receive($0) })
    }

    private func close() {
        for alarm in [keyAlarm, suspensionAlarm, screenAlarm] { alarm?.disarm() }
        for part in [reading, writing, program] { part?.cancel() }
        sink.settle(device.close())
    }
}

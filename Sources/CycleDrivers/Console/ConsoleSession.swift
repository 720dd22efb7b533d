import Cycle

/// One run of a console driver: brings the terminal to what the model says, and turns what comes from it into events.
package final class ConsoleSession {
    private enum Reading {
        case idle, active, stopping, over
    }

    private let sink: Sink<ConsoleDriver.Event>
    private let device: any ConsoleDevice
    private let options: ConsoleOptions
    private let view: ConsoleView

    private var model = ConsoleDriver.Model()
    private var reading = Reading.idle
    private var keys = KeyDecoder()
    private var lines = LineDecoder()
    /// Came while nothing was to be read.
    private var unread: [UInt8] = []
    private var escapeAlarm: (any Alarm)?
    private var suspendAlarm: (any Alarm)?
    private var paceAlarm: (any Alarm)?
    private var pace: ScreenPace
    private var parts: [Subscription] = []
    /// Tells that the terminal has taken what was written.
    private var outputs: Subscription?
    /// The program that has the terminal.
    private var program: ConsoleDriver.Program?
    private var isProgramStarted = false
    private var wasInterrupted = false
    private var hasModelEnded = false
    private var isClosed = false

    private init(
        _ device: any ConsoleDevice, _ abilities: TerminalAbilities, _ options: ConsoleOptions,
        _ sink: Sink<ConsoleDriver.Event>
    ) {
        self.device = device
        self.options = options
        self.sink = sink
        pace = ScreenPace(interval: options.screenInterval)
        view = ConsoleView(device, abilities) { sink.send(.failed($0)) }
    }

    package static func run(
        _ model: Signal<ConsoleDriver.Model>, on device: any ConsoleDevice, _ abilities: TerminalAbilities,
        _ options: ConsoleOptions, _ sink: Sink<ConsoleDriver.Event>
    ) -> Subscription {
        let session = ConsoleSession(device, abilities, options, sink)
        session.escapeAlarm = sink.alarm { [unowned session] in session.escapeDelayPassed() }
        session.suspendAlarm = sink.alarm { [unowned session] in session.suspend() }
        session.paceAlarm = sink.alarm { [unowned session] in session.burstTaken() }
        for failure in device.failures { sink.send(.failed(failure)) }
        let models = model.run(inside: sink, finish: session.modelEnded, receive: session.render)
        return Subscription {
            models.cancel()
            session.close()
        }
    }

    // MARK: What should be

    private func render(_ model: ConsoleDriver.Model) {
        guard !isClosed else { return }
        let previous = self.model
        self.model = model
        defer { awaitOutput() }
        if model.program != previous.program { lend() }
        if previous.input == .lines, model.input == .keys { unread += lines.takeUnfinished() }
        guard program == nil else { return }
        // Before the screen is there: who sees it may type at once.
        device.setRaw(model.input == .keys && readsInput && device.isInputTerminal && reading != .over)
        view.show(model, isPostponed: pace.postpones(at: sink.now))
        if let size = view.takeNewSize() { sink.send(.resized(size)) }
        if let background = view.takeNewBackground() { sink.send(.background(background)) }
        reconcileReading()
    }

    /// Whether what comes is for this program.
    private var readsInput: Bool {
        model.input != .none && (model.readsPipes || view.isInteractive && device.isInputTerminal)
    }

    private func reconcileReading() {
        let isWanted = readsInput && program == nil
        switch reading {
        case .idle where isWanted:
            reading = .active
            decodeUnread()
            parts.append(inputs(bound: 16) { [device] in device.startReading(into: $0) })
        case .active where !isWanted:
            reading = .stopping
            device.stopReading()
        default: break
        }
    }

    private func awaitOutput() {
        guard view.isBusy, outputs == nil else { return }
        outputs = inputs(bound: nil) { [device] in device.finishWriting(into: $0) }
    }

    /// What `start` posts into an inlet arrives at ``receive(_:)``.
    private func inputs(bound: Int?, _ start: @escaping (Inlet<ConsoleInput>) -> Void) -> Subscription {
        let onRoom = device.onRoom
        return Signal<ConsoleInput> { sink in
            start(sink.inlet(bound: bound, onRoom: onRoom))
            return Subscription()
        }.run(inside: sink, finish: {}, receive: { [unowned self] in receive($0) })
    }

    // MARK: What happens

    private func receive(_ input: ConsoleInput) {
        guard !isClosed else { return }
        defer { awaitOutput() }
        switch input {
        case .bytes(let bytes):
            device.inputTaken()
            unread += bytes
            // The turns of its events come before the alarm.
            let count = decodeUnread()
            let now = sink.now
            if pace.begin(eventCount: count, at: now) { paceAlarm?.arm(at: now) }
        case .failed(let failure): sink.send(.failed(failure))
        case .ended: inputEnded()
        case .written, .outputFailed:
            outputs = nil
            if case .outputFailed(let failure) = input { view.outputFailed(failure) } else { view.outputWritten() }
            startProgram()
        case .stopped:
            parts = []
            reading = .idle
            if program == nil { reconcileReading() } else { startProgram() }
        case .resized:
            guard program == nil else { return }
            view.noticeResize()
            if let size = view.takeNewSize() { sink.send(.resized(size)) }
        case .resumed:
            guard program == nil else { return }
            view.update()
            sink.send(.resumed)
        case .programEnded(let status): programEnded(.programEnded(status))
        case .programFailed(let failure): programEnded(.failed(failure))
        }
    }

    /// - Returns: How many events it has brought.
    @discardableResult
    private func decodeUnread() -> Int {
        let bytes = unread
        var count = 0
        guard !bytes.isEmpty, model.input != .none else { return 0 }
        unread = []
        let send = { [self] event in
            count += 1
            emit(event)
        }
        if model.input == .lines {
            lines.decode(bytes, send)
        } else {
            keys.decode(bytes, send)
            if keys.isUndecided {
                escapeAlarm?.arm(at: sink.now.adding(options.escapeDelay))
            } else if keys.isUnfinished {
                escapeAlarm?.arm(at: sink.now.adding(options.replyDelay))
            } else {
                escapeAlarm?.disarm()
            }
        }
        return count
    }

    private func escapeDelayPassed() {
        if keys.isUndecided { keys.timeOut(emit) } else { keys.abandon() }
        if keys.isUnfinished { escapeAlarm?.arm(at: sink.now.adding(options.replyDelay)) }
    }

    private func burstTaken() {
        if let later = pace.end(at: sink.now) {
            paceAlarm?.arm(at: later)
        } else {
            view.update()
            awaitOutput()
        }
    }

    private func inputEnded() {
        escapeAlarm?.disarm()
        keys.finish(emit)
        lines.finish(emit)
        reading = .over
        device.setRaw(false)
        sink.send(.ended)
        // The reader that was to stop for it has ended instead.
        startProgram()
        endIfDone()
    }

    private func emit(_ event: ConsoleDriver.Event) {
        guard !isClosed else { return }
        if case .line = event, device.isInputTerminal { view.forget() }
        if case .background(let background) = event {
            view.noticeBackground(background)
            if let background = view.takeNewBackground() { sink.send(.background(background)) }
            return
        }
        guard device.isInputTerminal, model.input == .keys else { return sink.send(event) }
        switch event {
        case .key(.control("c")):
            if wasInterrupted, options.secondInterruptEnds {
                close()
                return device.interruptProcess()
            }
            wasInterrupted = true
            sink.send(.interrupted)
        case .key(.control("z")) where options.suspends:
            sink.send(.suspended)
            // The turn of the event comes first.
            suspendAlarm?.arm(at: sink.now)
        default:
            wasInterrupted = false
            sink.send(event)
        }
    }

    private func suspend() {
        device.suspendProcess()
    }

    // MARK: A program that has the terminal

    private func lend() {
        guard program == nil else { return device.stopProgram() }
        guard let wanted = model.program else { return }
        program = wanted
        view.leave()
        device.setRaw(false)
        reconcileReading()
        startProgram()
    }

    /// Once nobody else reads, and all is written.
    private func startProgram() {
        guard let program, !isProgramStarted, !view.isBusy, reading == .idle || reading == .over else { return }
        guard program == model.program else {
            self.program = nil
            return render(model)
        }
        isProgramStarted = true
        parts = [inputs(bound: nil) { [device] in device.start(program, $0) }]
    }

    private func programEnded(_ event: ConsoleDriver.Event) {
        let ended = program
        program = nil
        isProgramStarted = false
        device.programHasEnded()
        parts = []
        guard model.program == ended else {
            // Another is wanted since, or none; this one's end is nobody's any more.
            lend()
            return render(model)
        }
        sink.send(event)
        render(model)
    }

    // MARK: The end

    private func modelEnded() {
        hasModelEnded = true
        endIfDone()
    }

    private func endIfDone() {
        guard hasModelEnded, !readsInput || reading == .over else { return }
        close()
        sink.end()
    }

    private func close() {
        guard !isClosed else { return }
        isClosed = true
        escapeAlarm?.disarm()
        suspendAlarm?.disarm()
        paceAlarm?.disarm()
        for part in parts { part.cancel() }
        outputs?.cancel()
        view.leave()
        if reading == .active, !view.isBusy { device.awaitAnswers(view.questionCount) }
        device.setRaw(false)
        sink.settle(device.close())
    }
}

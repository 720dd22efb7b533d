import CycleBase

/// One run of a console driver, as a value: brings the terminal to what the model says, and turns what comes from the
/// terminal into events. ``ConsoleRun`` feeds it what happens, and performs its actions on a ``ConsoleDevice``.
///
///     ours --a program is wanted--> lending --reader stopped, all written--> lent --programEnded, programFailed--> ours
///     lending --no longer wanted--> ours
///     any of them --cancelled, or models and input have ended--> left
struct ConsoleSession: Session {
    private let options: ConsoleOptions
    private(set) var display: ConsoleDisplay
    private(set) var terminal = Terminal.ours
    private(set) var reading = Reading.idle
    private var typing = TypingDecoder()
    private var pace: ScreenPace
    private var model = ConsoleDriver.Model()
    private(set) var isRaw = false
    private(set) var keyDeadline: Duration?
    private var wasInterrupted = false
    private var hasModelEnded = false

    /// - Parameter ends: The ends of the console that are terminals.
    init(_ ends: ConsoleEnds, _ abilities: TerminalAbilities, _ options: ConsoleOptions) {
        self.options = options
        pace = ScreenPace(interval: options.screenInterval)
        display = ConsoleDisplay(ends, abilities)
    }

    var isOver: Bool { terminal == .left }

    mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        if !isOver {
            switch input {
            case .model(let model): render(model, now, &actions)
            case .modelEnded:
                hasModelEnded = true
                endIfDone(&actions)
            case .sized(let size): display.noticeSize(size)
            case .processStopped: display.noticeStop(into: &actions)
            case .device(let event): receive(event, now, &actions)
            case .timePassed(.key): decideKeys(now, &actions)
            case .timePassed(.suspension): actions.append(.suspendProcess)
            case .timePassed(.screen): endBurst(now, &actions)
            case .cancelled: close(&actions)
            }
        }
    }

    // MARK: The model

    private mutating func render(_ model: ConsoleDriver.Model, _ now: Duration, _ actions: inout [Action]) {
        let isProgramChanged = model.program != self.model.program
        let hadLines = self.model.input.isInLines
        if isProgramChanged, terminal == .ours, model.program != nil { display.leave(self.model, into: &actions) }
        self.model = model
        if isProgramChanged { changeProgram(now, &actions) }
        if hadLines, model.input == .keys { typing.readUnfinishedLineAsKeys() }
        show(now, &actions)
    }

    private mutating func show(_ now: Duration, _ actions: inout [Action]) {
        guard terminal == .ours else { return }
        // Before the screen appears: a user who sees the screen may type at once.
        setRaw(model.input == .keys && readsInput && display.ends.isInputTerminal && reading != .over, &actions)
        display.show(model, isPostponed: pace.postpones(at: now), into: &actions)
        reportTerminal(&actions)
        reconcileReading(now, &actions)
    }

    /// Reports the size and the background that the application does not know yet.
    private mutating func reportTerminal(_ actions: inout [Action]) {
        if let size = display.takeNewSize() { actions.append(.report(.resized(size))) }
        if let background = display.takeNewBackground(model) { actions.append(.report(.background(background))) }
    }

    private mutating func setRaw(_ isWanted: Bool, _ actions: inout [Action]) {
        guard isWanted != isRaw else { return }
        isRaw = isWanted
        actions.append(.setRaw(isWanted))
    }

    /// Whether the input is for this program.
    private var readsInput: Bool {
        model.input != .none && (model.readsPipes || display.isInteractive && display.ends.isInputTerminal)
    }

    private mutating func reconcileReading(_ now: Duration, _ actions: inout [Action]) {
        let isWanted = readsInput && terminal == .ours
        switch reading {
        case .idle:
            guard isWanted else { return }
            reading = .active
            decode(now, &actions)
            if !isOver { actions.append(.startReading) }
        case .active where isWanted:
            // A line without an end may have become keys.
            decode(now, &actions)
        case .active:
            reading = .stopping
            actions.append(.stopReading)
        case .stopping, .over: break
        }
    }

    // MARK: The device

    private mutating func receive(_ event: ConsoleDeviceEvent, _ now: Duration, _ actions: inout [Action]) {
        switch event {
        case .bytes(let bytes):
            typing.append(bytes)
            let count = decode(now, &actions)
            // The application processes these events before the alarm.
            if !isOver, pace.begin(eventCount: count, at: now) { actions.append(.arm(.screen, at: now)) }
        case .failed(let failure): actions.append(.report(.failed(failure)))
        case .ended: endInput(now, &actions)
        case .written:
            display.noticeWritten(model, isOurs: terminal == .ours, into: &actions)
            startProgram(now, &actions)
        case .outputFailed(let failure):
            if display.noticeFailure() { actions.append(.report(.failed(failure))) }
            startProgram(now, &actions)
        case .readerStopped:
            guard reading == .stopping else { return }
            reading = .idle
            reconcileReading(now, &actions)
            startProgram(now, &actions)
        case .resized:
            guard terminal == .ours else { return }
            display.noticeResize(model, into: &actions)
            reportTerminal(&actions)
        case .resumed:
            guard terminal == .ours else { return }
            display.redraw(model, into: &actions)
            actions.append(.report(.resumed))
            reportTerminal(&actions)
        case .programEnded(let status): endProgram(.programEnded(status), now, &actions)
        case .programFailed(let failure): endProgram(.failed(failure), now, &actions)
        }
    }

    // MARK: Keys and lines

    /// - Returns: The number of events.
    @discardableResult
    private mutating func decode(_ now: Duration, _ actions: inout [Action]) -> Int {
        let input = model.input
        guard input != .none, typing.hasUnread else { return 0 }
        let count = emitEvents(now, &actions) { $0.decode(input, $1) }
        if input == .keys, !isOver { setKeyDeadline(typing.delay(options), now, &actions) }
        return count
    }

    /// - Returns: The number of events.
    @discardableResult
    private mutating func emitEvents(
        _ now: Duration, _ actions: inout [Action],
        _ decode: (inout TypingDecoder, (ConsoleDriver.Event) -> Void) -> Void
    ) -> Int {
        var count = 0
        // The events change the session: the decoder is taken out during that.
        var typing = TypingDecoder()
        swap(&typing, &self.typing)
        decode(&typing) { event in
            count += 1
            emit(event, now, &actions)
        }
        swap(&typing, &self.typing)
        return count
    }

    private mutating func setKeyDeadline(_ delay: Duration?, _ now: Duration, _ actions: inout [Action]) {
        let deadline = delay.map { now.adding($0) }
        guard deadline != keyDeadline else { return }
        keyDeadline = deadline
        actions.append(deadline.map { .arm(.key, at: $0) } ?? .disarm(.key))
    }

    private mutating func decideKeys(_ now: Duration, _ actions: inout [Action]) {
        keyDeadline = nil
        emitEvents(now, &actions) { $0.decide($1) }
        if !isOver { setKeyDeadline(typing.delayOfReply(options), now, &actions) }
    }

    private mutating func endBurst(_ now: Duration, _ actions: inout [Action]) {
        if let later = pace.end(at: now) {
            actions.append(.arm(.screen, at: later))
        } else if terminal == .ours {
            display.update(model, into: &actions)
        }
    }

    private mutating func endInput(_ now: Duration, _ actions: inout [Action]) {
        guard reading != .over else { return }
        emitEvents(now, &actions) { $0.finish($1) }
        guard !isOver else { return }
        setKeyDeadline(nil, now, &actions)
        reading = .over
        setRaw(false, &actions)
        actions.append(.report(.ended))
        // A program may have waited for the reader to stop: the reader has ended instead.
        startProgram(now, &actions)
        endIfDone(&actions)
    }

    private mutating func emit(_ event: ConsoleDriver.Event, _ now: Duration, _ actions: inout [Action]) {
        guard !isOver else { return }
        switch event {
        case .background(let background):
            display.noticeBackground(background, model, isOurs: terminal == .ours, into: &actions)
            if let background = display.takeNewBackground(model) { actions.append(.report(.background(background))) }
        case .key(.control("c")) where isKeyboard:
            if wasInterrupted, options.secondInterruptEnds {
                close(&actions)
                return actions.append(.interruptProcess)
            }
            wasInterrupted = true
            actions.append(.report(.interrupted))
        case .key(.control("z")) where isKeyboard && options.suspends:
            actions.append(.report(.suspended))
            // The application processes the event first.
            actions.append(.arm(.suspension, at: now))
        case .key, .paste, .mouse, .focus:
            if isKeyboard { wasInterrupted = false }
            actions.append(.report(event))
        case .line:
            if display.ends.isInputTerminal { display.forget(into: &actions) }
            actions.append(.report(event))
        case .resized, .interrupted, .suspended, .resumed, .ended, .programEnded, .failed:
            actions.append(.report(event))
        }
    }

    /// Whether keys come from a terminal, where some concern the process itself.
    private var isKeyboard: Bool { display.ends.isInputTerminal && model.input == .keys }

    // MARK: A program that has the terminal

    /// The model wants another program, or none any more. The display has left the terminal.
    private mutating func changeProgram(_ now: Duration, _ actions: inout [Action]) {
        switch terminal {
        case .ours: if let wanted = model.program { lend(to: wanted, now, &actions) }
        case .lent: actions.append(.stopProgram)
        case .lending, .left: break
        }
    }

    private mutating func lend(to program: ConsoleDriver.Program, _ now: Duration, _ actions: inout [Action]) {
        setRaw(false, &actions)
        terminal = .lending(program)
        reconcileReading(now, &actions)
        startProgram(now, &actions)
    }

    /// Starts the program once reading has stopped and everything is written.
    private mutating func startProgram(_ now: Duration, _ actions: inout [Action]) {
        guard case .lending(let program) = terminal, display.output != .busy, reading == .idle || reading == .over
        else { return }
        guard program == model.program else { return takeBack(now, &actions) }
        terminal = .lent(program)
        actions.append(.start(program))
    }

    private mutating func endProgram(
        _ event: ConsoleDriver.Event, _ now: Duration, _ actions: inout [Action]
    ) {
        guard case .lent(let ended) = terminal else { return }
        guard model.program == ended else { return takeBack(now, &actions) }
        terminal = .ours
        actions.append(.report(event))
        show(now, &actions)
    }

    /// The model no longer wants the program that had the terminal: another one gets it, or the screen.
    private mutating func takeBack(_ now: Duration, _ actions: inout [Action]) {
        terminal = .ours
        if let wanted = model.program { lend(to: wanted, now, &actions) } else { show(now, &actions) }
    }

    // MARK: The end

    private mutating func endIfDone(_ actions: inout [Action]) {
        guard hasModelEnded, !readsInput || reading == .over else { return }
        close(&actions)
        actions.append(.end)
    }

    private mutating func close(_ actions: inout [Action]) {
        if terminal == .ours { display.leave(model, into: &actions) }
        if reading == .active, display.questionCount > 0 { actions.append(.awaitAnswers(display.questionCount)) }
        setRaw(false, &actions)
        (terminal, keyDeadline) = (.left, nil)
        actions.append(.close)
    }
}

import Cycle
import CycleDrivers

/// The terminal of a ``SimulatedConsole``, as its driver sees it.
///
/// Unchecked: `onRoom` has to be `Sendable`; the loop that calls it and the test are one isolation.
final class SimulatedDevice: ConsoleDevice, @unchecked Sendable {
    let ends: ConsoleEnds
    private(set) var terminal: SimulatedTerminal
    private(set) var output: SimulatedOutput
    private(set) var isRaw = false
    private(set) var suspensionCount = 0
    /// How often the loop waited for the terminal.
    private(set) var loopWaitCount = 0
    private(set) var isInterrupted = false
    var programEnding: (ConsoleDriver.Program) throws(ConsoleDriver.Failure) -> ConsoleDriver.Program.Status = { _ in
        .exited(0)
    }

    private let faults: SimulatedConsole.Faults?
    private var random: SplitMix
    private var typing = SimulatedTyping()
    private var leaving: [UInt8] = []
    private var wasStopped = false
    private var knownSize: ConsoleDriver.Size?
    /// The acts of the user while the process is stopped.
    var whileStopped: (() -> Void)?
    private var isStopped = false
    private var inlets: (reading: Inlet<ConsoleDeviceEvent>?, writing: Inlet<ConsoleDeviceEvent>?)

    init(
        _ terminal: SimulatedTerminal, isTerminal: Bool, isInputTerminal: Bool, _ faults: SimulatedConsole.Faults?
    ) {
        self.terminal = terminal
        self.faults = faults
        random = SplitMix(seed: faults?.seed ?? 0)
        output = SimulatedOutput(limit: faults?.outputLimit)
        ends = ConsoleEnds(isInputTerminal: isInputTerminal, isOutputTerminal: isTerminal)
    }

    var failures: [ConsoleDriver.Failure] { [] }

    /// As the real device: read from the terminal after the process has heard of a change, or was stopped.
    var size: ConsoleDriver.Size {
        let size = knownSize ?? .init(columns: terminal.columns, rows: terminal.rows)
        knownSize = size
        return size
    }

    // MARK: The person's side

    func type(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if let limit = faults?.inputLimit, typing.byteCount >= limit { return end() }
            if let storms = faults?.resizeStorms, Int.random(in: 0..<100, using: &random) < storms { resizeAtRandom() }
            var count = rest.count
            if faults?.cutsInput == true { count = .random(in: 1...min(4, rest.count), using: &random) }
            if let limit = faults?.inputLimit { count = min(count, limit - typing.byteCount) }
            typing.append(.bytes(Array(rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        pump()
    }

    func end(failing code: Int32? = nil) {
        guard !typing.hasEnded else { return }
        if let code { typing.append(.failed(.input(code: code))) }
        typing.append(.ended)
        pump()
    }

    func resize(columns: Int, rows: Int) {
        // 80 x 24, as the driver assumes when the size is unknown.
        let isKnown = columns > 0 && rows > 0
        terminal.resize(columns: isKnown ? columns : 80, rows: isKnown ? rows : 24)
        // The system tells the job in front.
        guard ends.isOutputTerminal, !isStopped else { return }
        knownSize = nil
        typing.append(.resized)
        pump()
    }

    private func resizeAtRandom() {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            resize(columns: .random(in: 4...120, using: &random), rows: .random(in: 2...40, using: &random))
        }
    }

    func closeOutput() {
        output.isClosed = true
    }

    /// Lets the terminal take nothing, as after Ctrl-S, or go on.
    func setOutputStopped(_ isStopped: Bool) {
        if isStopped { output.stop() } else { outputGoesOn() }
    }

    func change(background: ConsoleDriver.Background?) {
        terminal.take(background)
        takeAnswers()
    }

    // MARK: Input

    private func pump() {
        while let inlet = inlets.reading, let event = typing.next() {
            if case .bytes(let bytes) = event { echo(bytes) }
            if inlet.send(event) == .acceptedAndFull { typing.hasRoom = false }
            if event == .ended { stop(inlet) }
        }
    }

    /// A terminal shows what is typed unless keys are read.
    private func echo(_ bytes: [UInt8]) {
        guard ends.isInputTerminal, !isRaw else { return }
        terminal.write(bytes.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] })
    }

    private func stop(_ inlet: Inlet<ConsoleDeviceEvent>) {
        inlet.end()
        inlets.reading = nil
        if output.isStalled { outputGoesOn() }
    }

    var onRoom: @Sendable () -> Void {
        { [weak self] in
            self?.typing.hasRoom = true
            self?.pump()
        }
    }

    func startReading(into inlet: Inlet<ConsoleDeviceEvent>) {
        inlets.reading = inlet
        typing.hasRoom = true
        pump()
    }

    func stopReading() {
        guard let inlet = inlets.reading else { return }
        inlet.send(.readerStopped)
        stop(inlet)
    }

    func inputTaken() {
        typing.noticeProcessed()
        if output.noticeInput(isLast: !typing.isPending) { outputGoesOn() }
    }

    func setRaw(_ isRaw: Bool) {
        if ends.isInputTerminal { self.isRaw = isRaw }
    }

    // MARK: Output

    func write(_ bytes: [UInt8]) throws(ConsoleDriver.Failure) -> Bool {
        output.append(bytes)
        try stallAtRandom()
        // A closed output fails also while it is stopped.
        try take(upTo: output.isRunning ? .max : 0)
        return output.isEmpty
    }

    func finishWriting(into inlet: Inlet<ConsoleDeviceEvent>) {
        inlets.writing = inlet
        if output.isRunning { outputGoesOn() }
    }

    func finishWriting() -> ConsoleDriver.Failure? {
        loopWaitCount += 1
        return finish()
    }

    private func finish() -> ConsoleDriver.Failure? {
        do throws(ConsoleDriver.Failure) {
            try take()
            return nil
        } catch {
            return error
        }
    }

    private func take(upTo count: Int = .max) throws(ConsoleDriver.Failure) {
        show(try output.take(upTo: count))
    }

    private func show(_ bytes: [UInt8]) {
        if ends.isOutputTerminal { terminal.write(bytes) }
        takeAnswers()
    }

    /// The terminal's replies arrive as if they were typed.
    private func takeAnswers() {
        let answers = terminal.takeAnswers()
        guard !answers.isEmpty else { return }
        typing.append(replies: answers)
        pump()
    }

    /// The terminal takes a part, and then nothing until the loop has processed a few inputs.
    private func stallAtRandom() throws(ConsoleDriver.Failure) {
        guard let stalls = faults?.outputStalls, stalls > 0, output.isRunning, inlets.reading != nil, !output.isEmpty,
            typing.isPending, Int.random(in: 0..<100, using: &random) < stalls
        else { return }
        try take(upTo: .random(in: 0..<output.waitingCount, using: &random))
        output.stall(inputCount: .random(in: 1...8, using: &random))
    }

    private func outputGoesOn() {
        output.goOn()
        guard let inlet = inlets.writing else { return }
        inlets.writing = nil
        inlet.send(finish().map { .outputFailed($0) } ?? .written)
        inlet.end()
    }

    func prepareLeaving(_ bytes: [UInt8], isFull: Bool) {
        leaving = bytes
    }

    // MARK: Programs and the process

    func start(_ program: ConsoleDriver.Program, _ inlet: Inlet<ConsoleDeviceEvent>) {
        do throws(ConsoleDriver.Failure) {
            inlet.send(.programEnded(try programEnding(program)))
        } catch {
            inlet.send(.programFailed(error))
        }
        inlet.end()
    }

    func stopProgram() {}
    func programHasEnded() { knownSize = nil }

    func takeWasStopped() -> Bool {
        defer { wasStopped = false }
        return wasStopped
    }

    func suspendProcess() {
        suspensionCount += 1
        wasStopped = true
        if output.isStalled { outputGoesOn() }
        _ = finish()
        output.note(leaving)
        show(leaving)
        isStopped = true
        whileStopped?()
        isStopped = false
        knownSize = nil
        // The process continues at once, before it reads the keys that were typed during the stop.
        typing.prepend(.resumed)
        pump()
    }

    func interruptProcess() {
        isInterrupted = true
    }

    func close() -> @Sendable () async -> Void {
        if let inlet = inlets.reading { stop(inlet) }
        // A person lets the output go on in the end.
        _ = finish()
        inlets.writing = nil
        return {}
    }
}

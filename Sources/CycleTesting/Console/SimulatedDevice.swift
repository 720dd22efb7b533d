import Cycle
import CycleDrivers

/// The terminal of a ``SimulatedConsole``, as its driver sees it.
///
/// Unchecked: `onRoom` has to be `Sendable`; the loop that calls it and the test are one isolation.
final class SimulatedDevice: ConsoleDevice, @unchecked Sendable {
    private(set) var terminal: SimulatedTerminal
    private(set) var output: [UInt8] = []
    private(set) var isRaw = false
    private(set) var suspensionCount = 0
    private(set) var isInterrupted = false
    var isOutputClosed = false
    var programEnding: (ConsoleDriver.Program) throws(ConsoleDriver.Failure) -> ConsoleDriver.Program.Status = { _ in
        .exited(0)
    }

    let isInputTerminal: Bool
    let isOutputTerminal: Bool
    private let faults: SimulatedConsole.Faults?
    private var random: SplitMix
    private var typedCount = 0
    private var waiting: [ConsoleInput] = []
    private var inlet: Inlet<ConsoleInput>?
    private var hasRoom = true
    private var wasStopped = false
    /// How many more inputs come while the output stands still, by a fault.
    private var stalledInputs: Int?
    private var untakenInputs = 0
    private var untaken: [UInt8] = []
    private var leaving: [UInt8] = []
    private var outputInlet: Inlet<ConsoleInput>?
    /// How often the loop waited for the terminal.
    private(set) var loopWaitCount = 0
    private(set) var stallCount = 0

    init(
        _ terminal: SimulatedTerminal, isTerminal: Bool, isInputTerminal: Bool, _ faults: SimulatedConsole.Faults?
    ) {
        self.terminal = terminal
        self.faults = faults
        random = SplitMix(seed: faults?.seed ?? 0)
        self.isInputTerminal = isInputTerminal
        isOutputTerminal = isTerminal
    }

    var failures: [ConsoleDriver.Failure] { [] }
    var size: ConsoleDriver.Size { .init(columns: terminal.columns, rows: terminal.rows) }

    // MARK: The person's side

    func type(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if let limit = faults?.inputLimit, typedCount >= limit { return end() }
            if let storms = faults?.resizeStorms, Int.random(in: 0..<100, using: &random) < storms { resizeAtRandom() }
            var count = rest.count
            if faults?.cutsInput == true { count = .random(in: 1...min(4, rest.count), using: &random) }
            if let limit = faults?.inputLimit { count = min(count, limit - typedCount) }
            typedCount += count
            waiting.append(.bytes(Array(rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        pump()
    }

    func end(failing code: Int32? = nil) {
        guard waiting.last != .ended else { return }
        if let code { waiting.append(.failed(.input(code: code))) }
        waiting.append(.ended)
        pump()
    }

    func resize(columns: Int, rows: Int) {
        // As the system is taken that does not know.
        let isKnown = columns > 0 && rows > 0
        terminal.resize(columns: isKnown ? columns : 80, rows: isKnown ? rows : 24)
        guard isOutputTerminal else { return }
        waiting.append(.resized)
        pump()
    }

    /// Whether the terminal takes nothing, as after Ctrl-S, until it is told to go on.
    var isOutputStopped = false {
        didSet { if !isOutputStopped { outputGoesOn() } }
    }

    private func resizeAtRandom() {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            resize(columns: .random(in: 4...120, using: &random), rows: .random(in: 2...40, using: &random))
        }
    }

    private func pump() {
        guard let inlet else { return }
        while hasRoom, !waiting.isEmpty {
            let input = waiting.removeFirst()
            if case .bytes(let bytes) = input {
                echo(bytes)
                untakenInputs += 1
            }
            if inlet.send(input) == .acceptedAndFull { hasRoom = false }
            guard input == .ended else { continue }
            stop(inlet)
            return
        }
    }

    /// A terminal shows what is typed, until it is told that keys are read.
    private func echo(_ bytes: [UInt8]) {
        guard isInputTerminal, !isRaw else { return }
        terminal.write(bytes.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] })
    }

    private func stop(_ inlet: Inlet<ConsoleInput>) {
        inlet.end()
        self.inlet = nil
        endStall()
    }

    // MARK: The driver's side

    func write(_ bytes: [UInt8]) throws(ConsoleDriver.Failure) -> Bool {
        untaken += bytes
        stallAtRandom()
        if let failure = takeOutput(upTo: isOutputStopped ? 0 : untaken.count) { throw failure }
        return untaken.isEmpty
    }

    func finishWriting(into inlet: Inlet<ConsoleInput>) {
        outputInlet = inlet
        if !isOutputStopped { outputGoesOn() }
    }

    func finishWriting() -> ConsoleDriver.Failure? {
        loopWaitCount += 1
        return takeOutput(upTo: untaken.count)
    }

    private func takeOutput(upTo count: Int) -> ConsoleDriver.Failure? {
        let bytes = untaken.prefix(count)
        if isOutputClosed || output.count + bytes.count > faults?.outputLimit ?? .max {
            untaken = []
            return .outputClosed
        }
        untaken.removeFirst(count)
        show(bytes)
        return nil
    }

    private func show(_ bytes: ArraySlice<UInt8>) {
        output += bytes
        if isOutputTerminal { terminal.write(bytes) }
        takeAnswers()
    }

    func change(background: ConsoleDriver.Background?) {
        terminal.take(background)
        takeAnswers()
    }

    /// They come as if they were typed.
    private func takeAnswers() {
        let answers = terminal.takeAnswers()
        guard !answers.isEmpty else { return }
        waiting.append(.bytes(answers))
        pump()
    }

    /// The terminal takes some of it, and nothing more before a few inputs have come.
    private func stallAtRandom() {
        guard let stalls = faults?.outputStalls, stalls > 0, !isOutputStopped, inlet != nil, !untaken.isEmpty,
            untakenInputs > 0 || !waiting.isEmpty, Int.random(in: 0..<100, using: &random) < stalls
        else { return }
        _ = takeOutput(upTo: .random(in: 0..<untaken.count, using: &random))
        stalledInputs = .random(in: 1...8, using: &random)
        isOutputStopped = true
        stallCount += 1
    }

    private func endStall() {
        guard stalledInputs != nil else { return }
        stalledInputs = nil
        isOutputStopped = false
    }

    private func outputGoesOn() {
        guard let inlet = outputInlet else { return }
        outputInlet = nil
        inlet.send(takeOutput(upTo: untaken.count).map { .outputFailed($0) } ?? .written)
        inlet.end()
    }

    func setRaw(_ isRaw: Bool) {
        if isInputTerminal { self.isRaw = isRaw }
    }

    func prepareLeaving(_ bytes: [UInt8], isFull: Bool) {
        leaving = bytes
    }

    func takeWasStopped() -> Bool {
        defer { wasStopped = false }
        return wasStopped
    }

    var onRoom: @Sendable () -> Void {
        { [weak self] in
            self?.hasRoom = true
            self?.pump()
        }
    }

    func startReading(into inlet: Inlet<ConsoleInput>) {
        self.inlet = inlet
        hasRoom = true
        pump()
    }

    func inputTaken() {
        untakenInputs -= 1
        guard let left = stalledInputs else { return }
        stalledInputs = left - 1
        if left == 1 || untakenInputs == 0 && waiting.isEmpty { endStall() }
    }

    func stopReading() {
        guard let inlet else { return }
        inlet.send(.stopped)
        stop(inlet)
    }

    func start(_ program: ConsoleDriver.Program, _ inlet: Inlet<ConsoleInput>) {
        do throws(ConsoleDriver.Failure) {
            inlet.send(.programEnded(try programEnding(program)))
        } catch {
            inlet.send(.programFailed(error))
        }
        inlet.end()
    }

    func stopProgram() {}
    func programHasEnded() {}

    func suspendProcess() {
        suspensionCount += 1
        wasStopped = true
        endStall()
        _ = takeOutput(upTo: untaken.count)
        show(leaving[...])
        // At once, before what was typed meanwhile.
        waiting.insert(.resumed, at: 0)
        pump()
    }

    func interruptProcess() {
        isInterrupted = true
    }

    func close() -> @Sendable () async -> Void {
        if let inlet { stop(inlet) }
        // A person lets it go on in the end.
        _ = takeOutput(upTo: untaken.count)
        outputInlet = nil
        return {}
    }
}

import CycleDrivers

/// The output of a ``SimulatedDevice``: the bytes that the terminal has taken, and those that wait. A value.
struct SimulatedOutput {
    enum Flow: Equatable {
        case running
        /// As after Ctrl-S: nothing is taken until the test lets the output go on.
        case stopped
        /// By a fault: nothing is taken until the loop has processed so many more inputs.
        case stalled(inputCount: Int)
    }

    private(set) var flow = Flow.running
    private(set) var taken: [UInt8] = []
    private var waiting: [UInt8] = []
    /// After so many bytes the reader of the output leaves.
    private let limit: Int
    var isClosed = false
    private(set) var stallCount = 0

    init(limit: Int?) {
        self.limit = limit ?? .max
    }

    var isEmpty: Bool { waiting.isEmpty }
    var waitingCount: Int { waiting.count }
    var isRunning: Bool { flow == .running }

    mutating func append(_ bytes: [UInt8]) {
        waiting += bytes
    }

    /// Takes the first bytes that wait, by default all.
    mutating func take(upTo count: Int = .max) throws(ConsoleDriver.Failure) -> [UInt8] {
        let bytes = Array(waiting.prefix(count))
        if isClosed || taken.count + bytes.count > limit {
            waiting = []
            throw .outputClosed
        }
        waiting.removeFirst(bytes.count)
        taken += bytes
        return bytes
    }

    /// Adds bytes that the device writes by itself.
    mutating func note(_ bytes: [UInt8]) {
        taken += bytes
    }

    mutating func stop() {
        flow = .stopped
    }

    mutating func stall(inputCount: Int) {
        flow = .stalled(inputCount: inputCount)
        stallCount += 1
    }

    mutating func goOn() {
        flow = .running
    }

    /// The loop has processed an input.
    ///
    /// - Parameter isLast: Whether no other input can end a stall.
    /// - Returns: Whether a stall ends.
    mutating func noticeInput(isLast: Bool) -> Bool {
        guard case .stalled(let count) = flow else { return false }
        flow = .stalled(inputCount: count - 1)
        return count <= 1 || isLast
    }

    var isStalled: Bool { if case .stalled = flow { true } else { false } }
}

import CycleDrivers

/// The input of a ``SimulatedDevice``: what was typed and has not been read yet. A value.
struct SimulatedTyping {
    private var waiting: [ConsoleDeviceEvent] = []
    /// The pieces that were read and that the loop has not processed.
    private var unprocessedCount = 0
    private(set) var byteCount = 0
    /// Whether the loop takes more.
    var hasRoom = true

    var hasEnded: Bool { waiting.last == .ended }
    /// Whether the loop will process another piece of input.
    var isPending: Bool { unprocessedCount > 0 || !waiting.isEmpty }

    mutating func append(_ event: ConsoleDeviceEvent) {
        if case .bytes(let bytes) = event { byteCount += bytes.count }
        waiting.append(event)
    }

    /// Adds the terminal's replies, which no limit counts.
    mutating func append(replies: [UInt8]) {
        waiting.append(.bytes(replies))
    }

    /// Adds an event before everything that was typed.
    mutating func prepend(_ event: ConsoleDeviceEvent) {
        waiting.insert(event, at: 0)
    }

    /// The next event that can be read.
    mutating func next() -> ConsoleDeviceEvent? {
        guard hasRoom, !waiting.isEmpty else { return nil }
        let event = waiting.removeFirst()
        if case .bytes = event { unprocessedCount += 1 }
        return event
    }

    mutating func noticeProcessed() {
        unprocessedCount -= 1
    }
}

import Dispatch

/// What the requests of one running driver share. Confined to its loop.
final class RequestContext {
    let connections: any Connections
    let gate: Gate
    let options: TransportOptions
    let cookies: CookieJar?
    let budget: RetryBudget
    var random: SeededRandom
    /// Where bodies that go to files are written, one write at a time.
    let disk = DispatchQueue(label: "Cycle downloads")

    init(
        connections: any Connections, gate: Gate, options: TransportOptions, cookies: CookieJar?, budget: RetryBudget,
        random: SeededRandom
    ) {
        self.connections = connections
        self.gate = gate
        self.options = options
        self.cookies = cookies
        self.budget = budget
        self.random = random
    }

    /// Ends everything now: a driver may go long before its loop does.
    func close() {
        gate.isOpen = false
        connections.close {}
    }

    /// Waits until connections, threads and unfinished files are gone.
    var isGone: @Sendable () async -> Void {
        { [connections, disk] in
            // Not a continuation: the thread sanitizer takes one that is resumed before it waits for a race. And in a task
            // of its own, because a stream does not wait in one that is cancelled.
            let (end, continuation) = AsyncStream<Never>.makeStream()
            connections.close { disk.async { continuation.finish() } }
            await Task.detached { for await _ in end {} }.value
        }
    }
}

/// Keeps retries from multiplying the load of a server that is down already.
///
/// - Source: the retry budget of Finagle.
final class RetryBudget {
    private let maximum: Double
    private var balance: Double

    init(_ maximum: Int) {
        self.maximum = Double(maximum)
        balance = self.maximum
    }

    func deposit() {
        balance = min(maximum, balance + 0.2)
    }

    func withdraw() -> Bool {
        guard balance >= 1 else { return false }
        balance -= 1
        return true
    }
}

/// Numbers that depend on the seed alone.
///
/// - Source: SplitMix64 of Steele, Lea and Flood.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

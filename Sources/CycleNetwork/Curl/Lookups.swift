/// Decides when the lookups of host names start. libcurl needs a thread for each, until the resolver has answered.
///
/// Four run at a time while the resolver is quick. A lookup that takes longer than a fifth of a second makes
/// room for two others, so that a healthy name comes soon behind any number of dead ones. Requests for one name wait
/// for one lookup.
struct Lookups {
    private struct Running {
        let host: String
        let start: Duration
        /// Whether the exchange has gone. The resolver's answer, and so the end of its thread, is not known then.
        var isGivenUp = false
    }

    private static let quickLimit = 4
    private static let limit = 256
    private static let patience = Duration.milliseconds(200)
    /// How long a resolver may hold a thread: three tries of five seconds at two servers.
    private static let longestLookup = Duration.seconds(30)
    /// libcurl remembers an address for a minute.
    private static let validity = Duration.seconds(50)
    private static let nameLimit = 1_000

    /// Hosts whose addresses libcurl remembers, each with the time until which that is certain.
    private var known: [String: Duration] = [:]
    private var running: [Int: Running] = [:]
    private var waiting: [(number: Int, host: String)] = []
    private var newestNumber = 0

    /// One more exchange is to be connected.
    ///
    /// - Returns: The number of its lookup.
    mutating func add(_ host: String) -> Int {
        newestNumber += 1
        waiting.append((newestNumber, host))
        return newestNumber
    }

    /// Whether a lookup goes on for an exchange that was started.
    func isRunning(_ number: Int) -> Bool { running[number] != nil }

    /// An exchange has been connected, or is over.
    ///
    /// - Parameters:
    ///   - isFound: Whether the host has an address.
    ///   - isGivenUp: Whether the exchange was over before the resolver had answered.
    mutating func end(_ number: Int, isFound: Bool, isGivenUp: Bool = false, at now: Duration) {
        guard let lookup = running[number] else { return waiting.removeAll { $0.number == number } }
        if isGivenUp { running[number]?.isGivenUp = true } else { running[number] = nil }
        guard isFound else { return }
        if known.count >= Self.nameLimit { known = [:] }
        known[lookup.host] = now + Self.validity
    }

    /// The exchanges that may be connected now, in the order in which they came.
    mutating func start(at now: Duration) -> [Int] {
        guard !waiting.isEmpty else { return [] }
        running = running.filter { !$0.value.isGivenUp || now - $0.value.start < Self.longestLookup }
        let slowCount = running.values.count { now - $0.start >= Self.patience }
        let limit = min(slowCount * 2 + Self.quickLimit, Self.limit)
        var hosts = Set(running.values.lazy.filter { !$0.isGivenUp }.map(\.host))
        var started: [Int] = []
        var left: [(number: Int, host: String)] = []
        for (number, host) in waiting {
            if needsLookup(host, at: now) {
                guard !hosts.contains(host), running.count < limit else {
                    left.append((number, host))
                    continue
                }
                running[number] = Running(host: host, start: now)
                hosts.insert(host)
            }
            started.append(number)
        }
        waiting = left
        assert(running.count <= Self.limit)
        return started
    }

    /// When ``start(at:)`` may start more, although no lookup has ended.
    func nextStart(after now: Duration) -> Duration? {
        guard !waiting.isEmpty else { return nil }
        return running.values.flatMap { lookup in
            [lookup.start + Self.patience] + (lookup.isGivenUp ? [lookup.start + Self.longestLookup] : [])
        }.filter { $0 > now }.min()
    }

    private func needsLookup(_ host: String, at now: Duration) -> Bool {
        let isAddress = host.hasPrefix("[") || host.utf8.allSatisfy("0123456789.".utf8.contains)
        guard !isAddress, host != "localhost" else { return false }
        return known[host].map { $0 <= now } ?? true
    }
}

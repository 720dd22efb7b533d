/// Keeps the lookups of host names few: libcurl starts a thread for each.
///
/// Confined to the thread of libcurl.
final class Lookups {
    private static let limit = 4
    /// libcurl remembers what it has found for a minute.
    private static let validity = Duration.seconds(50)
    private static let nameLimit = 1_000

    private let now: () -> Duration
    private var known: [String: Duration] = [:]
    private var running: [CurlExchange] = []
    private var waiting: [CurlExchange] = []

    init(now: @escaping () -> Duration) {
        self.now = now
    }

    /// Whether it may start now; if not, ``next()`` says when.
    func mayStart(_ exchange: CurlExchange) -> Bool {
        guard isNeeded(for: exchange.order.address.origin.host) else { return true }
        guard running.count < Lookups.limit else {
            waiting.append(exchange)
            return false
        }
        running.append(exchange)
        return true
    }

    /// After every round: those that may start because others are done.
    func next() -> [CurlExchange] {
        guard !running.isEmpty else { return [] }
        running.removeAll { exchange in
            if exchange.hasAddress { remember(exchange.order.address.origin.host) }
            return exchange.hasAddress || exchange.easy == nil
        }
        guard !waiting.isEmpty, running.count < Lookups.limit else { return [] }
        let candidates = waiting
        waiting = []
        return candidates.filter { !$0.incoming.isOver && mayStart($0) }
    }

    private func remember(_ host: String) {
        if known.count >= Lookups.nameLimit { known = [:] }
        known[host] = now() + Lookups.validity
    }

    private func isNeeded(for host: String) -> Bool {
        guard !host.hasPrefix("["), host != "localhost", host.utf8.contains(where: { !Lookups.isOfNumber($0) }) else {
            return false
        }
        return known[host].map { $0 <= now() } ?? true
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// The place of an exchange at its limiter, which it gives back once.
package enum QueuePlace: Hashable, Sendable {
    /// The exchange waits for others, under that number.
    case queued(Int)
    case running
}

/// Limits how many exchanges run at a time, in all and to one host. The others wait; the first to come is the first to run.
///
/// Confined to the thread of its transport.
package final class ExchangeLimiter<Waiter: AnyObject> {
    /// Waiters with the same host and limits form one queue.
    private struct Line: Hashable {
        let host: HTTP.Address.Origin
        let limits: HTTP.Limits
    }

    private var runningCount = 0
    private var runningByHost: [HTTP.Address.Origin: Int] = [:]
    /// In order of arrival. Any waiter but the first of a line may have given up.
    private var lines: [Line: ArraySlice<(number: Int, waiter: Waiter)>] = [:]
    private var abandoned: Set<Int> = []
    private var newest = 0

    package init() {}

    /// - Returns: The place for ``leave(_:_:_:)``.
    package func enter(_ waiter: Waiter, _ host: HTTP.Address.Origin, _ limits: HTTP.Limits) -> QueuePlace {
        let line = Line(host: host, limits: limits)
        if lines.isEmpty, hasRoom(for: line) {
            count(host)
            return .running
        }
        newest += 1
        lines[line, default: []].append((newest, waiter))
        return .queued(newest)
    }

    /// An exchange is over, or waits no longer. Another may run then: call ``admit()``.
    package func leave(_ place: QueuePlace, _ host: HTTP.Address.Origin, _ limits: HTTP.Limits) {
        switch place {
        case .queued(let number):
            abandoned.insert(number)
            dropAbandoned(Line(host: host, limits: limits))
        case .running:
            runningCount -= 1
            let count = (runningByHost[host] ?? 1) - 1
            runningByHost[host] = count == 0 ? nil : count
        }
    }

    /// The next waiter that may run now; call it until it returns `nil`.
    package func admit() -> Waiter? {
        guard !lines.isEmpty else { return nil }
        var oldest: (number: Int, line: Line)?
        for (line, waiting) in lines where hasRoom(for: line) {
            guard let first = waiting.first, first.number < oldest?.number ?? .max else { continue }
            oldest = (first.number, line)
        }
        guard let line = oldest?.line, let waiter = lines[line]?.popFirst()?.waiter else { return nil }
        dropAbandoned(line)
        count(line.host)
        return waiter
    }

    private func hasRoom(for line: Line) -> Bool {
        runningCount < max(1, line.limits.total)
            && runningByHost[line.host, default: 0] < max(1, line.limits.perHost)
    }

    private func count(_ host: HTTP.Address.Origin) {
        runningCount += 1
        runningByHost[host, default: 0] += 1
    }

    /// Removes abandoned numbers from the front of a line, so that its first waiter is one that still waits.
    private func dropAbandoned(_ line: Line) {
        guard var waiting = lines.removeValue(forKey: line) else { return }
        while let first = waiting.first, abandoned.remove(first.number) != nil { waiting.removeFirst() }
        if !waiting.isEmpty { lines[line] = waiting }
    }
}

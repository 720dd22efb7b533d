import Cycle

/// Lets so many requests at a time pass, in all and to one host; the others wait, first come, first served.
///
/// Confined to its loop.
final class Gate {
    private let limits: ConcurrencyLimits
    private var insideCount = 0
    private var insideByHost: [String: Int] = [:]
    private var waiting: [Int: (host: String, enter: () -> Void)] = [:]
    /// The numbers of those that wait for each host, oldest first; all but the first may have gone away.
    private var lines: [String: ArraySlice<Int>] = [:]
    private var newest = 0
    private var isAdmitting = false
    var isOpen = true

    init(_ limits: ConcurrencyLimits) {
        self.limits = limits
    }

    /// Calls `enter` as soon as there is room, maybe at once.
    ///
    /// - Returns: Leaves again, or gives up waiting.
    func pass(_ host: String, enter: @escaping () -> Void) -> Subscription {
        newest += 1
        let number = newest
        waiting[number] = (host, enter)
        lines[host, default: []].append(number)
        admit()
        return Subscription { [self] in
            if waiting.removeValue(forKey: number) == nil { leave(host) } else { tidy(host) }
        }
    }

    func whileClosed(_ change: () -> Void) {
        isOpen = false
        change()
        isOpen = true
        admit()
    }

    private func leave(_ host: String) {
        insideCount -= 1
        let count = (insideByHost[host] ?? 1) - 1
        insideByHost[host] = count == 0 ? nil : count
        admit()
    }

    private func admit() {
        guard isOpen, !isAdmitting else { return }
        isAdmitting = true
        while insideCount < limits.total, let (number, host) = oldestThatMayPass() {
            guard let (_, enter) = waiting.removeValue(forKey: number) else { break }
            tidy(host)
            insideCount += 1
            insideByHost[host, default: 0] += 1
            enter()
        }
        isAdmitting = false
    }

    /// Takes the oldest number out of the lines whose host has room.
    private func oldestThatMayPass() -> (Int, host: String)? {
        var oldest: (number: Int, host: String)?
        for (host, line) in lines where insideByHost[host, default: 0] < limits.perHost {
            guard let first = line.first, first < oldest?.number ?? .max else { continue }
            oldest = (first, host)
        }
        return oldest.map { ($0.number, $0.host) }
    }

    /// Keeps the first of a line one that waits.
    private func tidy(_ host: String) {
        guard var line = lines.removeValue(forKey: host) else { return }
        while let first = line.first, waiting[first] == nil { line.removeFirst() }
        if !line.isEmpty { lines[host] = line }
    }
}

/// Lets so many exchanges at a time pass, in all and to one host; the others wait, first come, first served.
///
/// Confined to the thread of its transport.
package final class Gate<Waiter: AnyObject> {
    /// Those that wait for the same thing.
    private struct Line: Hashable {
        let host: HTTP.Address.Origin
        let limits: HTTP.Limits
    }

    private var insideCount = 0
    private var insideByHost: [HTTP.Address.Origin: Int] = [:]
    /// By the order of their coming; all but the first may have gone away.
    private var lines: [Line: ArraySlice<(number: Int, waiter: Waiter)>] = [:]
    private var gone: Set<Int> = []
    private var newest = 0

    package init() {}

    /// - Returns: A number to give up waiting with; `nil`: it has passed.
    package func enter(_ waiter: Waiter, _ host: HTTP.Address.Origin, _ limits: HTTP.Limits) -> Int? {
        let line = Line(host: host, limits: limits)
        if lines.isEmpty, hasRoom(for: line) {
            count(host)
            return nil
        }
        newest += 1
        lines[line, default: []].append((newest, waiter))
        return newest
    }

    /// One that passed is over. Another may pass then: call ``admit()``.
    package func leave(_ host: HTTP.Address.Origin) {
        insideCount -= 1
        let count = (insideByHost[host] ?? 1) - 1
        insideByHost[host] = count == 0 ? nil : count
    }

    /// One that waits gives up.
    package func giveUp(_ number: Int, _ host: HTTP.Address.Origin, _ limits: HTTP.Limits) {
        gone.insert(number)
        tidy(Line(host: host, limits: limits))
    }

    /// Whoever may pass now, one after the other.
    package func admit() -> Waiter? {
        guard !lines.isEmpty else { return nil }
        var oldest: (number: Int, line: Line)?
        for (line, waiting) in lines where hasRoom(for: line) {
            guard let first = waiting.first, first.number < oldest?.number ?? .max else { continue }
            oldest = (first.number, line)
        }
        guard let line = oldest?.line, let waiter = lines[line]?.popFirst()?.waiter else { return nil }
        tidy(line)
        count(line.host)
        return waiter
    }

    private func hasRoom(for line: Line) -> Bool {
        insideCount < max(1, line.limits.total) && insideByHost[line.host, default: 0] < max(1, line.limits.perHost)
    }

    private func count(_ host: HTTP.Address.Origin) {
        insideCount += 1
        insideByHost[host, default: 0] += 1
    }

    /// Keeps the first of a line one that waits.
    private func tidy(_ line: Line) {
        guard var waiting = lines.removeValue(forKey: line) else { return }
        while let first = waiting.first, gone.remove(first.number) != nil { waiting.removeFirst() }
        if !waiting.isEmpty { lines[line] = waiting }
    }
}

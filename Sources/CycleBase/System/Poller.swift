/// Something that a ``Poller`` waits for. Confined to the poller's thread.
package protocol Pollable: AnyObject {
    /// Appends the descriptors that it waits for now. Asked before each sleep.
    func appendRequests(to requests: inout [pollfd])
    /// The time that it waits for, by the monotonic clock.
    var deadline: Duration? { get }
    /// Looks at its descriptors, at the time, and at what orders have changed.
    ///
    /// - Parameter answers: To the requests that it appended; empty if it was added after the last sleep.
    /// - Returns: Whether it goes on.
    func look(_ answers: ArraySlice<pollfd>, at now: Duration) -> Bool
}

/// One thread that waits for all descriptors of those that share it, and sleeps while nothing is to do.
///
/// Other threads change nothing directly: they leave orders, which the thread carries out in their order.
package final class Poller: Sendable {
    private struct Order {
        /// Whether it may take a moment, so that the descriptors are looked at before the next one.
        let isSlow: Bool
        let act: @Sendable () -> Void
    }

    private struct State {
        var orders: [Order] = []
        var isEnding = false
        /// Whether the thread has found nothing to do, and an order has to wake it.
        var isAsleep = false
        var thread: SystemThread?
    }

    private let wake: WakePipe
    private let members = PollerMembers()
    private let state = Guarded(State())

    /// - Throws: When there is no descriptor or thread for it.
    package init(_ name: String) throws(SystemFailure) {
        wake = try WakePipe()
        let thread = try SystemThread(name) { [self] in run() }
        state.withLock { $0.thread = thread }
    }

    /// Any thread. After ``end()`` it may never be carried out.
    package func order(isSlow: Bool = false, _ act: @escaping @Sendable () -> Void) {
        let wasAsleep = state.withLock { state in
            state.orders.append(Order(isSlow: isSlow, act: act))
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if wasAsleep { wake.send() }
    }

    /// Any thread. The poller carries out what was ordered before, and ends.
    package func end() {
        state.withLock { $0.isEnding = true }
        wake.send()
    }

    package var thread: SystemThread? { state.withLock { $0.thread } }

    /// Returns when the thread is gone, if the poller is ending.
    package func waitIfEnding() async {
        let thread = state.withLock { $0.isEnding ? $0.thread : nil }
        await thread?.wait()
    }

    /// The poller's thread only.
    package func add(_ member: any Pollable) { members.all.append(member) }

    // MARK: The thread

    private func run() {
        var requests: [pollfd] = []
        while true {
            let (orders, hasMore, isEnding) = takeOrders()
            for order in orders { order.act() }
            if orders.isEmpty, isEnding { break }
            let counts = poll(&requests, atOnce: hasMore || !orders.isEmpty)
            members.look(requests[...], counts)
        }
        members.all = []
    }

    /// Takes the orders up to the first slow one.
    private func takeOrders() -> ([Order], hasMore: Bool, isEnding: Bool) {
        state.withLock { state in
            let count = state.orders.firstIndex(where: \.isSlow).map { $0 + 1 } ?? state.orders.count
            let taken = Array(state.orders.prefix(count))
            state.orders.removeFirst(count)
            state.isAsleep = taken.isEmpty
            return (taken, !state.orders.isEmpty, state.isEnding)
        }
    }

    /// - Parameter isAtOnce: Whether orders have changed something, so that all members look.
    /// - Returns: How many requests each member has.
    private func poll(_ requests: inout [pollfd], atOnce isAtOnce: Bool) -> [Int] {
        requests.removeAll(keepingCapacity: true)
        requests.append(pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0))
        var deadline: Duration?
        let counts = members.all.map { member in
            let count = requests.count
            member.appendRequests(to: &requests)
            if let time = member.deadline { deadline = min(time, deadline ?? time) }
            return requests.count - count
        }
        let milliseconds = isAtOnce ? 0 : deadline.map(Self.milliseconds(until:)) ?? -1
        _ = CycleBase.poll(&requests, nfds_t(requests.count), milliseconds)
        state.withLock { $0.isAsleep = false }
        if requests[0].revents != 0 { while wake.take().count == 256 {} }
        return counts
    }

    private static func milliseconds(until deadline: Duration) -> Int32 {
        let left = max(.zero, deadline.adding(.zero - SystemClock.monotonic.now)) / .milliseconds(1)
        return Int32(min(left.rounded(.up), 1e9))
    }
}

/// The members of a poller.
///
/// Unchecked: confined to its thread.
private final class PollerMembers: @unchecked Sendable {
    var all: [any Pollable] = []

    func look(_ requests: ArraySlice<pollfd>, _ counts: [Int]) {
        let now = SystemClock.monotonic.now
        var rest = requests.dropFirst()
        var kept: [any Pollable] = []
        kept.reserveCapacity(all.count)
        // A member may add another one.
        let before = all
        all = []
        for (member, count) in zip(before, counts) {
            if member.look(rest.prefix(count), at: now) { kept.append(member) }
            rest = rest.dropFirst(count)
        }
        // Another one is the first the next time: those that share something all come to it.
        if kept.count > 1 { kept.append(kept.removeFirst()) }
        all = kept + all
    }
}

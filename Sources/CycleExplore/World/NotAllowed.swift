/// The happenings that runs could have met, had the bounds or the author of the world allowed them.
struct NotAllowed: OptionSet {
    let rawValue: UInt8

    static let timers = NotAllowed(rawValue: 1)
    static let crashes = NotAllowed(rawValue: 2)
    static let lostDatagrams = NotAllowed(rawValue: 4)
    static let doubledDatagrams = NotAllowed(rawValue: 8)
    static let brokenStreams = NotAllowed(rawValue: 16)

    /// Each in words.
    var words: [String] {
        let all: [(NotAllowed, String)] = [
            (.timers, "timers that ring (timePasses)"), (.crashes, "crashes (mayCrash, mayLosePower)"),
            (.lostDatagrams, "lost datagrams (mayLose)"), (.doubledDatagrams, "doubled datagrams (mayDouble)"),
            (.brokenStreams, "broken streams (mayBreak)"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}

extension World {
    /// The happenings that this run could have met so far, and that are not allowed here. Of a system of programs, the faults, too.
    var notAllowed: NotAllowed {
        let timers: NotAllowed = common.alarms.areHeldByBounds ? .timers : []
        if programs.isEmpty { return timers }
        return timers.union(sockets.notAllowed).union(programs.contains(where: \.mayFail) ? [] : .crashes)
    }
}

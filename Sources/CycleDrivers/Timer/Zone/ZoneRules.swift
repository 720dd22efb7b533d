import CycleBase

/// The time that the clocks of a place show: how far they are ahead of universal time, at any moment.
struct ZoneRules: Hashable, Sendable {
    /// Moments at which the clocks were set, in seconds since 1970, ascending.
    var transitions: [Int64] = []
    /// The offsets from each transition on, in seconds; the first one holds before all of them.
    var offsets: [Int64] = [0]
    /// The rule for all times after the last transition; without one the last offset goes on.
    var rest: PosixZone?

    static let utc = ZoneRules()

    init() {}

    /// - Parameter posix: As in the variable `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3`.
    init?(posix: String) {
        guard let zone = PosixZone(posix) else { return nil }
        rest = zone
    }

    func offset(at time: Int64) -> Int64 {
        if let rest, transitions.last.map({ $0 <= time }) ?? true { return rest.offset(at: time) }
        let count = transitions.indices.partitioningIndex { transitions[$0] > time }
        return offsets[min(count, offsets.count - 1)]
    }

    /// The moment at which the clocks show `local`, the first one if they show it twice. For a time that they skip it is the
    /// moment at which they would show it without the skip.
    func time(ofLocal local: Int64) -> Int64 {
        let before = offset(at: local - secondsPerDay)
        let after = offset(at: local + secondsPerDay)
        for offset in [before, after] where self.offset(at: local - offset) == offset { return local - offset }
        return local - before
    }

    /// The first moment after `time` at which the clocks show so many seconds since midnight.
    func next(secondOfDay: Int64, after time: Int64) -> Int64 {
        var midnight = ((time + offset(at: time)).floored(by: secondsPerDay).quotient - 1) * secondsPerDay
        while true {
            let candidate = self.time(ofLocal: midnight + secondOfDay)
            if candidate > time { return candidate }
            midnight += secondsPerDay
        }
    }
}

let secondsPerDay: Int64 = 86_400

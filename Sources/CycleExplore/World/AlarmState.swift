/// An armed alarm.
struct AlarmState: Equatable {
    let name: String
    /// The time until it rings.
    var remaining: Duration
    /// The number of its program; 0 for that of none.
    let program: Int
    /// The number by which its time knows it; 0 where it was not armed in a run.
    var number = 0

    /// The path of the lens, before what tells its alarms apart.
    var lens: Substring { name.lensPath }

    func remember(in memory: inout Fingerprint) {
        memory.combine(name)
        memory.combine(remaining)
    }

    /// The number says how many there were before.
    static func == (one: Self, other: Self) -> Bool { one.name == other.name && one.remaining == other.remaining }
}

extension String {
    /// The path of the lens in the name of an alarm.
    var lensPath: Substring { prefix { $0 != " " } }
}

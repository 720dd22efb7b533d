import CycleBase

/// A zone as POSIX writes it: an offset, and when summer time begins and ends in any year.
struct PosixZone: Hashable, Sendable {
    /// A moment of any year, by the clocks before the change.
    struct Change: Hashable, Sendable {
        enum Day: Hashable, Sendable {
            /// 1 to 365; the 29th of February is never counted.
            case ofCommonYear(Int64)
            /// 0 to 365.
            case ofYear(Int64)
            /// The weekday, 0 is Sunday, for the first to the fifth and last time in a month.
            case weekday(Int64, week: Int64, month: Int64)
        }

        var day: Day
        var second: Int64 = 7_200

        func time(inYear year: Int64) -> Int64 {
            startOf(day, year) * secondsPerDay + second
        }

        /// In days since 1970.
        private func startOf(_ day: Day, _ year: Int64) -> Int64 {
            switch day {
            case .ofYear(let number): return CivilDay(year: year).number + number
            case .ofCommonYear(let number):
                // In a common year the 1st of March is the 60th day.
                let march = CivilDay(year: year, month: 3).number
                return number < 60 ? CivilDay(year: year).number + number - 1 : march + number - 60
            case .weekday(let weekday, let week, let month):
                let first = CivilDay(year: year, month: month)
                let end = CivilDay(year: year, month: month + 1).number
                let ahead = (weekday - 1 - first.weekday).floored(by: 7).rest
                let found = first.number + ahead + 7 * (week - 1)
                return found < end ? found : found - 7
            }
        }
    }

    struct Summer: Hashable, Sendable {
        var offset: Int64
        var begin: Change
        var end: Change
    }

    var offset: Int64
    var summer: Summer?

    func offset(at time: Int64) -> Int64 {
        guard let summer else { return offset }
        let year = CivilDay(number: (time + offset).floored(by: secondsPerDay).quotient).date.year
        let begin = summer.begin.time(inYear: year) - offset
        let end = summer.end.time(inYear: year) - summer.offset
        // South of the equator summer lasts over the new year.
        let isSummer = begin < end ? (begin..<end).contains(time) : !(end..<begin).contains(time)
        return isSummer ? summer.offset : offset
    }
}

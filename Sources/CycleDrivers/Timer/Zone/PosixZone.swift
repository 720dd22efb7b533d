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
            let isLeap = Gregorian.daysIn(month: 2, year: year) == 29
            switch day {
            case .ofYear(let number): return Gregorian.days(year: year, month: 1) + number
            case .ofCommonYear(let number):
                return Gregorian.days(year: year, month: 1) + number - 1 + (isLeap && number >= 60 ? 1 : 0)
            case .weekday(let weekday, let week, let month):
                let first = Gregorian.days(year: year, month: month)
                let ahead = (weekday - Gregorian.weekday(first) + 7) % 7
                let length = Gregorian.daysIn(month: month, year: year)
                let inMonth = ahead + 7 * (week - 1)
                return first + (inMonth < length ? inMonth : inMonth - 7)
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
        let year = Gregorian.year(ofDay: (time + offset).floored(to: secondsPerDay) / secondsPerDay)
        let begin = summer.begin.time(inYear: year) - offset
        let end = summer.end.time(inYear: year) - summer.offset
        // South of the equator summer lasts over the new year.
        let isSummer = begin < end ? (begin..<end).contains(time) : !(end..<begin).contains(time)
        return isSummer ? summer.offset : offset
    }
}

/// The Gregorian calendar, in days since 1970.
enum Gregorian {
    static func days(year: Int64, month: Int64) -> Int64 {
        let earlier = year - 1
        let leapDays = earlier.floored(to: 4) / 4 - earlier.floored(to: 100) / 100 + earlier.floored(to: 400) / 400
        var days = earlier * 365 + leapDays - 719_162
        for month in 1..<month { days += daysIn(month: month, year: year) }
        return days
    }

    static func daysIn(month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func year(ofDay day: Int64) -> Int64 {
        var year = 1970 + (day * 400).floored(to: 146_097) / 146_097
        while days(year: year, month: 1) > day { year -= 1 }
        while days(year: year + 1, month: 1) <= day { year += 1 }
        return year
    }

    /// 0 is Sunday.
    static func weekday(_ day: Int64) -> Int64 {
        (((day + 4) % 7) + 7) % 7
    }
}

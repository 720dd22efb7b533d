/// A day of the Gregorian calendar, also before there was one.
///
/// An era has 400 years, after which the calendar repeats. Its years begin in March, so that a leap day is their last.
package struct CivilDay: Hashable, Sendable {
    private static let daysOfEra: Int64 = 146_097
    /// From 1 March of the year 0 to 1 January 1970.
    private static let daysBefore1970: Int64 = 719_468

    /// Days since 1 January 1970: at most 100 million million, as many as 64 bits of seconds have.
    package let number: Int64

    package init(number: Int64) { self.number = number }

    /// A day or month outside of its range counts on into the next ones.
    ///
    /// - Source: Howard Hinnant, days_from_civil.
    package init(year: Int64, month: Int64 = 1, day: Int64 = 1) {
        let (fromMarch, monthFromMarch) = (year * 12 + month - 3).floored(by: 12)
        let (era, yearOfEra) = fromMarch.floored(by: 400)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(number: era * Self.daysOfEra + dayOfEra - Self.daysBefore1970)
    }

    /// The month and the day are counted from 1; the year 0 is the one before the year 1.
    ///
    /// - Source: Howard Hinnant, civil_from_days.
    package var date: (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (number + Self.daysBefore1970).floored(by: Self.daysOfEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
    }

    /// 0 is Monday.
    package var weekday: Int64 { (number + 3).floored(by: 7).rest }
}

extension Int64 {
    /// The quotient that is not larger than the exact one, and the rest, which is not negative.
    package func floored(by divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}

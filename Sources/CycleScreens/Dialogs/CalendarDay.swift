import CycleDrivers

/// A day of the Gregorian calendar.
public struct CalendarDay: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    /// Days since 1 January 1970. At most 50,000,000, some 136,000 years, before or after it.
    public var number: Int { didSet { number = Self.clamped(number, to: Self.limit) } }

    /// The nearest day that there is to a number of days since 1 January 1970.
    public init(number: Int) {
        self.number = Self.clamped(number, to: Self.limit)
    }

    /// Takes the nearest day that there is.
    public init(from decoder: any Decoder) throws {
        self.init(number: try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number))
    }

    private static let limit = 50_000_000
    /// Larger years, months and days could overflow.
    private static let argumentLimit = 1_000_000

    private static func clamped(_ number: Int, to limit: Int) -> Int { min(max(number, -limit), limit) }

    // MARK: Eras
    // An era has 400 years, after which the calendar repeats. Its years begin in March, so that a leap day is their last.

    private static let daysOfEra = 146_097
    /// From 1 March of the year 0 to 1 January 1970.
    private static let daysBefore1970 = 719_468

    /// A day or month outside of its range counts on into the next ones.
    ///
    /// - Source: Howard Hinnant, days_from_civil.
    public init(year: Int, month: Int, day: Int) {
        let (year, month, day) = (
            Self.clamped(year, to: Self.argumentLimit), Self.clamped(month, to: Self.argumentLimit),
            Self.clamped(day, to: Self.argumentLimit)
        )
        let (fromMarch, monthFromMarch) = (year * 12 + month - 3).floored(by: 12)
        let (era, yearOfEra) = fromMarch.floored(by: 400)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(number: era * Self.daysOfEra + dayOfEra - Self.daysBefore1970)
    }

    /// - Source: Howard Hinnant, civil_from_days.
    private var civil: (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (number + Self.daysBefore1970).floored(by: Self.daysOfEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
    }

    // MARK: Parts

    /// The year, of which 0 is the one before the year 1.
    public var year: Int { civil.year }
    /// From 1 to 12.
    public var month: Int { civil.month }
    /// From 1 to 31.
    public var day: Int { civil.day }
    /// 0 is Monday.
    public var weekday: Int { (number + 3).floored(by: 7).rest }

    /// The same day of another month, or its last day.
    public func adding(months: Int) -> CalendarDay {
        let (year, month, day) = civil
        let target = month + Self.clamped(months, to: Self.argumentLimit)
        let first = CalendarDay(year: year, month: target, day: 1)
        let next = CalendarDay(year: year, month: target + 1, day: 1)
        return CalendarDay(number: min(first.number + day - 1, next.number - 1))
    }

    /// Whether a day is before another.
    public static func < (one: CalendarDay, other: CalendarDay) -> Bool { one.number < other.number }

    /// As ISO 8601 writes it: `2026-11-22`.
    public var description: String {
        func digits(_ value: Int, _ count: Int) -> String {
            let digits = "\(value)"
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        let (year, month, day) = civil
        return (year < 0 ? "-" : "") + "\(digits(abs(year), 4))-\(digits(month, 2))-\(digits(day, 2))"
    }
}

extension Int {
    /// The quotient that is not larger than the exact one, and the rest, which is not negative.
    fileprivate func floored(by divisor: Int) -> (quotient: Int, rest: Int) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}

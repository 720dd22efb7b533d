import CycleDrivers

/// A day of the Gregorian calendar.
public struct CalendarDay: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    /// Days since 1 January 1970, up to 50,000,000 of them: some 136,000 years.
    public var number: Int { didSet { number = Self.nearest(number) } }

    /// The nearest day that there is to a number of days since 1 January 1970.
    public init(number: Int) {
        self.number = Self.nearest(number)
    }

    /// Takes the nearest day that there is.
    public init(from decoder: any Decoder) throws {
        self.init(number: try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number))
    }

    private static func nearest(_ number: Int) -> Int { min(max(number, -50_000_000), 50_000_000) }

    /// A day or month outside of its range counts on into the next ones.
    ///
    /// - Source: Howard Hinnant, days_from_civil.
    public init(year: Int, month: Int, day: Int) {
        let months = min(max(year, -1_000_000), 1_000_000) * 12 + min(max(month, -1_000_000), 1_000_000) - 1
        let (year, month) = (months.floored(by: 12), months - months.floored(by: 12) * 12 + 1)
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.floored(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(number: era * 146_097 + dayOfEra - 719_468 + min(max(day, -1_000_000), 1_000_000) - 1)
    }

    private var civil: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = shifted.floored(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The year, of which 0 is the one before the year 1.
    public var year: Int { civil.year }
    /// From 1 to 12.
    public var month: Int { civil.month }
    /// From 1 to 31.
    public var day: Int { civil.day }
    /// 0 is Monday.
    public var weekday: Int { (number + 3) - (number + 3).floored(by: 7) * 7 }

    /// The same day of another month, or its last day.
    public func adding(months: Int) -> CalendarDay {
        let (year, month, day) = civil
        let months = min(max(months, -1_000_000), 1_000_000)
        let first = CalendarDay(year: year, month: month + months, day: 1)
        let next = CalendarDay(year: year, month: month + months + 1, day: 1)
        return CalendarDay(number: min(first.number + day - 1, next.number - 1))
    }

    /// Whether a day is before another.
    public static func < (one: CalendarDay, other: CalendarDay) -> Bool { one.number < other.number }

    /// As ISO 8601 writes it: `2026-11-22`.
    public var description: String {
        func digits(_ value: Int, _ count: Int) -> String {
            String(repeating: "0", count: max(0, count - "\(abs(value))".count)) + "\(abs(value))"
        }
        return (year < 0 ? "-" : "") + "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }
}

extension Int {
    fileprivate func floored(by divisor: Int) -> Int { self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor) }
}

import CycleBase
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

    /// A day or month outside of its range counts on into the next ones.
    public init(year: Int, month: Int, day: Int) {
        func part(_ number: Int) -> Int64 { Int64(Self.clamped(number, to: Self.argumentLimit)) }
        self.init(number: Int(CivilDay(year: part(year), month: part(month), day: part(day)).number))
    }

    private var civil: CivilDay { CivilDay(number: Int64(number)) }

    // MARK: Parts

    /// The year, of which 0 is the one before the year 1.
    public var year: Int { Int(civil.date.year) }
    /// From 1 to 12.
    public var month: Int { Int(civil.date.month) }
    /// From 1 to 31.
    public var day: Int { Int(civil.date.day) }
    /// 0 is Monday.
    public var weekday: Int { Int(civil.weekday) }

    /// The same day of another month, or its last day.
    public func adding(months: Int) -> CalendarDay {
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
        return (year < 0 ? "-" : "") + "\(digits(abs(year), 4))-\(digits(month, 2))-\(digits(day, 2))"
    }
}

import CycleBase
import Testing

@Suite("The calendar")
struct CivilDayTests {
    @Test("days are counted as the world counts them")
    func known() {
        #expect(CivilDay(year: 1970).number == 0)
        #expect(CivilDay(year: 2000, month: 3).number == 11_017)
        #expect(CivilDay(year: 2026, month: 11, day: 21).number == 20_778)
        #expect(CivilDay(year: 2026, month: 11, day: 21).weekday == 5)
        #expect(CivilDay(year: 1, month: 1, day: 1).number == -719_162)
    }

    @Test("one day after the other has its date and its weekday, for more than an era")
    func everyDay() {
        var (year, month, day, weekday) = (Int64(1_599), Int64(12), Int64(31), Int64(4))
        let first = CivilDay(year: year, month: month, day: day).number
        for number in first..<first + 150_000 {
            let civil = CivilDay(number: number)
            guard civil.date == (year, month, day), civil.weekday == weekday,
                CivilDay(year: year, month: month, day: day) == civil
            else {
                Issue.record("day \(number) is \(civil.date), and not \((year, month, day))")
                return
            }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let length: Int64 = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
            (day, weekday) = (day + 1, (weekday + 1) % 7)
            if day > length { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
    }

    @Test("a month or a day outside of its range counts on")
    func countingOn() {
        #expect(CivilDay(year: 2026, month: 13) == CivilDay(year: 2027))
        #expect(CivilDay(year: 2026, month: 3, day: 0) == CivilDay(year: 2026, month: 2, day: 28))
        #expect(CivilDay(year: 2026, month: -11) == CivilDay(year: 2025))
    }

    @Test("the first and the last second of 64 bits have a day")
    func edges() {
        for second in [Int64.min, .max] {
            let day = CivilDay(number: second.floored(by: 86_400).quotient)
            let (year, month, inMonth) = day.date
            #expect(CivilDay(year: year, month: month, day: inMonth) == day)
        }
    }
}

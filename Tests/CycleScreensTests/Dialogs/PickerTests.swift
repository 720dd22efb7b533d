import CycleDrivers
import CycleScreens
import Foundation
import Testing

@Suite("Pickers")
struct PickerTests {
    private func press(_ keys: Key..., on picker: inout FilePicker) -> Outcome {
        var outcome = Outcome.ignored
        for key in keys { outcome = picker.handle(ScreenInput(key)) }
        return outcome
    }

    private func filled() -> FilePicker {
        var picker = FilePicker()
        picker.show(
            [.init("b.txt"), .init(".git", isFolder: true), .init("src", isFolder: true), .init("a.txt")], of: "")
        return picker
    }

    @Test("wants the folder that it shows, and shows folders first and nothing hidden")
    func shows() {
        #expect(FilePicker().wanted == "")
        let picker = filled()
        #expect(picker.wanted == nil)
        #expect(text(20, 5, picker.view) == "/\nfind: type to find\n❯ src/\n  a.txt\n  b.txt")
    }

    @Test("Enter opens a folder and submits a file; Left goes back to where it was, never above the first one")
    func moves() {
        var picker = filled()
        #expect(press(.enter, on: &picker) == .changed)
        #expect(picker.wanted == "src")
        picker.show([.init("x.swift")], of: "")
        #expect(picker.wanted == "src", "news of another folder is not shown")
        picker.show([.init("x.swift")], of: "src")
        #expect(press(.enter, on: &picker) == .submitted)
        #expect(picker.selected == "src/x.swift")
        #expect(press(.left, on: &picker) == .changed && picker.wanted == "")
        picker.show(filled().entries ?? [], of: "")
        #expect(picker.selected == "src")
        #expect(press(.left, on: &picker) == .ignored)
    }

    @Test("a folder that cannot be read says so, and shows no entries of another")
    func fails() {
        var picker = filled()
        _ = press(.enter, on: &picker)
        picker.fail("no permission", of: "src")
        #expect(text(20, 5, picker.view).contains("✗ no permission"))
        #expect(!text(20, 5, picker.view).contains("a.txt"))
        #expect(press(.enter, on: &picker) == .changed)
    }

    @Test("typing looks for a name, and Escape takes the text away before it leaves")
    func finds() {
        var picker = filled()
        _ = press("b", on: &picker)
        #expect(picker.selected == "b.txt")
        #expect(press(.escape, on: &picker) == .changed)
        #expect(press(.escape, on: &picker) == .cancelled)
    }

    @Test("days are reckoned by the Gregorian calendar, over months, years and leap years")
    func days() {
        #expect("\(CalendarDay(number: 0))" == "1970-01-01" && CalendarDay(number: 0).weekday == 3)
        #expect(CalendarDay(year: 2026, month: 11, day: 22).weekday == 6)
        #expect("\(CalendarDay(year: 2024, month: 1, day: 31).adding(months: 1))" == "2024-02-29")
        #expect("\(CalendarDay(year: 2026, month: 12, day: 31).adding(months: -10))" == "2026-02-28")
        #expect("\(CalendarDay(year: 2026, month: 14, day: 1))" == "2027-02-01")
        for number in stride(from: -800_000, to: 800_000, by: 373) {
            let day = CalendarDay(number: number)
            #expect(CalendarDay(year: day.year, month: day.month, day: day.day) == day)
        }
        for extreme in [Int.min, .max] {
            _ = "\(CalendarDay(year: extreme, month: extreme, day: extreme)) \(CalendarDay(number: extreme))"
        }
    }

    @Test("a month is shown with its day, which arrows and presses move")
    func month() {
        var picker = DayPicker(CalendarDay(year: 2026, month: 2, day: 1))
        #expect(
            text(21, 8, picker.view) == """
                    February 2026
                Mo Tu We Th Fr Sa Su
                                   1
                 2  3  4  5  6  7  8
                 9 10 11 12 13 14 15
                16 17 18 19 20 21 22
                23 24 25 26 27 28
                """)
        for key in [Key.down, .right, .pageDown, .end] { _ = picker.handle(ScreenInput(key)) }
        #expect("\(picker.selected)" == "2026-03-31")
        let press = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 3, column: 4)))
        _ = picker.handle(ScreenInput(press, layout(21, 8, picker.view)))
        #expect("\(picker.selected)" == "2026-03-03")
        #expect(picker.handle(ScreenInput(.enter)) == .submitted)
    }
}

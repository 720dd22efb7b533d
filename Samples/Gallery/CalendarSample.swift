import CycleDrivers
import CycleScreens

struct CalendarSample: Sample {
    static let title = "Calendar"
    static let source = #filePath

    var picker = DayPicker(
        CalendarDay(year: 2026, month: 11, day: 22), today: CalendarDay(year: 2026, month: 11, day: 20))

    var view: View {
        .column(spacing: 1) {
            picker
            "\("chosen:", .muted) \(picker.selected)"
            View.help([
                .init([.left, .right], "day"), .init([.up, .down], "week"), .init([.pageUp, .pageDown], "month"),
                .init(["<", ">"], "year"),
            ])
        }
    }

    mutating func handle(_ input: Input) -> Outcome { picker.handle(input) }
}

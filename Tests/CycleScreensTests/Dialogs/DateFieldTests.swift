import CycleDrivers
import CycleScreens
import Foundation
import TestSupport
import Testing

@Suite("A date field")
struct DateFieldTests {
    private var field = DateField(picker: DayPicker(CalendarDay(year: 2026, month: 2, day: 27)))

    private mutating func press(_ keys: Key...) -> Outcome {
        var outcome = Outcome.ignored
        for key in keys { outcome = field.handle(ScreenInput(.key(key), layout(30, 12, field.view.width(.fit)))) }
        return outcome
    }

    @Test("opens a calendar below it, from which a day is chosen")
    mutating func chooses() throws {
        #expect(text(30, 1, field.view.width(.fit)) == "choose     ▾")
        #expect(press(.enter) == .changed)
        let lines = text(30, 12, View.column { field.view.width(.fit) }).split(separator: "\n")
        #expect(lines.count == 11 && lines[2] == "│     February 2026     │")
        #expect(press(.right, .enter) == .submitted && field.chosen?.description == "2026-02-28" && !field.isOpen)
        #expect(text(30, 1, field.view.width(.fit)) == "2026-02-28 ▾")
        #expect(press(" ", .pageDown, .escape) == .changed && field.chosen?.month == 2)
        #expect(press(.down, .left, " ") == .submitted && field.chosen?.day == 27)
        #expect(press(.delete) == .changed && field.chosen == nil && press(.delete, .backspace) == .ignored)
        #expect(try copy(field) == field)
    }

    @Test("is chosen from by a press, and closed by one elsewhere or by Tab, which is not for it")
    mutating func mouse() {
        func press(_ row: Int, _ column: Int) -> Outcome {
            let event = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: row, column: column)))
            return field.handle(ScreenInput(event, layout(30, 12, View.column { field.view.width(.fit) })))
        }
        #expect(press(0, 1) == .changed && press(4, 20) == .submitted && field.chosen?.description == "2026-02-01")
        #expect(press(0, 1) == .changed && press(11, 29) == .changed && !field.isOpen)
        _ = field.handle(ScreenInput(.enter))
        #expect(field.handle(ScreenInput("x")) == .changed && field.isOpen)
        #expect(field.handle(ScreenInput(.tab)) == .ignored && !field.isOpen)
        _ = field.handle(ScreenInput(.enter))
        field.close()
        #expect(!field.isOpen && ScreenLayout(plain: field.view).canvas.text == "2026-02-01")
    }
}

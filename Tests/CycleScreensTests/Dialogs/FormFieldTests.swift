import CycleDrivers
import CycleScreens
import Foundation
import TestSupport
import Testing

@Suite("Fields of a form")
struct FormFieldTests {
    enum Name: Hashable, Codable { case name, note, color, day, isOn, level, boxes, count }

    private var form = FormState<Name>([
        .text(.name, "Name"), .area(.note, "Note", TextArea("one"), height: 2),
        .dropDown(.color, "Colour", DropDown(from: ["red", "green", "blue"], height: 3)),
        .date(.day, "Day", DateField(picker: DayPicker(CalendarDay(year: 2026, month: 2, day: 27)))),
        .toggle(.isOn, "On"), .choice(.level, "Level", from: ["low", "high"]),
        .boxes(.boxes, "Boxes", CheckBoxes(from: ["a", "b", "c"], limit: 2, axis: .row)),
        .number(.count, "Count", NumberField(3, in: 1...5)),
    ])

    private var shown: ScreenLayout { layout(40, 20, form.view) }

    @discardableResult
    private mutating func press(_ keys: Key...) -> Outcome {
        keys.reduce(.ignored) { _, key in form.handle(ScreenInput(.key(key), shown)) }
    }

    private mutating func press(_ row: Int, _ column: Int) -> Outcome {
        form.handle(ScreenInput(.mouse(.init(.pressed(.left), at: .init(row: row, column: column))), shown))
    }

    private func lines(_ rows: Int) -> [Substring] {
        shown.canvas.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(rows).map { $0 }
    }

    @Test(
        "an area takes Enter and arrows as long as it has rows for them, a drop-down and a date open by a blank alone")
    mutating func kinds() {
        #expect(
            lines(5) == ["Name", "Note   one", "", "Colour choose ▾", "Day    choose     ▾"])
        press(.down, .enter, "t", "w", "o")
        #expect(form.text(.note) == "one\ntwo" && press(.up) == .changed && form.current == .note)
        press(.down, .down)
        #expect(form.current == .color)
        press(" ", .down)
        #expect(lines(7)[6] == "Level  │▌ green  │igh")
        #expect(press(.enter) == .changed && form.text(.color) == "green" && form.current == .color)
        #expect(press(.enter) == .changed && form.current == .day)
        #expect(press(" ", .right, .enter) == .changed && form.text(.day) == "2026-02-28" && form.day(.day)?.day == 28)
        #expect(press(.enter, .enter, .enter, .enter, .enter) == .submitted)
    }

    @Test("an open list closes at a press elsewhere, which does no more, and when the form goes to another field")
    mutating func closing() {
        #expect(press(3, 12) == .changed && form.current == .color && lines(6)[4].contains("╭"))
        #expect(press(0, 12) == .changed && form.current == .color && !lines(6)[4].contains("╭"))
        #expect(press(0, 12) == .changed && form.current == .name)
        _ = press(3, 12)
        #expect(press(6, 12) == .changed && form.text(.color) == "green")
        press(" ")
        form.reject(.name, "taken")
        press(.tab, .tab)
        #expect(form.current == .color && !lines(6)[4].contains("╭"))
    }

    @Test("are filled in by the program, each by what is in it, and by nothing else")
    mutating func values() throws {
        form.set(.name, to: "Ada")
        form.set(.note, to: "a\nb")
        form.set(.color, to: "blue")
        form.set(.color, to: "pink")
        form.set(.level, to: "high")
        form.set(.isOn, to: true)
        form.set(.count, to: 99)
        form.set(.day, to: CalendarDay(number: 0))
        form.set(.boxes, to: ["c", "a", "b"])
        form.set(.isOn, to: "text")
        form.set(.name, to: 5)
        form.set(.name, to: false)
        form.set(.name, to: ["x"])
        form.set(.name, to: nil)
        let names: [Name] = [.name, .note, .color, .level, .isOn, .count, .day, .boxes]
        #expect(names.map(form.text) == ["Ada", "a\nb", "blue", "high", "true", "5", "1970-01-01", "a, b"])
        #expect(try copy(form) == form)
    }

    @Test("tell what others found wrong, until they are edited, set, or submitted again")
    mutating func rejections() {
        press("A", "d", "a", .tab)
        form.reject(.name, "taken")
        #expect(form.current == .name && lines(2) == ["Name   Ada", "       ✗ taken"] && form.isValid)
        press(.left, .tab, .shift(.tab))
        #expect(lines(2)[1].hasSuffix("✗ taken"))
        press("x")
        #expect(lines(1) == ["Name   Adxa"])
        form.reject(.name, "taken")
        form.set(.name, to: "Eve")
        #expect(!lines(1)[0].contains("✗"))
        form.reject(.name, "taken")
        #expect(form.submit() == .submitted && !lines(1)[0].contains("✗"))
    }
}

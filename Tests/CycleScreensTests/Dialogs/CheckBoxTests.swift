import CycleDrivers
import CycleScreens
import Testing

@Suite("Check boxes")
struct CheckBoxTests {
    private func press(_ keys: Key..., on boxes: inout CheckBoxes<String>) -> Outcome {
        keys.reduce(.ignored) { _, key in boxes.handle(ScreenInput(key)) }
    }

    private func press(row: Int, column: Int, on boxes: inout CheckBoxes<String>) -> Outcome {
        let event = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: row, column: column)))
        return boxes.handle(ScreenInput(event, layout(40, 6, boxes.view)))
    }

    @Test("are checked and emptied by a blank or a press, in any number up to the limit")
    func several() {
        var boxes = CheckBoxes(from: ["red", "green", "blue"], chosen: ["blue"], limit: 2)
        #expect(text(20, 3, boxes.view) == "▐ ▌ red\n▐ ▌ green\n▐✓▌ blue")
        #expect(press(" ", on: &boxes) == .changed)
        #expect(boxes.chosen == ["red", "blue"])
        #expect(press(.down, " ", on: &boxes) == .changed)
        #expect(boxes.chosen == ["red", "blue"], "no more than two")
        #expect(press(row: 2, column: 5, on: &boxes) == .changed)
        #expect(boxes.chosen == ["red"] && boxes.position == 2)
    }

    @Test("have a floor where the theme has no tints, so that empty ones below each other are not two long lines")
    func floors() {
        let boxes = CheckBoxes(from: ["red", "green"])
        let canvas = ScreenLayout(boxes.view, Size(columns: 10, rows: 2), theme: .terminal).canvas
        #expect(canvas.text == "▕ ▏ red\n▕ ▏ green")
        for row in 0..<2 { #expect(canvas.style(at: .init(row: row, column: 1))?.underline == .single) }
    }

    @Test("ignore arrows at their ends, Enter and Tab: they belong to what is around")
    func ends() {
        var boxes = CheckBoxes(from: ["red", "green"])
        #expect(press(.up, on: &boxes) == .ignored)
        #expect(press(.down, on: &boxes) == .changed)
        for key in [Key.down, .left, .right, .enter, .tab] { #expect(press(key, on: &boxes) == .ignored) }
        var row = CheckBoxes(oneOf: ["red", "green"], axis: .row)
        #expect(press(.right, on: &row) == .changed && row.chosen == ["green"])
        for key in [Key.right, .up, .down] { #expect(press(key, on: &row) == .ignored) }
    }

    @Test("as radio buttons one at most is checked: that to which an arrow goes")
    func radio() {
        var size = CheckBoxes(oneOf: ["small", "medium", "large"], chosen: "medium")
        #expect(text(20, 3, size.view) == "○ small\n◉ medium\n○ large")
        #expect(press(.down, on: &size) == .changed && size.chosen == ["large"])
        #expect(press(" ", on: &size) == .changed && size.chosen == ["large"])
        #expect(press("k", "k", on: &size) == .changed && size.chosen == ["small"])
        #expect(CheckBoxes(oneOf: ["a", "b"]).chosen.isEmpty)
    }

    @Test("the box that keys go to has the cursor, and is seen where there is not room for all")
    func room() {
        var row = CheckBoxes(from: ["one", "two", "three", "four"], axis: .row)
        #expect(text(40, 1, row.view) == "▐ ▌ one  ▐ ▌ two  ▐ ▌ three  ▐ ▌ four")
        #expect(layout(40, 1, row.view).canvas.cursor == .init(row: 0, column: 1))
        #expect(layout(40, 1, row.view.focused(false)).canvas.cursor == nil)
        _ = press(.right, .right, .right, on: &row)
        #expect(text(12, 1, row.view) == "ee  ▐ ▌ four")
        var column = CheckBoxes(from: ["one", "two", "three"])
        _ = press(.down, .down, on: &column)
        #expect(text(12, 2, column.view) == "▐ ▌ two\n▐ ▌ three")
        for columns in 0..<12 { for rows in 0..<4 { _ = text(columns, rows, column.view) } }
        #expect(text(12, 2, CheckBoxes<String>(from: []).view).isEmpty)
        var none = CheckBoxes<String>(from: [])
        #expect(press(" ", on: &none) == .ignored)
    }

    @Test("are a text where nothing is drawn")
    func plain() {
        let boxes = CheckBoxes(from: ["one", "two"], chosen: ["two"])
        #expect(ScreenLayout(plain: boxes.view).canvas.text == "[ ] one\n[x] two")
    }
}

@Suite("A form with boxes and numbers")
struct FormPartTests {
    enum Field: Hashable, Codable { case name, toppings, count, size }

    private var form = FormState<Field>([
        .text(.name, "Name"), .boxes(.toppings, "Toppings", CheckBoxes(from: ["basil", "capers", "olives"])),
        .number(.count, "Count", NumberField(1, in: 1...20)),
        .boxes(.size, "Size", CheckBoxes(oneOf: ["small", "large"], chosen: "small", axis: .row)),
    ])

    private mutating func press(_ keys: Key...) -> Outcome {
        keys.reduce(.ignored) { _, key in form.handle(ScreenInput(key)) }
    }

    @Test("goes through boxes with Down, and beyond them to the next field")
    mutating func motion() {
        #expect(
            text(34, 8, form.view)
                == "Name\nToppings ▐ ▌ basil\n         ▐ ▌ capers\n         ▐ ▌ olives\nCount    1\nSize     ◉ small  ○ large"
        )
        #expect(press(.tab, .down, " ") == .changed && form.chosen(.toppings) == ["capers"])
        #expect(press(.down, .down) == .changed && form.current == .count)
        #expect(press("2", .tab, .right) == .changed)
        #expect(form.number(.count) == 2 && form.text(.count) == "2" && form.text(.size) == "large")
        #expect(press(.enter) == .submitted)
        #expect(form.chosen(.name).isEmpty && form.number(.size) == nil)
    }

    @Test("tells what is wrong with a number, and keeps its field in sight, however low it is")
    mutating func room() {
        form = FormState([
            .boxes(.toppings, "Toppings", CheckBoxes(from: ["basil", "capers", "olives"])),
            .number(.count, "Count", NumberField(12, in: 10...20)),
        ])
        #expect(press(.tab, .backspace, .enter) == .changed)
        #expect(text(50, 4, form.view).contains("✗ must be a number from 10 to 20"))
        for rows in 1..<6 { #expect(text(50, rows, form.view).contains("Count"), "\(rows)") }
        #expect(press(.left, .enter) == .submitted && form.number(.count) == 10)
    }

    @Test("a press goes to the field, and to what is pressed in it")
    mutating func mouse() {
        let event = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 3, column: 12)))
        #expect(form.handle(ScreenInput(event, layout(34, 8, form.view))) == .changed)
        #expect(form.current == .toppings && form.chosen(.toppings) == ["olives"])
    }
}

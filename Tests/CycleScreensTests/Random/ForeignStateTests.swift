import CycleDrivers
import CycleScreens
import Foundation
import Testing

@Suite("States that somebody else has written")
struct ForeignStateTests {
    private let article = Markdown("# Title\n\n" + String(repeating: "one two three\n\n", count: 20)).view
    private let columns = ["a", "b", "c"].map { name in
        ListColumn<Int>(name, width: .growing(1, min: 9)) { "\(name)\($0)" }
    }
    private let keys: [Key] = [
        .up, .down, .left, .right, .pageUp, .pageDown, .enter, " ", "n", .home, .end, .control("r"), .alt("y"),
        .control("y"), .backspace, .tab,
    ]
    private let rows = Array(0..<30)

    /// All that a value becomes by another number in one of its places.
    private func changed(_ json: Any) -> [Any] {
        if let object = json as? [String: Any] {
            return object.sorted { $0.key < $1.key }.flatMap { key, value in
                changed(value).map { other in object.merging([key: other as Any]) { $1 } } as [Any]
            }
        }
        if let array = json as? [Any] {
            return array.indices.prefix(4).flatMap { index in
                changed(array[index]).map { other in
                    var array = array
                    array[index] = other
                    return array
                }
            }
        }
        guard let number = json as? NSNumber, String(cString: number.objCType) != "c" else { return [] }
        return [Int.min, -1, 1_000, Int.max].map { NSNumber(value: $0) }
    }

    /// Draws what is made of a value, and lets keys and presses change it.
    private func check<Part: Codable>(
        _ part: Part, _ view: (Part) -> View, _ handle: (inout Part, ScreenInput) -> Outcome
    ) throws {
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(part))
        for other in changed(json) {
            let data = try JSONSerialization.data(withJSONObject: other)
            // The decoder refuses a state that makes no sense, as a range that ends before it begins.
            guard var part = try? JSONDecoder().decode(Part.self, from: data) else { continue }
            let mouse = [1, 3].map { row in
                ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: row, column: 3)))
            }
            for event in keys.map(ConsoleDriver.Event.key) + mouse {
                let shown = layout(20, 5, view(part))
                if let cursor = shown.canvas.cursor { #expect(shown.canvas.bounds.contains(cursor)) }
                _ = handle(&part, ScreenInput(event, shown, time: .seconds(9)))
            }
            _ = ScreenLayout(plain: view(part))
        }
    }

    private func check<Part: Component & Codable>(_ part: Part, after keys: Key...) throws {
        var part = part
        for key in keys { _ = part.handle(ScreenInput(.key(key), layout(20, 5, part.view))) }
        try check(part, { $0.view }, { $0.handle($1) })
    }

    @Test("of fields and forms are drawn and handled, whatever numbers are in them")
    func fields() throws {
        var field = TextInput("one 日本")
        field.history = ["two", "three"]
        try check(field, after: .up, .shift(.left))
        try check(field, after: .control("r"), "t")
        try check(field, after: .control("w"), .control("y"))
        try check(TextArea("one\ntwo 日本", hasLineNumbers: true), after: .control("w"), .control("y"))
        try check(NumberField(5, in: 0...100, step: 7, hasBar: true), after: .right)
        try check(CheckBoxes(from: ["a", "b", "c"], axis: .row), after: .right, " ")
        try check(CheckBoxes(oneOf: ["a", "b", "c"]), after: .down)
        let form = FormState<String>([
            .text("name", "Name", TextInput("a")), .choice("level", "Level", from: ["low", "high"]),
            .area("note", "Note", TextArea("one\ntwo"), height: 2),
            .boxes("boxes", "Boxes", CheckBoxes(from: ["a", "b"])),
        ])
        try check(form, after: .tab)
        try check(form, after: .tab, .tab, .tab)
    }

    @Test("of buttons, switches and questions are drawn and handled, with every text and state")
    func controls() throws {
        try check(Button("Save", role: .danger, isEnabled: false))
        try check(Switch("Sound", isOn: true), after: " ")
        try check(YesNoQuestion("Delete?"), after: .right)
    }

    @Test("of lists, dialogs and messages are drawn and handled, whatever numbers are in them")
    func lists() throws {
        let list = ListState<Int>(selected: 3, markLimit: 2)
        try check(
            list, { $0.view(of: rows, id: \.self, hasScrollBar: true) { row, state in "\(state.pointer)\(row)" } },
            { $0.handle($1, rows: rows, id: \.self) })
        try check(
            list, { $0.view(of: rows, id: \.self, rowHeight: nil) { row, _ in .wrapped("row \(row) 日本 and more") } },
            { $0.handle($1, rows: rows, id: \.self, rowHeight: nil) })
        try check(
            ListState<Int>(selected: 3, column: 1), { $0.table(of: rows, id: \.self, columns: columns) },
            { $0.handle($1, table: rows, id: \.self) })
        try check(Choice("Which?", from: ["red", "green", "blue"]), after: "e", .down)
        try check(DropDown(from: ["red", "green", "blue"], height: 2), after: " ", .down)
        try check(ActionMenu([.init("a", 1), .divider, .init("c", 3)]), after: .down)
        try check(Tabs(["one", "two", "three"]), after: .right)
        try check(Paginator(of: 23, perPage: 4), after: .right)
        try check(DateField(picker: DayPicker(CalendarDay(year: 2026, month: 2, day: 28))), after: " ", .down)
        try check(SwatchPicker(.rgb(1, 2, 3)), after: "#", "a")
        try check(CommandPalette<Int>(.init(.init("o", 1, "open"), .init("x", 2, "close"))), after: "o", .down)
        try check(FilePicker(), after: "a")
        var toasts = Toasts()
        toasts.show("saved")
        try check(
            toasts, { View.empty.toasts($0) },
            { toasts, input in
                toasts.step &+= 1
                toasts.show("again")
                return toasts.handle(input)
            })
        var filter = RowFilter()
        filter.search(for: "1")
        filter.advance(over: 30, by: 5) { "\(rows[$0])".contains($1) }
        try check(
            filter, { ListState<Int>().view(of: $0.rows(of: rows), id: \.self) { row, _ in "\(row)" } },
            { filter, _ in
                filter.advance(over: 30, by: 3) { "\(rows[$0])".contains($1) }
                return .changed
            })
    }

    @Test("of what is read, and of what moves, are drawn and handled, whatever numbers are in them")
    func reading() throws {
        var log = LogBuffer(limit: 20)
        for row in rows { log.append("line \(row)") }
        try check(log, after: "/", "1", .enter, .up)
        var reader = Reader(hasNumbers: true)
        reader.closed = [3]
        let lines = rows.map { "line \($0) 日本" }
        for key in [Key.down, .shift(.down), "/", "9", .enter, .right] {
            _ = reader.handle(ScreenInput(.key(key), layout(20, 5, reader.view(of: lines))), lines: lines)
        }
        try check(
            reader, { $0.view(of: lines, folds: [3..<9]) }, { $0.handle($1, lines: lines, folds: [3..<9]) })
        var viewport = Viewport()
        _ = viewport.find("two", content: article, ScreenInput(.key("n"), layout(20, 5, article)))
        try check(viewport, { $0.view(of: article) }, { $0.handle($1, content: article) })
        try check(Spinner(.moon))
        try check(SplitPane(), { $0.view("a", "b") }, { $0.handle($1) })
        var meter = ProgressMeter(of: .bytes)
        for second in 1...3 { meter.record(second, of: 9, at: .seconds(second)) }
        try check(
            meter, { View.progress($0) },
            { meter, input in
                meter.record(5, of: 9, at: input.time)
                return .changed
            })
        var undoable = Undoable("a")
        undoable.value = "b"
        try check(
            undoable, { View.text($0.value) },
            { undoable, _ in
                undoable.value += "c"
                undoable.undo()
                return .changed
            })
        try check(ClickCounter(), { _ in .empty }, { clicks, input in clicks.count(input) > 0 ? .changed : .ignored })
    }
}

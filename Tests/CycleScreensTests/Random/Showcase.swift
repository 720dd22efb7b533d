import CycleDrivers
import CycleScreens
import CycleTesting

/// All components on one screen, for random input.
struct Showcase: Screen, Equatable {
    enum Place: String, CaseIterable, Codable {
        case input, secret, area, list, table, tree, form, choice, several, tabs, menu, day, files, log, reader, article
        case boxes, number, pattern, palette, pages, drop, swatches, button, sound, date
    }
    enum Field: Hashable, Codable { case name, isOn, level, boxes, note, color, day, count }
    enum Action: Hashable, Codable { case open, close }
    struct Row: Equatable, Identifiable, Codable {
        var id: Int
        var name: String
    }

    var size: Size?
    var isDone = false
    var focus = FocusRing(Place.input, wraps: true)
    var input = TextInput("some text 日本", placeholder: "type", rules: [.notEmpty])
    var secret = TextInput("secret", isSecret: true, limit: 12)
    var area = TextArea("one two three\nfour 👩‍🚀 five", hasLineNumbers: true)
    var rows = (0..<30).map { Row(id: $0, name: "row \($0) e\u{301}") }
    var list = ListState<Int>(markLimit: 3)
    var table = ListState<Int>()
    var sorting = ListSorting(column: 0)
    var tree = TreeState<String>(open: ["a"])
    var form = FormState<Field>([
        .text(.name, "Name 名", TextInput(rules: [.length(2...4)])), .toggle(.isOn, "On"),
        .choice(.level, "Level", from: ["a", "b"]),
        .boxes(.boxes, "Boxes", CheckBoxes(from: ["a", "日本", "c"], limit: 2)),
        .area(.note, "Note", TextArea("日本 one\ntwo"), height: 2),
        .dropDown(.color, "Colour", DropDown(from: ["red", "green", "日本"], height: 2)),
        .date(.day, "Day", DateField(picker: DayPicker(CalendarDay(number: 20_000)))),
        .number(.count, "Count", NumberField(3, in: -5...99, hasBar: true)),
    ])
    var choice = Choice("Which?", from: ["red", "green", "blue", "日本"])
    var several = Choice("Which?", from: [1, 2, 3, 40], limit: 2, height: 3)
    var tabs = Tabs(["One", "Two", "三"])
    var menu = ActionMenu<Int>([.init("a", 1, key: "x"), .divider, .init("b", 2, isEnabled: false), .init("c", 3)])
    var day = DayPicker(CalendarDay(year: 2026, month: 2, day: 28), today: CalendarDay(number: 20_000))
    var files = FilePicker()
    var log = LogBuffer(limit: 20)
    var reader = Reader(wraps: true, hasNumbers: true)
    var viewport = Viewport()
    var boxes = CheckBoxes(oneOf: ["red", "日本", "blue"], axis: .row)
    var number = NumberField(in: -1_000...1_000_000, step: 7, hasBar: true)
    var pattern = TextInput("1", rules: [.pattern("99 (aa) *\\9!")])
    var palette = CommandPalette<Action>(.init(.init("o", .open, "open a file 日"), .init("x", .close, "close")))
    var pages = Paginator(of: 23, perPage: 4)
    var drop = DropDown(from: ["one", "two", "日本"], height: 2)
    var swatches = SwatchPicker()
    let button = Button("Press 日本", role: .danger)
    var sound = Switch("Sound 日本")
    var date = DateField(picker: DayPicker(CalendarDay(number: 20_000)), placeholder: "no day 日")
    var question: YesNoQuestion?
    var toasts = Toasts()
    var spinner = Spinner(.moon)

    static let columns = [
        ListColumn<Row>("Id", width: .fixed(4), alignment: .end, sortedBy: \.id),
        ListColumn<Row>("Name", sortedBy: \.name) { "\($0.name, .green)" },
    ]
    static let text = (0..<40).map { "\($0) a\tb 日本語の文章 e\u{301} 👩‍🚀 " + String(repeating: "word ", count: $0 % 7 * 9) }
    static let folds = [3..<9, 9..<10, 20..<40]
    static let article = """
        # Title
        Some **bold** text with a [link](https://example.org) and 日本語の文章。

        - one two three four five six seven
        > quoted

        | a | b |
        |---|---|
        | 1 | 2 |
        """

    var sorted: [Row] { sorting.sorted(rows, by: Self.columns) }
    var branches: [TreeRow<String>] {
        tree.rows(of: ["a", "b"], id: \.self) { $0.count < 4 ? [$0 + "a", $0 + "b"] : nil }
    }

    var view: View {
        .column {
            View.row(spacing: 1) {
                spinner.view
                "\("\(focus.current.rawValue)", .bold)"; View.progress(0.3); View.sparkline([1, 2, nil, 3])
            }
            View.row {
                part.region(focus.current, in: focus); neighbour.region(Place.list, in: focus)
            }
            View.help(EditCommand.keys.help())
        }.dialog(question, title: "Sure?", width: 20).toasts(toasts)
    }

    private var neighbour: View {
        list.view(of: rows, hasScrollBar: true) { row, state in "\(state.pointer)\(row.name)" }.border(title: "List 一覧")
    }

    private var part: View {
        switch focus.current {
        case .input: input.view
        case .secret: secret.view.padding(1)
        case .area: area.view.border(.double, title: "Area")
        case .list: View.memo(rows.count) { View.chart([ChartSeries("x", values: [1, 5, 2])]) }
        case .table: table.table(of: sorted, columns: Self.columns, sorting: sorting)
        case .tree: tree.view(of: branches, id: \.self) { node, _ in "\(node)" }
        case .form: form.view
        case .choice: choice.view
        case .several: several.view
        case .tabs:
            View.column {
                tabs; View.bars([ChartBar("日", 3), ChartBar("b", 5)])
            }
        case .menu: menu.view.border().centered
        case .day: day.view.centered
        case .files: files.view
        case .log: log.view
        case .reader: reader.view(of: Self.text, folds: Self.folds) { StyledText($0, .green) }
        case .boxes: boxes.view
        case .number: number.view
        case .pattern: pattern.view
        case .palette: palette.view
        case .pages: pages.view
        case .drop: drop.view.width(.fit)
        case .swatches: swatches.view
        case .button: button.view
        case .sound: sound.view
        case .date: date.view
        case .article: viewport.view(of: Markdown(Self.article).view)
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        if input.answer(of: &question) != nil { return .changed }
        if input.key == .function(1) { question = YesNoQuestion("Do you 本当 mean it?") }
        if input.key == .function(2) { toasts.show("message \(toasts) 日本".prefix(30).description, .warning) }
        if input.key == .function(3) { rows.reverse() }
        if input.key == .function(4) { rows = Array(rows.dropFirst(3)) }
        toasts.step += 1
        if toasts.handle(input) != .ignored { return .changed }
        if input.key == .function(4) { form.reject(.name, "taken 日本") }
        spinner.advance()
        log.append("line \u{1b}[3\(spinner.step % 9)m\(spinner.step)\t\u{1b}[2J日")
        for request in files.requests {
            files.take(
                .listed(path: request.path, entries: [.init("a", isFolder: true), .init("b日.txt", byteCount: 9)]))
        }
        let (place, inner) = focus.target(of: input)
        return handle(place, inner).otherwise { focus.handle(input) }
    }

    private mutating func handle(_ place: Place, _ input: Input) -> Outcome {
        switch place {
        case .input: self.input.handle(input)
        case .secret: secret.handle(input)
        case .area: area.handle(input)
        case .list: list.handle(input, rows: rows)
        case .table: sorting.handle(input).otherwise { table.handle(input, table: sorted) }
        case .tree: tree.handle(input, rows: branches, id: \.self)
        case .form: form.handle(input)
        case .choice: choice.handle(input)
        case .several: several.handle(input)
        case .tabs: tabs.handle(input)
        case .menu: menu.handle(input)
        case .day: day.handle(input)
        case .files: files.handle(input)
        case .log: log.handle(input)
        case .reader: reader.handle(input, lines: Self.text, folds: Self.folds) { StyledText($0, .green) }
        case .boxes: boxes.handle(input)
        case .number: number.handle(input)
        case .pattern: pattern.handle(input)
        case .palette: palette.handle(input)
        case .pages: pages.handle(input)
        case .drop: drop.handle(input)
        case .swatches: swatches.handle(input)
        case .button: button.handle(input)
        case .sound: sound.handle(input)
        case .date: date.handle(input)
        case .article: viewport.handle(input, content: Markdown(Self.article).view)
        }
    }
}

extension SplitMix {
    /// A random event of a person or a program at a terminal.
    mutating func event(in size: Size) -> ConsoleDriver.Event {
        switch Int.random(in: 0..<100, using: &self) {
        case 0..<70: return .key(key())
        case 70..<85: return .mouse(mouse(in: size))
        case 85..<90: return .paste((0..<Int.random(in: 0..<9, using: &self)).map { _ in text() }.joined())
        case 90..<95:
            return .resized(.init(columns: .random(in: 0...60, using: &self), rows: .random(in: 0...20, using: &self)))
        case 95..<97:
            let odd =
                [(0, 0), (1, 1), (2, 1), (500, 3), (3, 200), (0, 5), (5, 0)].randomElement(using: &self) ?? (0, 0)
            return .resized(.init(columns: odd.0, rows: odd.1))
        default: return .focus(.random(using: &self))
        }
    }

    mutating func text() -> String {
        [
            "a", "Z", " ", "1", "日", "e\u{301}", "👩‍🚀", "🇩🇪", "\u{200d}", "\u{301}", "\n", "\t", "\u{1b}[31m", "\u{202e}",
            "\r\n", "q",
            "\u{9b}", "\u{0}",
        ].randomElement(using: &self) ?? ""
    }

    private mutating func key() -> Key {
        let bases: [Key] = [
            .enter, .escape, .tab, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
            .shift(.tab), .shift(.left), .shift(.up), .tab, .tab, .insert,
        ]
        switch Int.random(in: 0..<10, using: &self) {
        case 0..<5: return bases.randomElement(using: &self) ?? .tab
        case 5: return .control(letter())
        case 6: return .alt(letter())
        case 7: return .function(.random(in: 1...5, using: &self))
        default: return letter()
        }
    }

    private mutating func letter() -> Key {
        if Bool.random(using: &self),
            let scalar = "abcdefghijklmnopqrstuvwxyz/ GN".unicodeScalars.randomElement(using: &self)
        {
            return Key(.character(Character(scalar)))
        }
        // A key is one scalar.
        return Key(.character(text().unicodeScalars.first.map { Character($0) } ?? "a"))
    }

    private mutating func mouse(in size: Size) -> ConsoleDriver.Mouse {
        let actions: [ConsoleDriver.Mouse.Action] = [
            .pressed(.left), .released(.left), .dragged(.left), .moved, .scrolled(.up), .scrolled(.down),
            .scrolled(.left),
            .pressed(.right),
        ]
        let far = Int.random(in: 0..<20, using: &self) == 0 ? [Int.min, Int.max].randomElement(using: &self) : nil
        return .init(
            actions.randomElement(using: &self) ?? .moved,
            at: .init(
                row: far ?? .random(in: -1...max(0, size.rows), using: &self),
                column: far ?? .random(in: -1...max(0, size.columns), using: &self)))
    }
}

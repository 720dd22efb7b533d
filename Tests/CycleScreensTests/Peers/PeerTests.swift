import CycleDrivers
import CycleScreens
import Testing

/// Faults that users of other kits have reported, each tested as it should be.
@Suite("Faults of other libraries")
struct PeerTests {
    private func type(_ keys: [Key], into field: inout TextInput, columns: Int = 10) {
        for key in keys {
            let shown = layout(columns, 1, field.view)
            _ = field.handle(ScreenInput(.key(key), shown))
        }
    }

    // MARK: Fields

    @Test("deleting a word at the end of a text, or with nothing in it, deletes nothing and is no error")
    func deletingAtTheEnd() {
        for content in ["", "one two", "日", "👩‍👩‍👧"] {
            var field = TextInput(content)
            type([.end, .alt("d"), .delete, .control("k"), .alt("u"), .alt("c")], into: &field)
            #expect(field.text == content)
            type([.home, .backspace, .control("w"), .control("u"), .alt(.backspace)], into: &field)
            #expect(field.text == content)
        }
    }

    @Test("a placeholder is cut with an ellipsis, shows nothing at no width, and takes no other room than a text")
    func placeholders() {
        let field = TextInput(placeholder: "who you are")
        #expect(text(5, 1, field.view) == "who …" && text(1, 1, field.view) == "…" && text(0, 1, field.view) == "")
        for columns in 0..<14 {
            #expect(
                layout(
                    columns, 3,
                    View.column {
                        field; "x"
                    }
                ).canvas.text.hasSuffix("\nx") == (columns > 0))
        }
    }

    @Test("the cursor stands where the character is, however wide those before it are and however far it is scrolled")
    func wideCharacters() {
        var field = TextInput("日本語日本語日本語")
        for columns in [2, 3, 5, 7, 8] {
            type([.home], into: &field, columns: columns)
            for _ in 0..<9 {
                let shown = layout(columns, 1, field.view).canvas
                let character = shown.cursor.flatMap { shown.character(at: $0) }
                #expect(character.map { "日本語".contains($0) } == true, "\(columns): \(shown.text)")
                type([.right], into: &field, columns: columns)
            }
            let end = layout(columns, 1, field.view).canvas
            #expect(end.cursor.map { $0.column < columns } == true, "there is a cell behind the last character")
        }
    }

    @Test("a prompt stands before the text and moves it, its cursor and the mouse; without room it goes first")
    func prompts() {
        var field = TextInput("abc", prompt: "name")
        let shown = layout(14, 1, field.view.region(0))
        #expect(shown.canvas.text == "name abc" && shown.canvas.cursor?.column == 8)
        let press = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 0, column: 6)))
        _ = field.handle(ScreenInput(press, shown).at(0))
        #expect(layout(14, 1, field.view).canvas.cursor?.column == 6)
        #expect(text(11, 1, field.view) == "abc")
        for _ in 0..<20 { type(["日"], into: &field, columns: 14) }
        #expect(layout(14, 1, field.view).canvas.cursor.map { $0.column >= 5 && $0.column < 14 } == true)
        #expect(layout(14, 1, field.view).canvas.text.hasPrefix("name "))
    }

    @Test("after a long paste the cursor is in sight")
    func pastes() {
        var area = TextArea()
        let lines = (0..<100).map { "line \($0)" }.joined(separator: "\r\n")
        _ = area.handle(ScreenInput(.paste(lines), layout(10, 4, area.view)))
        let shown = layout(10, 4, area.view).canvas
        #expect(shown.text.hasSuffix("line 99") && shown.cursor == .init(row: 3, column: 7))
        #expect(!area.text.contains("\r"))
    }

    // MARK: Lists and tables

    @Test("a table that shrinks, is emptied and filled again has a selected row that is in sight")
    func shrinkingTables() {
        let columns = [ListColumn<Int>("n", isBefore: <) { "\($0)" }]
        var list = ListState<Int>()
        let size = Size(columns: 5, rows: 4)
        func shown(_ rows: Range<Int>) -> ScreenLayout {
            ScreenLayout(list.table(of: rows, id: \.self, columns: columns), size)
        }
        _ = list.handle(ScreenInput(.key(.end), shown(0..<100)), table: 0..<100, id: \.self)
        #expect(list.element(in: 0..<100, id: \.self) == 99)
        #expect(list.element(in: 0..<2, id: \.self) == 1 && shown(0..<2).canvas.text == " n\n 0\n▌1")
        _ = list.handle(ScreenInput(.key(.down), shown(0..<0)), table: 0..<0, id: \.self)
        #expect(list.element(in: 0..<0, id: \.self) == nil && shown(0..<0).canvas.text == " n")
        #expect(list.element(in: 0..<100, id: \.self) == 99 && shown(0..<100).canvas.text.contains("99"))
    }

    @Test("the selected row is seen, whatever styles its cells and its row have; rows can have styles of their own")
    func selectedStyles() {
        let columns = [ListColumn<Int>("n", width: .fixed(3)) { "\($0, .red + .background(.blue))" }]
        let list = ListState<Int>(selected: 1)
        let canvas = layout(
            5, 3, list.table(of: 0..<2, id: \.self, columns: columns, rowStyle: { $0 == 0 ? .italic : .bold })
        ).canvas
        let styles = [1, 2].compactMap { canvas.style(at: .init(row: $0, column: 1)) }
        #expect(styles == [.italic + .red + .background(.blue), .bold + .red + .background(.blue)])
        #expect(
            canvas.style(at: .init(row: 2, column: 4)) == .bold + .background(ScreenTheme.quiet.color(of: .selected)))
    }

    @Test("columns without a width, a cell with line ends, and more cells than fit are no error and take one row")
    func oddColumns() {
        let columns = [
            ListColumn<Int>("a", width: .fixed(0)) { "\($0)" }, ListColumn("b", width: .fixed(-3)) { "\($0)" },
            ListColumn("c", width: .fixed(4)) { _ in "x\ny\tz" }, ListColumn("d", width: .fixed(99)) { _ in "d" },
        ]
        let shown = text(9, 3, ListState<Int>().table(of: 0..<2, id: \.self, columns: columns))
        #expect(shown.split(separator: "\n").count == 3)
        #expect(text(0, 3, ListState<Int>().table(of: 0..<2, id: \.self, columns: columns)) == "")
    }

    @Test("a column of views draws them in its width, and is text where text is printed")
    func viewColumns() {
        let columns = [
            ListColumn<Int>("n", width: .fixed(2)) { "\($0)" },
            .views("load", width: .fixed(8)) { .sparkline([0, Double($0), 8], in: 0...8) },
            .views("done", width: .fixed(9)) { .progress(Double($0) / 8) },
        ]
        let table = ListState<Int>(selected: 4).table(of: [4, 8], id: \.self, columns: columns)
        #expect(text(22, 3, table) == " n  load     done\n▌4       ▁▄█ ━╾─  50 %\n 8       ▁██ ━━━ 100 %")
        #expect(ScreenLayout(plain: table).canvas.text.contains("4 8  50 %"))
        #expect(tableText(of: [4], columns: columns).hasSuffix("\n4   8          50 %"))
    }

    @Test(
        "of a choice that is filtered the limit holds, marks stay with their options, and two that read alike are two")
    func filteredChoices() {
        var choice = Choice("", from: ["one", "two", "two", "three"], limit: 2)
        func press(_ keys: Key...) { for key in keys { _ = choice.handle(ScreenInput(key)) } }
        press("t", "w", "o", " ", .down, " ", .escape, .home, " ")
        #expect(choice.chosen == ["two", "two"])
        press(.control("a"))
        #expect(choice.chosen.count == 2)
    }

    @Test("an option that was selected beforehand is in sight, also far down, and long options end in an ellipsis")
    func preselected() {
        var choice = Choice("Which?", from: (0..<100).map { "number \($0), as long as it is" }, height: 5)
        choice.select("number 70, as long as it is")
        let shown = text(14, 6, choice.view)
        #expect(shown.contains("▌ number 70,…") && shown.split(separator: "\n").count == 6)
    }

    @Test("a picker has room for nothing, and a folder has nothing in it, without an error")
    func emptyPickers() {
        var picker = FilePicker()
        #expect(text(20, 4, picker.view).hasSuffix("reading…"))
        picker.take(.listed(path: "", entries: []))
        #expect(text(20, 4, picker.view).hasSuffix("nothing here"))
        for rows in 0..<3 { #expect(text(20, rows, picker.view).split(separator: "\n").count <= rows) }
        let outcome = picker.handle(ScreenInput(.enter))
        #expect(outcome == .changed && picker.selected == nil)
    }

    @Test("a list, a table, a form and an area are as high as what is in them where they are told to fit")
    func fitting() {
        let list = ListState<Int>()
        let rows = list.view(of: 0..<3, id: \.self, rowHeight: 2) { number, _ in "\(number)" }
        #expect(
            text(
                3, 9,
                View.column {
                    rows.height(.fit); "x"
                }) == "0\n\n1\n\n2\n\nx")
        let table = list.table(of: 0..<2, id: \.self, columns: [ListColumn("n") { "\($0)" }])
        #expect(
            text(
                3, 9,
                View.column {
                    table.height(.fit); "x"
                }) == " n\n▌0\n 1\nx")
        let long = View.column {
            list.view(of: 0..<1_000_000, id: \.self) { number, _ in "\(number)" }.height(.fit); "x"
        }
        #expect(text(3, 3, long) == "0\n1\n2")
        var area = TextArea("a long line")
        #expect(
            text(
                7, 9,
                View.column {
                    area.view.height(.fit); "x"
                }) == "a long\nline\nx")
        area.text = ""
        #expect(
            text(
                7, 9,
                View.column {
                    area.view.height(.fit); "x"
                }) == "\nx")
        let form = FormState<Int>([.toggle(1, "one"), .toggle(2, "two")])
        #expect(
            text(
                12, 9,
                View.column {
                    form.view.height(.fit); "x"
                }) == "one ▐●  ▌\ntwo ▐●  ▌\nx")
    }

    @Test("a list goes round where it is told to, by a row and not by a page")
    func rounds() {
        var list = ListState<Int>(wraps: true)
        func press(_ key: Key) -> Int? {
            _ = list.handle(ScreenInput(key), rows: 0..<9, id: \.self)
            return list.element(in: 0..<9, id: \.self)
        }
        #expect(press(.up) == 8 && press(.pageDown) == 8 && press(.down) == 0 && press(.pageUp) == 0 && press("k") == 8)
    }

    // MARK: Reading

    @Test("a log finds what is looked for, marks it, goes to the next and the one before, and round the end")
    func search() {
        var log = LogBuffer(limit: 50)
        for number in 0..<40 { log.append(number % 10 == 3 ? "Error \(number)" : "line \(number)") }
        func first() -> Substring? {
            text(12, 3, log.view).split(separator: "\n").first?.prefix { $0 != "│" && $0 != "┃" }
        }
        func press(_ key: Key) { _ = log.handle(ScreenInput(.key(key), layout(12, 3, log.view))) }
        let outcome = log.handle(ScreenInput("n"))
        let isFound = log.find("error")
        #expect(outcome == .ignored && isFound && first() == "Error 33   ")
        let mark = layout(12, 3, log.view).canvas.style(at: .init(row: 0, column: 4))
        #expect(mark?.attributes == [.reverse, .bold] && mark?.foreground == ScreenTheme.quiet.color(of: .warning))
        press("n")
        #expect(first() == "Error 3    ")
        press("N")
        press("N")
        #expect(first() == "Error 23   ")
        let others = [log.find("ERROR"), log.find("")]
        #expect(others == [false, false] && first() == "Error 23   ")
    }

    @Test("marked text keeps its styles and links, in any script; small letters stand for capital ones")
    func marking() {
        let text: StyledText = "\("Straße ", .red)\("STRASSE", .bold, link: "https://a")"
        #expect(text.marking("str").runs.map(\.text) == ["Str", "aße ", "STR", "ASSE"])
        #expect(text.marking("str").runs.map(\.style) == [.red + .reverse, .red, .bold + .reverse, .bold])
        #expect(text.marking("Str").runs.map(\.text) == ["Str", "aße ", "STRASSE"])
        #expect(text.marking("e s").runs.map(\.style) == [.red, .red + .reverse, .bold + .reverse, .bold])
        #expect(text.marking("").runs == text.runs && text.marking("nothing").runs == text.runs)
        #expect(StyledText("aaaa").marking("aa").text == "aaaa")
    }

    // MARK: Texts

    @Test("bytes are written for people, with two digits at least and in the unit that they fit")
    func bytes() {
        let words = [
            0, 620, 999, 1_000, 4_250, 9_949, 9_951, 41_000, 999_499, 999_500, 41_000_000, 1 << 40, .max, -1_500,
        ]
        #expect(
            words.map { ("\(bytes: $0)" as StyledText).text } == [
                "0 B", "620 B", "999 B", "1.0 kB", "4.3 kB", "9.9 kB", "10 kB", "41 kB", "999 kB", "1.0 MB", "41 MB",
                "1.1 TB", "9.2 EB", "-1.5 kB",
            ])
    }

    @Test("a text in one row can be cut, or end in an ellipsis, whatever kind of text it is")
    func overflow() {
        let name = "a long name"
        #expect(text(6, 1, View.text(name, .bold, overflow: .ellipsisInTheMiddle)) == "a …ame")
        #expect(text(6, 1, View.text("\(name, .bold)", overflow: .ellipsis)) == "a lon…")
        #expect(text(6, 1, View.text(name)) == "a long")
        #expect(text(6, 2, View.wrapped("\(name)")) == "a long\nname")
    }

    @Test("a spinner stands in a row like any component, and takes no keys")
    func spinners() {
        var spinner = Spinner(.line)
        #expect(
            text(
                8, 1,
                View.row(spacing: 1) {
                    spinner; "busy"
                }) == "| busy")
        let outcome = spinner.handle(ScreenInput(.enter))
        #expect(outcome == .ignored)
    }

    @Test("changes are taken back one by one, and made again; a value that is the same is no change")
    func undo() {
        var number = Undoable(0, limit: 3)
        for value in [1, 1, 2, 3, 4] { number.value = value }
        number.undo()
        #expect(number.value == 3 && number.canRedo)
        number.redo()
        number.redo()
        #expect(number.value == 4 && !number.canRedo)
        for _ in 0..<9 { number.undo() }
        #expect(number.value == 1 && !number.canUndo)
        number.value = 7
        #expect(!number.canRedo)
        var forgetful = Undoable("a", limit: 0)
        forgetful.value = "b"
        forgetful.undo()
        #expect(forgetful.value == "b")
    }
}

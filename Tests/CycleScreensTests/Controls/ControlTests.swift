import CycleDrivers
import CycleScreens
import TestSupport
import Testing

@Suite("Controls")
struct ControlTests {
    @Test("a button is pressed by Enter, a blank and the mouse, unless it is disabled")
    func buttons() {
        let button = Button("Save", role: .primary)
        #expect(text(20, 1, button.view) == "▐  Save  ▌")
        #expect(ScreenLayout(plain: button.view).canvas.text == "[Save]")
        let press = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 0, column: 4)))
        for event in [.key(.enter), .key(" "), press] {
            let input = ScreenInput(event, layout(20, 1, button.view))
            #expect(button.handle(input) == .submitted)
            #expect(Button("Save", isEnabled: false).handle(input) == .changed)
        }
        #expect(button.handle(ScreenInput("x")) == .ignored)
    }

    @Test("a switch is changed by a blank, by arrows and by the mouse, and is seen without colours")
    func switches() {
        var sound = Switch("Sound")
        #expect(text(20, 1, sound.view) == "▐●  ▌ Sound")
        #expect(sound.handle(ScreenInput(" ")) == .changed && sound.isOn)
        #expect(text(20, 1, sound.view) == "▐  ●▌ Sound")
        #expect(ScreenLayout(plain: sound.view).canvas.text == "[x] Sound")
        #expect(sound.handle(ScreenInput(.right)) == .ignored && sound.handle(ScreenInput(.left)) == .changed)
        #expect(!sound.isOn)
    }

    @Test("a help that is cut says so, and `?` shows all of it")
    func help() {
        let keys: [KeyHelp] = [.init(["a"], "add"), .init([.control("s")], "save"), .init([.escape], "leave")]
        var bar = HelpBar()
        let shown = { (bar: HelpBar) in
            ScreenLayout(
                View.column {
                    View.spacer; bar.view(keys)
                }, Size(columns: 20, rows: 6))
        }
        #expect(shown(bar).canvas.text.hasSuffix("a add   ? more"))
        #expect(bar.handle(ScreenInput("?")) == .changed)
        #expect(shown(bar).canvas.text.contains("esc leave") && shown(bar).canvas.text.contains("? less"))
        #expect(bar.handle(ScreenInput(.escape)) == .changed && !bar.isOpen)
        #expect(bar.handle(ScreenInput(.escape)) == .ignored)
    }

    @Test("fields have the shape that the theme gives them", arguments: ScreenTheme.Fields.Shape.allCases)
    func shapes(_ shape: ScreenTheme.Fields.Shape) {
        let form = FormState<Int>([.text(1, "Name", TextInput("Ada"))])
        let shown = ScreenLayout(form.view.style(\.fields.shape, shape), Size(columns: 16, rows: 3)).canvas.text
        switch shape {
        case .plain: #expect(shown == "Name Ada")
        case .tint: #expect(shown == "Name ▌Ada")
        case .underline: #expect(shown == "Name Ada\n     ━━━━━━━━━━━")
        case .box: #expect(shown == "╭─ Name ───────╮\n│ Ada          │\n╰──────────────╯")
        }
    }

    @Test("in a form of underlined fields a blank row stands below whatever has no line, where there is room for all")
    func underlinedRows() {
        var form = FormState<Int>(
            [
                .text(0, "Port", TextInput("x", rules: [.number])), .toggle(1, "TLS"),
                .choice(2, "Level", from: ["a", "b"]), .text(3, "Name", TextInput()),
            ])
        _ = form.handle(ScreenInput(.key(.tab), layout(32, 9, form.view)))
        let view = form.view.style(\.fields.shape, .underline)
        #expect(
            text(32, 11, view) == """
                Port  x
                      ──────────────────────────
                      ✗ must be a number

                TLS   ▐●  ▌

                Level ▐ a ▌   b

                Name
                      ──────────────────────────
                """)
        #expect(text(32, 9, view).split(separator: "\n").count == 7)
    }

    @Test("a widget measures and draws itself, in its room and in the theme")
    func widgets() {
        struct Ruler: ScreenWidget {
            var plain: View { "ruler" }
            func measure(_ room: Size, _ theme: ScreenTheme) -> Size { Size(columns: room.columns, rows: 1) }
            func draw(on layout: inout ScreenLayout, in place: ScreenPlace) {
                for column in stride(from: 0, to: place.size.columns, by: 5) {
                    layout.draw("\(column, .accent)", at: .init(row: 0, column: column), in: place)
                }
            }
        }
        let view = View.column {
            View(Ruler()).height(.fit); "below"
        }
        let canvas = layout(12, 4, view).canvas
        #expect(canvas.text == "0    5    10\nbelow")
        #expect(canvas.style(at: .init(row: 0, column: 5))?.foreground == ScreenTheme.quiet.color(of: .accent))
        #expect(ScreenLayout(plain: View(Ruler())).canvas.text == "ruler")
    }

    @Test("a widget knows whether what it stands in has the focus")
    func focusedWidgets() {
        struct Lamp: ScreenWidget {
            var plain: View { "lamp" }
            func measure(_ room: Size, _ theme: ScreenTheme) -> Size { Size(columns: 3, rows: 1) }
            func draw(on layout: inout ScreenLayout, in place: ScreenPlace) {
                layout.draw(layout.hasFocus ? "on" : "off", at: .init(row: 0, column: 0), in: place)
            }
        }
        let lamp = View(Lamp()).width(3)
        let row = View.row {
            lamp.focused(true); lamp.focused(false)
        }
        #expect(text(6, 1, row) == "on off")
    }

    @Test("a divider joins the border that it ends at, and a divider across it")
    func joints() {
        let view = View.column {
            View.row {
                View.text("a").width(2); View.divider; View.text("b")
            }.height(1)
            View.divider
            "c"
        }.border(.line)
        #expect(text(7, 5, view) == "┌──┬──┐\n│a │b │\n├──┴──┤\n│c    │\n└─────┘")
    }

    @Test("a title opens and closes what is below it")
    func collapsibles() {
        var details = Collapsible("Details")
        let content = View.text("below")
        #expect(text(12, 3, details.view(content)) == "▸ Details")
        #expect(details.handle(ScreenInput(.right)) == .changed)
        #expect(text(12, 3, details.view(content)) == "▾ Details\n  below")
        let press = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 0, column: 3)))
        #expect(details.handle(ScreenInput(press, layout(12, 3, details.view(content)))) == .changed && !details.isOpen)
        #expect(details.handle(ScreenInput(.left)) == .ignored)
    }

    @Test("pages of a stack slide, and at once where no motion is wanted; the first one is never left")
    func stacks() throws {
        var stack = ScreenStack("one")
        let shown = { (stack: ScreenStack<String>) in text(4, 1, stack.view { .text($0) }) }
        stack.push("two")
        #expect(stack.isMoving && shown(stack) == "one")
        stack.advance(by: .milliseconds(125))
        #expect(!["one", "two"].contains(shown(stack)))
        let read = try copy(stack)
        #expect(read == stack)
        stack.advance(by: .milliseconds(125))
        #expect(!stack.isMoving && shown(stack) == "two")
        stack.isAnimated = false
        #expect(stack.handle(ScreenInput(.escape)) == .changed && shown(stack) == "one")
        #expect(stack.handle(ScreenInput(.escape)) == .ignored && stack.pages == ["one"])
        stack.isAnimated = true
        stack.push("two")
        stack.isAnimated = false
        stack.push("last")
        #expect(!stack.isMoving && shown(stack) == "last")
        stack.popToRoot()
        #expect(!stack.isMoving && shown(stack) == "one" && stack.pages == ["one"])
        stack.isAnimated = true
        stack.popToRoot()
        #expect(!stack.isMoving)
    }

    @Test("big digits have three rows, and in plain text one")
    func digits() {
        #expect(text(11, 3, .big("1:2")) == "▄█  ▄ ▀▀█\n █  ▄ █▀▀\n▀▀▀   ▀▀▀")
        #expect(ScreenLayout(plain: .big("1:2")).canvas.text == "1:2")
        #expect(text(7, 3, .big("7°")) == "▀▀█ ▄▀▄\n  █  ▀\n  ▀")
    }

    @Test("decision 21: a picture has two points in a cell, and becomes smaller where it must")
    func pictures() {
        let picture = PixelPicture(width: 4, height: 4) { x, y in
            x == y ? .rgb(255, 0, 0) : y > 2 ? .rgb(0, 0, 255) : nil
        }
        let canvas = layout(9, 9, picture.view).canvas
        #expect(canvas.text == "▀▄\n▄▄▀▄")
        #expect(canvas.style(at: .init(row: 0, column: 0))?.foreground == .rgb(255, 0, 0))
        for columns in 0..<6 { for rows in 0..<4 { _ = text(columns, rows, picture.view) } }
        #expect(ScreenLayout(plain: picture.view).canvas.text == "")
    }

    @Test("code is coloured in an area, also where it is wrapped or selected; the text is the same as without")
    func codeArea() {
        var area = TextArea("let answer = 42 // of all\nfunc", hasLineNumbers: true)
        let canvas = layout(14, 8, area.view(code: .swift)).canvas
        #expect(canvas.text == layout(14, 8, area.view).canvas.text)
        let theme = ScreenTheme.quiet
        func color(_ row: Int, _ column: Int) -> ConsoleDriver.Color? {
            canvas.style(at: .init(row: row, column: column))?.foreground
        }
        #expect(canvas.text == "1 let answer\n  = 42 // of\n  all\n2 func")
        #expect(color(0, 2) == theme.color(of: .accent) && color(3, 2) == theme.color(of: .accent))
        #expect(color(1, 4) == theme.color(of: .warning) && color(0, 6) != theme.color(of: .accent))
        #expect(color(1, 7) == theme.color(of: .muted) && color(2, 3) == theme.color(of: .muted))
        area.edited.perform(.selectAll)
        let selected = layout(14, 8, area.view(code: .swift)).canvas
        let style = selected.style(at: .init(row: 0, column: 2))
        #expect(style?.attributes.contains(.reverse) == true && style?.foreground == theme.color(of: .accent))
        #expect(selected.text == canvas.text)
    }

    @Test("code is coloured word by word, in Markdown by the name of its language")
    func code() {
        let styled = CodeRules.swift.styled("let a = \"b\\\"c\" + 12 // let")
        #expect(styled.text == "let a = \"b\\\"c\" + 12 // let")
        let colored = styled.runs.filter { $0.style != .plain }.map(\.text)
        #expect(colored == ["let", "\"b\\\"c\"", "12", "// let"])
        let canvas = layout(20, 3, Markdown("```swift\nlet a\n```").view).canvas
        #expect(canvas.style(at: .init(row: 0, column: 2))?.foreground == ScreenTheme.quiet.color(of: .accent))
    }
}

import CycleDrivers
import CycleScreens
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
        #expect(shown(bar).canvas.text.hasSuffix("a add ? more"))
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
}

import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

/// Text from others in every component: the terminal shows its characters and obeys none of it.
@Suite("Hostile text in components")
struct HostileComponentTests {
    /// A colour, a hidden letter, a link, a title, a clipboard, an erased screen and a change of the writing direction.
    private static let attack =
        "\u{1b}[38;5;201;8mx\u{1b}]8;;file:///etc/passwd\u{1b}\\invoice\u{1b}]8;;\u{1b}\\"
        + "\u{1b}]0;owned\u{7}\u{1b}]52;c;eA==\u{7}\u{9b}2J\u{202e}y"

    private struct Row: Identifiable {
        let id: Int
        let name: String
    }

    private static func views(_ text: String) -> [(name: String, view: View)] {
        let rows = [Row(id: 1, name: text)]
        let column = ListColumn<Row>(StyledText(text)) { "\($0.name)" }
        var log = LogBuffer()
        log.append(text)
        var toasts = Toasts()
        toasts.show(text, .warning)
        let menu = ActionMenu<Int>([.init(text, 1)])
        let form = FormState<Int>([
            .text(0, text, TextInput(text)), .toggle(1, text), .choice(2, text, from: [text]),
            .boxes(3, text, CheckBoxes(from: [text])), .area(4, text, TextArea(text), height: 2),
            .dropDown(5, text, DropDown(from: [text], height: 1)),
        ])
        let question = YesNoQuestion(text)
        let tree = TreeState<String>()
        var files = FilePicker()
        for request in files.requests {
            files.take(.listed(path: request.path, entries: [.init("b", byteCount: 9)]))
        }
        return [
            ("text", .text(StyledText(text))), ("wrapped", .wrapped(StyledText(text))), ("input", TextInput(text).view),
            ("placeholder", TextInput("", placeholder: text).view), ("area", TextArea(text).view), ("log", log.view),
            ("log with sequences", log.view { StyledText(sequences: $0) }), ("form", form.view), ("menu", menu.view),
            ("list", ListState<Int>().view(of: rows) { row, _ in "\(row.name)" }),
            ("table", ListState<Int>().table(of: rows, columns: [column])),
            (
                "tree",
                tree.view(of: tree.rows(of: [text], id: \.self) { _ in nil }, id: \.self) { node, _ in "\(node)" }
            ),
            ("choice", Choice(text, from: [text]).view), ("boxes", CheckBoxes(from: [text]).view),
            ("drop-down", DropDown(from: [text], height: 1).view), ("tabs", .column { Tabs([text]) }),
            ("border", View.text("a").border(title: StyledText(text), footer: StyledText(text))),
            ("bars", View.bars([ChartBar(text, 3)])),
            ("chart", View.chart([ChartSeries(text, values: [1, 2])])), ("help", View.help(KeyHelp(["a"], text))),
            ("dialog", View.text("a").dialog(question, title: StyledText(text), width: 40)),
            ("toasts", View.text("a").toasts(toasts)),
            (
                "article",
                Markdown("# \(text)\n\n\(text) [\(text)](file:///etc/passwd) <file:///etc/passwd>\n\n- \(text)").view
            ),
            ("lines", Viewport().view(of: TextLines(text).view)), ("files", files.view),
        ]
    }

    @Test("is shown and not obeyed")
    func inert() {
        for (name, view) in Self.views(Self.attack) {
            let shown = layout(60, 16, view).canvas
            let console = SimulatedConsole(columns: 60, rows: 16, environment: ["TERM": "xterm-kitty"])
            console.end()
            let cycle = CycledLens(startingWith: 0) { frames in
                frames.lens(
                    driver: console, frameFilter: { _ in .screen(shown, input: .keys) }, eventFilter: { _, _ in })
            }
            VirtualTime().drive(cycle)
            cycle.stop()
            let seen = console.terminal
            #expect(seen.title == "" && seen.clipboard == nil && seen.unknownCount == 0 && seen.isAsFound, "\(name)")
            for command in ["8;;", "0;", "2;", "52;"] {
                #expect(!console.output.contains("\u{1b}]\(command)"), "\(name)")
            }
            guard name != "log with sequences" else { continue }
            let canvas = seen.canvas
            for row in 0..<16 {
                for column in 0..<60 {
                    let style = canvas.style(at: .init(row: row, column: column)) ?? .plain
                    #expect(style.foreground != .indexed(201) && !style.attributes.contains(.conceal), "\(name)")
                }
            }
        }
    }

    @Test("leaves no control character in a table that a program prints")
    func printedTable() {
        let text = tableText(of: [Row(id: 1, name: Self.attack)], columns: [ListColumn<Row>("Name") { "\($0.name)" }])
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) })
    }
}

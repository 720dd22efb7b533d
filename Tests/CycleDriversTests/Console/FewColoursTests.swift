import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("Terminals of few colours")
struct FewColoursTests {
    typealias Color = ConsoleDriver.Color
    typealias Style = ConsoleDriver.Style

    /// A cell as a terminal of that kind shows it.
    private func shown(_ style: Style, _ terminal: String) -> Style? {
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 1, rows: 1, environment: ["TERM": terminal])
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: console,
                frameFilter: { _ in
                    var canvas = ConsoleDriver.Canvas(.init(columns: 1, rows: 1))
                    canvas.draw("▐", at: .init(row: 0, column: 0), style: style)
                    return .fullScreen(canvas, input: .keys)
                }, eventFilter: { _, _ in })
        }
        time.drive(cycle)
        time.advance(by: .seconds(1))
        defer { cycle.stop() }
        return console.terminal.canvas.style(at: .init(row: 0, column: 0))
    }

    private func sixteen(_ color: Color) -> Color? { shown(.foreground(color), "xterm")?.foreground }

    @Test(
        "of sixteen colours one of the same hue is shown, so that a mistake stays red and a success green",
        arguments: [
            (Color.rgb(255, 143, 143), Color.brightRed), (.rgb(134, 217, 147), .brightGreen),
            (.rgb(245, 218, 92), .brightYellow), (.rgb(255, 160, 80), .yellow), (.rgb(125, 196, 255), .brightCyan),
            (.rgb(196, 167, 245), .brightBlue), (.indexed(183), .brightMagenta), (.rgb(180, 35, 24), .red),
            (.rgb(11, 87, 176), .blue), (.rgb(7, 90, 112), .blue), (.indexed(91), .magenta),
        ])
    func hues(_ color: Color, _ nearest: Color) {
        #expect(sixteen(color) == nearest)
    }

    @Test(
        "a pale colour becomes a gray, and a dark green or brown no bright one, which is not read on white",
        arguments: [
            (Color.rgb(214, 222, 235), Color.white), (.rgb(148, 163, 184), .gray), (.rgb(85, 96, 112), .gray),
            (.rgb(26, 102, 51), .gray), (.rgb(114, 72, 0), .gray), (.rgb(27, 36, 48), .black),
        ])
    func grays(_ color: Color, _ nearest: Color) {
        #expect(shown(.init(foreground: color, background: .brightCyan), "xterm")?.foreground == nearest)
    }

    @Test("two colours of a cell that become the same of sixteen are still told apart")
    func apart() {
        let night = Style(foreground: .rgb(34, 45, 63), background: .rgb(16, 21, 31))
        #expect(shown(night, "xterm") == Style(foreground: .gray, background: .black))
        // The terminal's own ground is taken for dark.
        #expect(sixteen(.indexed(237)) == .gray)
        let day = Style(foreground: .rgb(250, 251, 253), background: .rgb(255, 255, 255))
        #expect(shown(day, "xterm") == Style(foreground: .white, background: .brightWhite))
        // A text that is meant to be unseen stays so.
        let hidden = Style(foreground: .rgb(16, 21, 31), background: .rgb(16, 21, 31))
        #expect(shown(hidden, "xterm") == Style(foreground: .black, background: .black))
        #expect(sixteen(.black) == .black)
    }

    @Test("of 256 colours a gray with a tint becomes a gray, not a tint of its own")
    func indexed() {
        func nearest(_ color: Color) -> Color? { shown(.foreground(color), "xterm-256color")?.foreground }
        #expect(nearest(.rgb(148, 163, 184)) == .indexed(248))
        #expect(nearest(.rgb(176, 188, 205)) == .indexed(250))
        #expect(nearest(.rgb(125, 196, 255)) == .indexed(117))
        #expect(nearest(.rgb(255, 80, 80)) == .indexed(203))
    }
}

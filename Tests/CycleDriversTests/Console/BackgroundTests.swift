import Cycle
import CycleDrivers
import CycleTesting
import Foundation
import TestSupport
import Testing

@Suite("Colours for a light and a dark background")
struct BackgroundTests {
    typealias Color = ConsoleDriver.Color
    typealias Event = ConsoleDriver.Event

    private struct Frame: Equatable {
        var events: [Event] = []
        var isAsking = false
        var text = "x"
    }

    private let time = VirtualTime()
    private let color = Color.adaptive(light: .indexed(25), dark: .indexed(117))
    private let question = "\u{1b}]11;?\u{1b}\\\u{1b}[?2031h"

    private func cycle(
        _ console: SimulatedConsole, _ color: Color, input: ConsoleDriver.Input = .keys, isAsking: Bool = false
    ) -> CycledLens<some Any, Frame> {
        let cycle = CycledLens(startingWith: Frame(isAsking: isAsking)) { frames in
            frames.lens(
                driver: console,
                frameFilter: { frame in
                    var canvas = ConsoleDriver.Canvas(.init(columns: 4, rows: 1))
                    canvas.draw(frame.text, at: .init(row: 0, column: 0), style: .foreground(color))
                    var model = ConsoleDriver.Model.fullScreen(canvas, input: input)
                    model.background = frame.isAsking
                    return model
                },
                eventFilter: { frame, event in frame.events.append(event) })
        }
        time.drive(cycle)
        time.advance(by: .seconds(1))
        return cycle
    }

    private func shown(_ console: SimulatedConsole) -> Color? {
        console.terminal.canvas.style(at: .init(row: 0, column: 0))?.foreground
    }

    private func console(_ environment: [String: String] = [:]) -> SimulatedConsole {
        SimulatedConsole(
            columns: 8, rows: 2, environment: ["TERM": "xterm-256color"].merging(environment) { $1 })
    }

    @Test("are drawn as for a dark one at first, and anew when the terminal says that it is light, and when it changes")
    func drawnAnew() {
        let console = console()
        console.background = .light
        let cycle = cycle(console, color)
        #expect(console.output.contains("\u{1b}[38;5;117m") && console.output.contains(question))
        #expect(shown(console) == .indexed(25))
        // A frame that does not ask is told nothing: it is the same, whatever the terminal is like.
        #expect(cycle.frame.events == [.resized(.init(columns: 8, rows: 2))])
        console.background = .dark
        time.advance(by: .seconds(1))
        #expect(shown(console) == .indexed(117) && console.terminal.lines == ["x"])
        cycle.stop()
        #expect(console.terminal.isAsFound && console.terminal.unknownCount == 0)
    }

    @Test("cost a question only where one is shown and keys are read, of a terminal that does not print it")
    func questions() {
        func asks(_ console: SimulatedConsole, _ color: Color, _ input: ConsoleDriver.Input = .keys) -> Bool {
            cycle(console, color, input: input).stop()
            return console.output.contains("\u{1b}]11;?")
        }
        #expect(asks(console(), color))
        #expect(!asks(console(), .indexed(25)) && !asks(console(), .rgb(1, 2, 3)) && !asks(console(), .standard))
        #expect(!asks(console(), color, .lines) && !asks(console(), color, .none))
        for kind in ["linux", "vt100", "screen", "dumb"] { #expect(!asks(console(["TERM": kind]), color), "\(kind)") }
        #expect(asks(console(["TERM": "screen-256color", "TMUX": "/tmp/tmux"]), color))
        #expect(!asks(SimulatedConsole(isTerminal: false), color))
    }

    @Test("go by COLORFGBG until the terminal answers, and by that alone where it does not")
    func environment() {
        for (variable, isLight) in [
            ("0;15", true), ("0;default;7", true), ("15;0", false), ("7;8", false), ("default;default", false),
            ("", false), ("0;+15", false),
        ] {
            let console = console(["COLORFGBG": variable])
            let cycle = cycle(console, color)
            #expect(shown(console) == .indexed(isLight ? 25 : 117), "\(variable)")
            cycle.stop()
        }
        let console = console(["COLORFGBG": "0;15"])
        console.background = .dark
        let cycle = cycle(console, color, isAsking: true)
        #expect(shown(console) == .indexed(117))
        #expect(cycle.frame.events.dropFirst() == [.background(.light), .background(.dark)])
        cycle.stop()
    }

    @Test("a frame that asks is told once, and again when it changes; nothing without an answer")
    func events() {
        let silent = console()
        let quiet = cycle(silent, .standard, isAsking: true)
        #expect(silent.output.contains(question) && quiet.frame.events.count == 1)
        quiet.stop()
        let console = console()
        console.background = .dark
        let cycle = cycle(console, .standard, isAsking: true)
        for background in [ConsoleDriver.Background.dark, .light, .light, .dark] {
            console.background = background
            time.advance(by: .seconds(1))
        }
        #expect(cycle.frame.events.dropFirst() == [.background(.dark), .background(.light), .background(.dark)])
        cycle.stop()
        #expect(console.terminal.isAsFound)
    }

    @Test("a screen that is shown long after the answer is drawn as for that background")
    func shownLater() {
        let console = console()
        console.background = .light
        let (colors, inlet) = Signal<Color>.pipe()
        let cycle = CycledLens(startingWith: Color.standard) { frames in
            frames.lens(
                driver: console,
                frameFilter: { color in
                    var canvas = ConsoleDriver.Canvas(.init(columns: 4, rows: 1))
                    canvas.draw("x", at: .init(row: 0, column: 0), style: .foreground(color))
                    var model = ConsoleDriver.Model.fullScreen(canvas, input: .keys)
                    model.background = true
                    return model
                })
            frames.lens(events: colors) { frame, color in frame = color }
        }
        time.drive(cycle)
        time.advance(by: .seconds(1))
        inlet.send(color)
        time.advance(by: .seconds(1))
        #expect(shown(console) == .indexed(25))
        cycle.stop()
    }

    @Test("an answer that is cut anywhere is never taken for keys")
    func cutAnswers() {
        for seed in 0..<40 as Range<UInt64> {
            let console = SimulatedConsole(
                columns: 8, rows: 2, environment: ["TERM": "xterm"], faults: .init(seed: seed, outputStalls: 20))
            console.background = .light
            let cycle = cycle(console, color)
            console.type("ab")
            time.advance(by: .seconds(1))
            #expect(cycle.frame.events.dropFirst() == [.key("a"), .key("b")], "seed \(seed)")
            cycle.stop()
        }
    }

    @Test("are one of the 256, or the terminal's own, in each case, and come back from JSON, alone and in a style")
    func coding() throws {
        let colors: [(Color, String)] = [
            (color, "25/117"), (.adaptive(light: .rgb(255, 0, 0), dark: .standard), "196/standard"),
            (.adaptive(light: color, dark: color), "25/117"),
        ]
        for (color, text) in colors {
            #expect("\(color)" == text)
            #expect(try copy(color) == color)
            let style = ConsoleDriver.Style.bold + .foreground(color) + .background(color)
            #expect(try copy(style) == style)
        }
        for text in [#""1/2/3""#, #""1/""#, #""/""#, #""1/x""#, #""256/1""#, #""+1""#, #""token+1""#, ##""#+12345""##] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Color.self, from: Data(text.utf8)) }
        }
    }

    @Test(
        "are reduced to what the terminal has, as all colours are; text with our own sequence for them draws one of the two"
    )
    func reduced() {
        for (environment, wanted) in [("xterm", Color.blue), ("xterm-256color", .indexed(21)), ("vt100", .standard)] {
            let console = console(["TERM": environment, "COLORFGBG": "0;15"])
            let cycle = cycle(console, .adaptive(light: .rgb(0, 0, 255), dark: .red))
            #expect(shown(console) == wanted, "\(environment)")
            cycle.stop()
        }
        let text = "\u{1b}[38:9:25:117;58:9:1:2;4mx"
        let console = console()
        let cycle = CycledLens(startingWith: text) { frames in
            frames.lens(driver: console, frameFilter: { .lines(sequences: [$0]) })
        }
        time.drive(cycle)
        #expect(!console.output.contains(":9:") && console.terminal.lines == ["x"])
        cycle.stop()
    }
}

import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Foundation
import Testing

@testable import gallery

@Suite("Themes")
struct ThemeTests {
    typealias Token = ScreenTheme.Token
    typealias Color = ConsoleDriver.Color

    private static let words: [Token] = [.text, .muted, .accent, .secondary, .danger, .warning, .success]
    private static let grounds: [Token] = [.surface, .raised, .field, .selected]
    private static let fills: [Token] = [.accent, .danger, .warning, .success]
    private static var pairs: [(text: Token, ground: Token)] {
        words.flatMap { word in grounds.map { (word, $0) } } + fills.map { (.onAccent, $0) }
    }

    /// Every pair of words and ground, a cell each.
    private struct Chart: Screen, Equatable {
        var size: Size?
        var isDone = false
        var theme: ScreenTheme

        var view: View {
            .stack(.row, ThemeTests.pairs.map { .text("x", style($0.text, on: $0.ground)) })
        }

        private func style(_ text: Token, on ground: Token) -> ConsoleDriver.Style {
            text == .onAccent
                ? .filled(color(ground)) : .init(foreground: color(text), background: color(ground))
        }

        private func color(_ token: Token) -> Color { .token(token.rawValue) }

        mutating func handle(_ input: Input) -> Outcome { .ignored }
    }

    /// The contrast of every pair on a terminal. The terminal's own colours are black and white, or the other way
    /// round.
    private func contrasts(
        _ theme: ScreenTheme, _ environment: [String: String], _ background: ConsoleDriver.Background
    ) -> [(pair: (text: Token, ground: Token), contrast: Double)] {
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 40, rows: 1, environment: environment)
        console.background = background
        let cycle = CycledLens(startingWith: Chart(theme: theme)) { $0.lens(screen: console) }
        time.drive(cycle)
        time.advance(by: .seconds(1))
        defer { cycle.stop() }
        let isDark = background == .dark
        let (white, black) = (Color.rgb(255, 255, 255), Color.rgb(0, 0, 0))
        return Self.pairs.enumerated().map { column, pair in
            let style = console.terminal.canvas.style(at: .init(row: 0, column: column)) ?? .plain
            let text = style.foreground == .standard ? isDark ? white : black : style.foreground
            let ground = style.background == .standard ? isDark ? black : white : style.background
            return (pair, ScreenTheme.contrast(of: text, on: ground) ?? 0)
        }
    }

    @Test(
        "every text on its ground has a contrast of 4.5 at least, in all colours and in 256, on either background",
        arguments: ScreenTheme.all + [.harbor, .hearth])
    func contrast(_ theme: ScreenTheme) {
        for environment in [["TERM": "xterm", "COLORTERM": "truecolor"], ["TERM": "xterm-256color"]] {
            for background in [ConsoleDriver.Background.dark, .light] {
                for (pair, contrast) in contrasts(theme, environment, background) {
                    // The one gray of xterm's sixteen colours, on white.
                    let isGray = theme == .terminal && pair.text == .muted && background == .light
                    #expect(contrast >= (isGray ? 4 : 4.5), "\(theme.name) \(environment) \(background) \(pair)")
                }
            }
        }
    }

    @Test("contrast is that of the Web Content Accessibility Guidelines")
    func guidelines() throws {
        func ratio(_ one: Color, _ other: Color) throws -> Int {
            Int((try #require(ScreenTheme.contrast(of: one, on: other)) * 100).rounded())
        }
        #expect(try ratio(.rgb(0, 0, 0), .rgb(255, 255, 255)) == 2_100)
        #expect(try ratio(.rgb(0x77, 0x77, 0x77), .rgb(255, 255, 255)) == 448)
        #expect(try ratio(.rgb(255, 0, 0), .rgb(255, 255, 255)) == 400)
        #expect(try ratio(.indexed(231), .indexed(16)) == 2_100)
        #expect(ScreenTheme.contrast(of: .standard, on: .black) == nil)
        #expect(ScreenTheme.quiet.contrast(of: .text, on: .surface) == nil)
        let muted = try #require(ScreenTheme.night.contrast(of: .muted, on: .surface))
        #expect(muted > 4.5 && muted < 10)
    }

    @Test("six ship at least: one quiet, two dark, two light, one of the terminal's own colours")
    func shipped() {
        #expect(ScreenTheme.all.count >= 6 && Set(ScreenTheme.all.map(\.name)).count == ScreenTheme.all.count)
        #expect(ScreenTheme.all.first == .quiet && ScreenTheme.all.last == .terminal)
        #expect(ScreenTheme.all.count { $0.appearance == .dark } >= 2)
        #expect(ScreenTheme.all.count { $0.appearance == .light } >= 2)
        for token in Token.allCases {
            for color in [ScreenTheme.terminal.light[token], ScreenTheme.terminal.dark[token]] {
                #expect(color == .standard || (0..<16).contains(Int(color.description) ?? 16), "\(token)")
            }
        }
    }

    @Test("NO_COLOR takes all colours of a theme away")
    func noColor() {
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 40, rows: 1, environment: ["TERM": "xterm", "NO_COLOR": "1"])
        let cycle = CycledLens(startingWith: Chart(theme: .night)) { $0.lens(screen: console) }
        time.drive(cycle)
        time.advance(by: .seconds(1))
        let canvas = console.terminal.canvas
        for column in 0..<canvas.size.columns {
            // Words on the accent are reversed where there is no colour.
            let style = canvas.style(at: .init(row: 0, column: column))
            #expect(style == .plain || style == .reverse)
        }
        cycle.stop()
    }

    /// A key changes the theme.
    private struct Changing: Screen, Equatable {
        var size: Size?
        var isDone = false
        var isLight = false
        var theme: ScreenTheme { isLight ? .day : .night }
        var view: View { "\("x", .accent)" }

        mutating func handle(_ input: Input) -> Outcome {
            guard input.key != nil else { return .ignored }
            isLight.toggle()
            return .changed
        }
    }

    @Test("another theme of the frame is shown with it, on its own ground")
    func changed() {
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 4, rows: 2, environment: ["TERM": "xterm", "COLORTERM": "truecolor"])
        let cycle = CycledLens(startingWith: Changing()) { $0.lens(screen: console) }
        time.drive(cycle)
        for theme in [ScreenTheme.night, .day, .night] {
            time.advance(by: .seconds(1))
            let style = console.terminal.canvas.style(at: .init(row: 0, column: 0))
            #expect(style?.foreground == theme.color(of: .accent))
            let corner = console.terminal.canvas.style(at: .init(row: 1, column: 3))
            #expect(corner?.background == theme.color(of: .surface))
            console.type("x")
        }
        cycle.stop()
    }

    @Test("a part of a screen has a theme of its own, with what pops up in it, and a view can be made of its theme")
    func parts() {
        let inner = ScreenView.text("b", .accent).popup(.text("c", .accent)).theme(.day)
        let view = ScreenView.row {
            View.text("a", .accent).width(1)
            inner.width(1)
            View.themed { .text($0.name, .accent) }.theme { $0.dark.accent = .red }
        }
        let canvas = ScreenLayout(view, Size(columns: 8, rows: 2), theme: .night).canvas
        #expect(canvas.text == "abNight\n c")
        func style(_ row: Int, _ column: Int) -> ConsoleDriver.Style? {
            canvas.style(at: .init(row: row, column: column))
        }
        let (night, day) = (ScreenTheme.night.dark, ScreenTheme.day.light)
        #expect(style(0, 0) == .init(foreground: night.accent, background: night.surface))
        #expect(style(0, 1) == .init(foreground: day.accent, background: day.surface))
        #expect(style(1, 1) == .init(foreground: day.accent, background: day.surface))
        #expect(style(0, 2) == .init(foreground: .red, background: night.surface))
    }

    /// How far two colours are from each other to the eye, by OKLab: 1 from black to white.
    private func distance(_ one: Color, _ other: Color) -> Double {
        func lab(_ color: Color) -> [Double] {
            let parts = (color.parts(on: .dark) ?? [0, 0, 0]).map { part in
                let share = Double(part) / 255
                return share > 0.040_45 ? pow((share + 0.055) / 1.055, 2.4) : share / 12.92
            }
            func mixed(_ shares: [[Double]], _ parts: [Double]) -> [Double] {
                shares.map { zip($0, parts).reduce(0) { $0 + $1.0 * $1.1 } }
            }
            let cones = mixed(
                [
                    [0.412_221, 0.536_333, 0.051_446], [0.211_903, 0.680_700, 0.107_397],
                    [0.088_302, 0.281_719, 0.629_979],
                ], parts)
            return mixed(
                [
                    [0.210_454, 0.793_618, -0.004_072], [1.977_998, -2.428_592, 0.450_594],
                    [0.025_904, 0.782_772, -0.808_676],
                ], cones.map { cbrt($0) })
        }
        return zip(lab(one), lab(other)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }

    /// The nearest of 256 colours.
    private func nearest(_ color: Color) -> Color {
        color.description.hasPrefix("#") ? .adaptive(light: color, dark: color) : color
    }

    @Test("focus, mistakes, warnings, successes and the second accent are told apart, in all colours and in 256")
    func apart() {
        let tokens: [Token] = [.accent, .danger, .warning, .success, .secondary]
        for theme in ScreenTheme.all where theme != .terminal {
            for background in [ConsoleDriver.Background.dark, .light] {
                for (place, one) in tokens.enumerated() {
                    for other in tokens[..<place] {
                        let (first, second) = (
                            theme.color(of: one).on(background), theme.color(of: other).on(background)
                        )
                        let pair: Comment = "\(theme.name): \(one) and \(other)"
                        #expect(distance(first, second) > 0.1, pair)
                        #expect(distance(nearest(first), nearest(second)) > 0.09, pair)
                    }
                }
            }
        }
    }

    @Test("fields, buttons and selected rows are seen on the screen and in dialogs, in all colours and in 256")
    func grounds() {
        for theme in ScreenTheme.all where theme != .terminal {
            for background in [ConsoleDriver.Background.dark, .light] {
                func shown(_ token: Token) -> Color {
                    let color = theme.color(of: token).on(background)
                    return color == .standard ? background == .dark ? .rgb(0, 0, 0) : .rgb(255, 255, 255) : color
                }
                for ground in [Token.surface, .raised] {
                    for tint in [Token.field, .selected] {
                        let pair: Comment = "\(theme.name): \(tint) on \(ground)"
                        #expect(distance(shown(tint), shown(ground)) > 0.04, pair)
                        #expect(nearest(shown(tint)).parts(on: .dark) != nearest(shown(ground)).parts(on: .dark), pair)
                    }
                }
            }
        }
    }

    @Test("a tooltip has a ground of its own in each theme, and edges where there are no colours")
    func tooltip() {
        for theme in ScreenTheme.all {
            let view = View.text("b").tooltip("help", isShown: true)
            let canvas = ScreenLayout(view, Size(columns: 8, rows: 2), theme: theme).canvas
            #expect(canvas.text == "b\n▐help▌")
            let style = canvas.style(at: .init(row: 1, column: 1))
            #expect(style?.background != theme.color(of: .surface) || style?.attributes == .reverse, "\(theme.name)")
        }
    }

    @Test("the edge of the selected row is of the accent, in each component that has rows")
    func edges() {
        let files = ComponentPage.beginning(FilesSample.self)
        var drop = DropDown(from: ["a", "b"], height: 2)
        _ = drop.handle(ScreenInput(.key(.enter), layout(20, 5, drop.view.region(0))).at(0))
        let tree = TreeState<String>().rows(of: ["a", "b"], id: \.self) { _ in nil }
        let views: [(String, View)] = [
            ("list", ListState<Int>().view(of: 0..<3, id: \.self) { number, row in "\(row.pointer)\(number)" }),
            ("tree", TreeState<String>().view(of: tree, id: \.self) { node, _ in "\(node)" }),
            ("choice", Choice("Which?", from: ["a", "b"]).view), ("files", files.view), ("drop-down", drop.view),
            ("palette", CommandPalette<Int>(.init(.init("o", 1, "open a file"), .init("x", 2, "close"))).view),
            ("menu", ActionMenu<Int>([.init("a", 1), .init("b", 2)]).view), ("mail", MailSample().view),
        ]
        for (name, view) in views {
            let canvas = ScreenLayout(view, Size(columns: 80, rows: 12), theme: .ember).canvas
            let styles = (0..<12 * 80).map { Position(row: $0 / 80, column: $0 % 80) }
                .filter { canvas.character(at: $0) == "▌" }.compactMap { canvas.style(at: $0) }
            let colors = [ScreenTheme.ember.dark.accent, ScreenTheme.ember.dark.border, ScreenTheme.ember.dark.field]
            #expect(!styles.isEmpty && styles.allSatisfy { colors.contains($0.foreground) }, "\(name): \(styles)")
        }
    }

    @Test("a canvas that is drawn by hand has the ground of what is around it, and its words, where it names none")
    func canvasGround() {
        var drawn = ConsoleDriver.Canvas(Size(columns: 3, rows: 1))
        drawn.draw("ab", at: .init(row: 0, column: 0), style: .bold)
        drawn.draw("c", at: .init(row: 0, column: 2), style: .init(foreground: .red, background: .blue))
        let canvas = ScreenLayout(.canvas { _ in drawn }, Size(columns: 3, rows: 1), theme: .night).canvas
        let night = ScreenTheme.night.dark
        #expect(
            canvas.style(at: .init(row: 0, column: 0))
                == .init(foreground: night.text, background: night.surface, attributes: .bold))
        #expect(canvas.style(at: .init(row: 0, column: 2)) == .init(foreground: .red, background: .blue))
    }

    @Test("no token is left in what is shown: in texts, borders, overlays, memos and canvases drawn by hand")
    func resolved() {
        var drawn = ConsoleDriver.Canvas(Size(columns: 3, rows: 1))
        drawn.draw("abc", at: .init(row: 0, column: 0), style: .danger)
        let view = ScreenView.column {
            View.text("x", .muted).border(title: "\("t", .accent)", style: .border)
            View.memo(1) { .text("m", .warning) }.height(1)
            View.canvas { _ in drawn }.height(1)
            View.text("o").overlaid(.success)
            View.wrapped("\("words", .secondary) \("more", .accent, link: "https://a.b")").width(5)
            View.divider
            View.scrollBar(first: 1, shown: 1, of: 9).height(2)
        }.style(.raised)
        let canvas = ScreenLayout(view, Size(columns: 12, rows: 14), theme: .night).canvas
        #expect(!canvas.styles.contains("token"))
        #expect(canvas.styles.contains("foreground=#ff8f8f"))
    }

    @Test("a token in a style is kept in JSON, and shown as the terminal's own colour where no theme is")
    func token() throws {
        for style in [ConsoleDriver.Style.accent, .raised + .bold, .filled(.danger)] {
            let data = try JSONEncoder().encode([style])
            #expect(try JSONDecoder().decode([ConsoleDriver.Style].self, from: data) == [style])
        }
        let data = try JSONEncoder().encode([Color.accent, .token(255)])
        #expect(String(decoding: data, as: UTF8.self) == #"["token3","token255"]"#)
        #expect(try JSONDecoder().decode([Color].self, from: data) == [.accent, .token(255)])
        for wrong in [#"["token0"]"#, #"["token256"]"#, #"["token"]"#] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode([Color].self, from: Data(wrong.utf8)) }
        }
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 4, rows: 1)
        let cycle = CycledLens(startingWith: 0) { (frames: Signal<Int>) in
            frames.lens(
                driver: console,
                frameFilter: { _ in
                    var canvas = ConsoleDriver.Canvas(Size(columns: 4, rows: 1))
                    canvas.draw("ab", at: .init(row: 0, column: 0), style: .accent + .bold)
                    return .fullScreen(canvas, input: .keys)
                },
                eventFilter: { _, _ in })
        }
        time.drive(cycle)
        time.advance(by: .seconds(1))
        #expect(console.terminal.canvas.style(at: .init(row: 0, column: 0)) == .bold)
        cycle.stop()
    }
}

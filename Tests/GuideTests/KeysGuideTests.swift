import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

@Suite("Guide: keys, the focus and the mouse")
struct KeysGuideTests {
    struct Volume: Screen, Equatable {
        enum Action: String { case louder, softer, quit }
        enum Part { case bar }

        static let keys = KeyBindings<Action>(
            .init(["+", .up], .louder, "louder"), .init(["-", .down], .softer, "softer"),
            .init(["q", .escape], .quit, "quit"))

        var size: Size?
        var isDone = false
        var level = 3
        var keys = Self.keys

        var view: View {
            .column {
                "volume \(level) of 10"
                View.text(String(repeating: "■", count: level), .accent).region(Part.bar)
                View.help(keys.help())
            }
        }

        mutating func handle(_ input: Input) -> Outcome {
            switch keys.action(for: input) {
            case .louder: level = min(level + 1, 10)
            case .softer: level = max(level - 1, 0)
            case .quit: isDone = true
            case nil: return handleMouse(input.at(Part.bar))
            }
            return .changed
        }

        private mutating func handleMouse(_ bar: Input) -> Outcome {
            if bar.isPressedHere, let cell = bar.position {
                level = min(cell.column + 1, 10)
            } else if bar.mouse?.action == .scrolled(.up) {
                level = min(level + 1, 10)
            } else {
                return .ignored
            }
            return .changed
        }
    }

    struct Mail: Screen, Equatable {
        enum Action { case new, quit }
        enum Part { case text }

        static let keys = KeyBindings<Action>(.init("n", .new, "new mail"), .init("q", .quit, "quit"))

        var size: Size?
        var isDone = false
        var drafts = 0
        var reader = Reader()
        var lines = ["Dear reader,", "n begins a mail,", "/ looks for a text"]

        var view: View {
            .column {
                reader.view(of: lines).region(Part.text)
                View.help(Self.keys.help(isTyping: reader.isSearching))
            }
        }

        mutating func handle(_ input: Input) -> Outcome {
            reader.handle(input.leaving(Self.keys).at(Part.text), lines: lines).otherwise {
                switch Self.keys.action(for: input) {
                case .new: drafts += 1
                case .quit: isDone = true
                case nil: return .ignored
                }
                return .changed
            }
        }
    }

    @Test("a key that the reader and the program have is the program's, but not while a text is typed")
    func leaving() {
        var mail = Mail()
        for key: ConsoleDriver.Key in ["/", "n", "q", .enter, "n", "w"] {
            let layout = ScreenLayout(mail.view, .init(columns: 30, rows: 4))
            #expect(mail.handle(ScreenInput(.key(key), layout)) == .changed)
        }
        #expect(mail.reader.query == "nq" && mail.drafts == 1 && mail.reader.wraps && !mail.isDone)
    }

    @Test("keys of the table, and of the user's table")
    func table() throws {
        var volume = Volume()
        #expect(volume.handle(ScreenInput(.up)) == .changed && volume.level == 4)
        #expect(volume.handle(ScreenInput("x")) == .ignored)
        volume.keys = try Volume.keys.configured(by: ["louder": ["l", "ctrl-up"], "quit": ["f10"]])
        #expect(volume.handle(ScreenInput("l")) == .changed && volume.level == 5)
        #expect(volume.handle(ScreenInput("+")) == .ignored)
        #expect(volume.handle(ScreenInput(.function(10))) == .changed && volume.isDone)
        #expect(throws: KeyBindings<Volume.Action>.Mistake.unknownKey("ctlr-l")) {
            try Volume.keys.configured(by: ["louder": ["ctlr-l"]])
        }
    }

    @Test("a press and the wheel find their part")
    func mouse() {
        var volume = Volume()
        let layout = ScreenLayout(volume.view, .init(columns: 30, rows: 3))
        let press = ScreenInput(.mouse(.init(.pressed(.left), at: .init(row: 1, column: 1))), layout)
        #expect(volume.handle(press) == .changed && volume.level == 2)
        let wheel = ScreenInput(.mouse(.init(.scrolled(.up), at: .init(row: 1, column: 0))), layout)
        #expect(volume.handle(wheel) == .changed && volume.level == 3)
        let elsewhere = ScreenInput(.mouse(.init(.pressed(.left), at: .init(row: 0, column: 0))), layout)
        #expect(volume.handle(elsewhere) == .ignored)
    }

    struct WhichKey: Screen, Equatable {
        var size: Size?
        var isDone = false
        var last = "press a key; Ctrl-C twice quits"

        var view: View { .text(last) }

        mutating func handle(_ input: Input) -> Outcome {
            last = "\(input.event)"
            return .changed
        }
    }

    /// Not called: it would take the terminal.
    func run() async {
        await WhichKey().run(isFull: false)
    }

    @Test("the program that shows what arrives shows it")
    func whichKey() {
        let console = SimulatedConsole(columns: 60, rows: 3)
        let cycle = CycledLens(startingWith: WhichKey()) { frames in frames.lens(screen: ConsoleDriver()) }
        let test = TestRun(cycle, exhaustive: false, standIns: console)
        console.press(.control("s"))
        test.settle()
        #expect(console.terminal.lines.first?.contains("ctrl-s") == true)
    }
}

import Cycle
import CycleDrivers
import CycleNetwork
import CycleScreens
import CycleTesting
import Testing

@Suite("Guide: making a screen")
struct ScreenGuideTests {
    struct Counter: Screen, Equatable {
        var size: Size?
        var isDone = false
        var total = 0

        var view: View {
            View.column {
                "total \(total, .bold)"
                View.help([.init(["+"], "add"), .init(["q"], "quit")])
            }.border(title: "Counter")
        }

        mutating func handle(_ input: Input) -> Outcome {
            switch input.key {
            case "+": total += 1
            case "q": isDone = true
            default: return .ignored
            }
            return .changed
        }
    }

    struct Finder: Component {
        let names = ["milk", "honey", "mild"]
        let address = "https://example.org"

        enum Place: CaseIterable { case field, results }
        var focus = FocusRing(Place.field, wraps: true)
        var field = TextInput()
        var list = ListState<String>()
        var found: [String] { names.filter { $0.hasPrefix(field.text) } }

        var view: View {
            .column {
                field.view.region(.field, in: focus)
                list.view(of: found, id: \.self) { name, row in "\(row.pointer)\(name)" }.region(.results, in: focus)
            }
        }

        mutating func handle(_ input: Input) -> Outcome {
            let (place, inner) = focus.target(of: input)
            let outcome =
                switch place {
                case .field: field.handle(inner)
                case .results: list.handle(inner, rows: found, id: \.self)
                }
            return outcome.otherwise { focus.handle(input) }
        }

        var labelled: View {
            View.row {
                View.text("Name").width(10)
                field.view  // a text input grows
                View.text("3 of 7", .dim)  // text fits
            }
        }

        func row(of item: (name: String, isDone: Bool)) -> View {
            "\(item.isDone ? "✓" : "○", .green) \(item.name, .bold)  \("help", .underline, link: address)"
        }
    }

    struct Files: Component {
        var names = ["first.txt"]
        var question: YesNoQuestion?

        var view: View {
            View.stack(.column, names.map { View.text("\($0)") })
                .dialog(question, title: "Delete")
        }

        mutating func handle(_ input: Input) -> Outcome {
            guard let answer = input.answer(of: &question) else { return .ignored }
            if case .submitted(let question) = answer, question.isYes { names = [] }
            return .changed
        }
    }

    struct Names: Component {
        var names = Undoable(["milk"])

        var view: View { View.stack(.column, names.value.map { View.text("\($0)") }) }

        mutating func handle(_ input: Input) -> Outcome {
            switch input.key {
            case .control("z"): names.undo()
            case .control("y"): names.redo()
            case "c": names.value = []
            default: return .ignored
            }
            return .changed
        }
    }

    @Test("a change is taken back, and made again")
    func undo() {
        var names = Names()
        _ = names.handle(ScreenInput("c"))
        #expect(names.names.value == [])
        _ = names.handle(ScreenInput(.control("z")))
        #expect(names.names.value == ["milk"])
        _ = names.handle(ScreenInput(.control("y")))
        #expect(names.names.value == [])
    }

    struct Fetching: Equatable {
        var meter = ProgressMeter(of: .bytes)
        var isDone = false
    }

    @Test("a meter tells how far a request has come, and how quickly it goes on")
    func progress() {
        let time = VirtualTime()
        let network = SimulatedNetwork(time) { _ in
            .response(
                200, ["Content-Length": "3000"], (0..<3).map { _ in String(repeating: "x", count: 1_000) },
                every: .seconds(2))
        }
        let cycle = CycledLens(startingWith: Fetching()) { frames in
            frames.lens(
                driver: NetworkDriver<Int>(),
                frameFilter: { frame in
                    var request = NetworkDriver<Int>.Request(id: 0, get: "http://host/book")
                    request.progress = .milliseconds(250)
                    return .init(frame.isDone ? [] : [request])
                },
                eventFilter: { frame, event, turn in
                    switch event {
                    case .progress(_, let progress):
                        frame.meter.record(progress.receivedByteCount, of: progress.expectedByteCount, at: turn.time)
                    case .response, .failed: frame.isDone = true
                    default: break
                    }
                })
        }
        let test = TestRun(cycle, time: time, exhaustive: false, standIns: network)
        test.advance(by: .seconds(5))
        #expect(test.frame.meter.done == 2_000)
        #expect(test.frame.meter.rate == 500)
        let shown = ScreenLayout(.progress(test.frame.meter), .init(columns: 40, rows: 1)).canvas.text
        #expect(shown.hasSuffix("66 %     0:02    500 B/s"), "\(shown)")
    }

    struct Notes: Screen, Equatable {
        var size: Size?
        var isDone = false
        /// `nil` until it was read.
        var area: TextArea?

        var view: View {
            View.column {
                if let area { area }
            }.border(title: "Notes", footer: "ctrl-q")
        }

        mutating func handle(_ input: Input) -> Outcome {
            guard input.key == .control("q") else { return area?.handle(input) ?? .ignored }
            isDone = true
            return .changed
        }
    }

    func notes(in folder: String) -> CycledLens<some Any, Notes> {
        CycledLens(startingWith: Notes()) { frames in
            frames.lens(screen: ConsoleDriver())
            frames.lens(
                driver: PersistenceDriver(root: folder),
                frameFilter: { .files($0.area.map { .write("notes.txt", $0.text) } ?? .read("notes.txt")) },
                eventFilter: { frame, event in
                    if case .loaded = event { frame.area = TextArea(event.text ?? "") }
                })
        }
    }

    @Test("a screen that is kept in a file is read, and written as it is typed")
    func file() {
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 20, rows: 4)
        let files = SimulatedFiles()
        files[text: "notes.txt"] = "one"
        let test = TestRun(notes(in: "."), time: time, exhaustive: false, standIns: console, files)
        test.advance(by: .seconds(1))
        #expect(console.terminal.lines[1] == "│▌one              │")
        console.type("!\u{11}")
        test.advance(by: .seconds(1))
        #expect(test.frame.isDone && files[text: "notes.txt"] == "one!")
    }

    /// Not called: it would take the terminal.
    func run() async {
        await Counter().run()
    }

    @Test("a screen is text in a test")
    func counter() {
        var frame = Counter()
        #expect(frame.handle(ScreenInput("+")) == .changed)
        let screen = ScreenLayout(frame.view, .init(columns: 17, rows: 4)).canvas.text
        #expect(
            screen == """
                ╭─ Counter ─────╮
                │total 1        │
                │+ add   q quit │
                ╰───────────────╯
                """)
    }

    struct Marked: Screen, Equatable {
        var size: Size?
        var isDone = false
        var view: View { "a \("wrong", .red) word" }
        mutating func handle(_ input: Input) -> Outcome { .ignored }
    }

    @Test("a cell has a colour in a test")
    func colours() {
        let cycle = CycledLens(startingWith: Marked()) { frames in frames.lens(screen: ConsoleDriver()) }
        let console = SimulatedConsole(columns: 12, rows: 1)
        let test = TestRun(cycle, exhaustive: false, standIns: console)
        test.settle()
        let canvas = console.terminal.canvas
        #expect(canvas.style(at: .init(row: 0, column: 2)) == .foreground(.red))
        #expect(canvas.style(at: .init(row: 0, column: 8)) == .plain)
        #expect(
            canvas.styles == """
                ..aaaaa
                a: foreground=1
                """)
    }

    @Test("the focus goes round, and a dialog has it while it is there")
    func focus() {
        var finder = Finder()
        _ = finder.handle(ScreenInput("m"))
        #expect(finder.found == ["milk", "mild"])
        _ = finder.handle(ScreenInput(.tab))
        #expect(finder.focus.current == .results)
        #expect(ScreenLayout(finder.labelled, .init(columns: 30, rows: 1)).canvas.text.hasSuffix("3 of 7"))
        #expect(
            ScreenLayout(finder.row(of: ("milk", true)), .init(columns: 30, rows: 1)).canvas.text.hasPrefix("✓ milk"))
        var files = Files(question: YesNoQuestion("Sure?"))
        _ = files.handle(ScreenInput("y"))
        #expect(files.names.isEmpty && files.question == nil)
    }
}

import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Foundation
import Testing

@Suite("Cookbook: print in a pipe, and end")
struct PrintAndEndTests {
    struct Results: Screen, Equatable {
        var canDraw = true
        var size: Size?
        var isDone = false
        /// `nil` until they were read.
        var results: [String]?
        var problem: String?
        var list = ListState<String>()

        var view: View {
            .column {
                list.view(of: results ?? [], id: \.self) { result, row in "\(row.pointer)\(result)" }
                if let problem { View.text(problem, .danger) }
            }
        }

        mutating func handle(_ input: Input) -> Outcome {
            guard input.key == "q" else { return list.handle(input, rows: results ?? [], id: \.self) }
            isDone = true
            return .changed
        }
    }

    func results(in folder: String, canDraw: Bool = true) -> CycledLens<some Any, Results> {
        CycledLens(startingWith: Results(canDraw: canDraw)) { frames in
            frames.lens(
                screen: ConsoleDriver(), plain: { ($0.results ?? []).joined(separator: "\n") },
                // The end of a piped input would end the program before the file is read.
                model: { frame, model in if !frame.canDraw { model.input = .none } })
            frames.lens(
                driver: PersistenceDriver(root: folder),
                frameFilter: { $0.results == nil ? .files(.read("results.txt")) : .none },
                eventFilter: { frame, event in
                    switch event {
                    case .loaded: frame.results = (event.text ?? "").split(separator: "\n").map(String.init)
                    case .failed(_, let failure): frame.problem = "results.txt: \(failure.reason)"
                    default: return
                    }
                    if !frame.canDraw { frame.isDone = true }
                })
        }
    }

    struct Arrivals: Equatable {
        var lines: [String] = []
        var edition = 0
    }

    func arrivals(in folder: String) -> CycledLens<some Any, Arrivals> {
        CycledLens(startingWith: Arrivals()) { frames in
            frames.lens(driver: ConsoleDriver(), frameFilter: { .lines($0.lines, edition: $0.edition) })
            frames.lens(
                driver: PersistenceDriver(root: folder),
                frameFilter: { _ in .files(.watchFolder()) },
                eventFilter: { arrivals, event in
                    guard case .folderChanged(_, let change) = event, !change.created.isEmpty else { return }
                    arrivals.lines = change.created.map { "\($0) has come" }
                    arrivals.edition += 1
                })
        }
    }

    @Test("the results are printed in a pipe, and each event of a service is a line")
    func prints() {
        let files = SimulatedFiles()
        files[text: "results.txt"] = "52 wpm\n58 wpm\n"
        let pipe = SimulatedConsole(isTerminal: false)
        let test = TestRun(results(in: "/", canDraw: false), exhaustive: false, standIns: pipe, files)
        test.settle()
        #expect(pipe.output == "52 wpm\n58 wpm\n")
        #expect(test.frame.isDone && test.frame.problem == nil)

        files[text: "results.txt"] = nil
        let printer = SimulatedConsole(isTerminal: false)
        let service = TestRun(arrivals(in: "/"), exhaustive: false, standIns: printer, files)
        service.settle()
        for content in ["1", nil, "2"] {
            files[text: "a.txt"] = content
            service.settle()
        }
        #expect(printer.output == "a.txt has come\na.txt has come\n")
    }

    @Test("a file that cannot be read ends the program in a pipe, and prints nothing")
    func fails() {
        let files = SimulatedFiles()
        files[text: "results.txt"] = "52 wpm\n"
        files.faults = .init(failing: 1)
        let pipe = SimulatedConsole(isTerminal: false)
        let test = TestRun(results(in: "/", canDraw: false), exhaustive: false, standIns: pipe, files)
        test.settle()
        #expect(pipe.output.isEmpty && test.frame.isDone && test.frame.problem != nil)
    }

    @Test("on a terminal the results are a list, until q is pressed")
    func draws() {
        let files = SimulatedFiles()
        files[text: "results.txt"] = "52 wpm\n"
        let console = SimulatedConsole(columns: 20, rows: 3)
        let test = TestRun(results(in: "/"), exhaustive: false, standIns: console, files)
        test.settle()
        #expect(console.terminal.lines.first?.contains("52 wpm") == true && !test.frame.isDone)
        console.type("q")
        test.settle()
        #expect(test.frame.isDone)
    }

    /// Compiled, not run: it would end the tests.
    private func run() async {
        let last = await results(in: ".", canDraw: ConsoleDriver().canDraw).run(until: \.isDone)
        if let problem = last.problem {
            StandardError.exit(1, "results: \(problem)")
        }
    }
}

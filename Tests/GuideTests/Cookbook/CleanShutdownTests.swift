import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Testing

@Suite("Cookbook: save in the background, and leave cleanly")
struct CleanShutdownTests {
    struct Notes: Equatable {
        var text = ""
        var version = 0
        var savedVersion = 0
        var problem: String?
        var isLeaving = false

        var isSaved: Bool { version == savedVersion }
        var isDone: Bool { isLeaving && (isSaved || problem != nil) }

        mutating func type(_ letter: Character) {
            text.append(letter)
            (version, problem) = (version + 1, nil)
        }
    }

    func notes(in folder: String) -> CycledLens<some Any, Notes> {
        CycledLens(startingWith: Notes()) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .screen("\($0.text)  \($0.problem ?? ($0.isSaved ? "saved" : "…"))", input: .keys) },
                eventFilter: { notes, event in
                    switch event {
                    case .key(.escape), .interrupted, .ended: notes.isLeaving = true
                    case .key(let key): if let letter = key.character { notes.type(letter) }
                    default: break
                    }
                })
            frames.lens(
                driver: PersistenceDriver(root: folder, delayingWrites: .milliseconds(500)),
                frameFilter: { $0.version == 0 ? .none : .files(.write("notes.txt", $0.text)) },
                eventFilter: { notes, event in
                    switch event {
                    case .saved: notes.savedVersion = notes.version
                    case .failed(_, let failure): notes.problem = failure.reason
                    default: break
                    }
                })
        }
    }

    @Test("the program leaves when the latest version is on the disk")
    func leaves() {
        let console = SimulatedConsole(columns: 40, rows: 2)
        let files = SimulatedFiles()
        let test = TestRun(notes(in: "/"), exhaustive: false, standIns: console, files)
        console.type("tea")
        test.settle()
        #expect(files[text: "notes.txt"] == nil && !test.frame.isSaved)
        test.advance(by: .milliseconds(500))
        #expect(files[text: "notes.txt"] == "tea" && test.frame.isSaved)
        console.type("s")
        console.press(.escape)
        test.settle()
        #expect(!test.frame.isDone)
        test.advance(by: .seconds(1))
        #expect(test.frame.isDone && files[text: "notes.txt"] == "teas")

        let time = VirtualTime()
        let server = SimulatedNetwork(time) { _ in .response(200, [:], ["taken"], after: .seconds(1)) }
        let signals = SimulatedSignals()
        let run = TestRun(sender([1, 2]), time: time, exhaustive: false, standIns: server, signals)
        run.settle()
        signals.send(.terminate)
        run.settle()
        #expect(!run.frame.isDone)
        run.advance(by: .seconds(1))
        #expect(run.frame.isDone && run.frame.reports == [2] && server.messages.count == 1)
    }

    struct Sender: Equatable {
        /// The first one is under way.
        var reports: [Int]
        var isStopping = false
        var isDone = false
    }

    func sender(_ reports: [Int]) -> CycledLens<some Any, Sender> {
        CycledLens(startingWith: Sender(reports: reports)) { frames in
            frames.lens(
                driver: NetworkDriver<Int>(),
                frameFilter: { sender in
                    let next = sender.isDone ? [] : sender.reports.prefix(1)
                    return .init(next.map { .init(id: $0, get: "http://server/\($0)") })
                },
                eventFilter: { sender, event in
                    switch event {
                    case .response, .failed: sender.reports.removeFirst()
                    default: return
                    }
                    sender.isDone = sender.isStopping
                })
            frames.lens(
                driver: SignalDriver(),
                frameFilter: { _ in .listening(to: .terminate, .interrupt) },
                eventFilter: { sender, _ in
                    // A second signal does not wait.
                    sender.isDone = sender.isStopping || sender.reports.isEmpty
                    sender.isStopping = true
                })
            frames.lens(
                driver: TimerDriver<String>(),
                frameFilter: { .timers($0.isStopping ? [.once("grace", after: .seconds(3))] : []) },
                eventFilter: { sender, _ in sender.isDone = true })
        }
    }

    @Test("three seconds, or a second signal, end the wait for a server that does not answer")
    func waitsNoLonger() {
        for isImpatient in [true, false] {
            let time = VirtualTime()
            let (server, signals) = (SimulatedNetwork(time) { _ in .silence }, SimulatedSignals())
            let test = TestRun(sender([1]), time: time, exhaustive: false, standIns: server, signals)
            test.settle()
            signals.send(.terminate)
            test.advance(by: .milliseconds(2_900))
            #expect(!test.frame.isDone)
            if isImpatient { signals.send(.terminate) }
            test.advance(by: isImpatient ? .zero : .milliseconds(100))
            #expect(test.frame.isDone)
        }
    }
}

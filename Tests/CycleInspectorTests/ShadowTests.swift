import Cycle
import CycleDrivers
import CycleMonitor
import CycleScreens
import CycleTesting
import Testing

@testable import CycleInspector

@Suite("A recording beside the code of now")
struct ShadowTests {
    struct Count: Codable, Equatable {
        var total = 0
        var isDone = false
    }

    /// Adds what the keys say; the code of now knows the key 5 in another way.
    private static func counting(five: Int = 5) -> CycledLens<some Any, Count> {
        CycledLens(startingWith: Count()) { frames in
            frames.lens(
                driver: ConsoleDriver(), label: "console",
                frameFilter: { .screen("total \($0.total)", plain: "\($0.total)", input: .keys) },
                eventFilter: { frame, event in
                    guard case .key(let key) = event, let digit = key.character?.wholeNumberValue else { return }
                    frame.total += digit == 5 ? five : digit
                })
        }
    }

    private static func recorded() throws -> Recording {
        let cycle = counting()
        let recorder = Recorder(keeping: 100, createdBy: "count")
        cycle.record(into: recorder)
        let console = SimulatedConsole()
        let test = TestRun(cycle, exhaustive: false, standIns: console)
        for key in ["1", "2", "5", "1"] {
            console.type(key)
            test.settle()
        }
        try test.finish(leavingAlarms: true)
        return recorder.recording
    }

    private func shadow(_ nextFrame: NextFrame?) throws -> (InspectorFrame, InspectedSource) {
        let moments = MomentList(try Self.recorded())
        let source = InspectedSource(moments, recomputing: nextFrame)
        var frame = InspectorFrame(Inspection(of: .recording(path: "a.jsonl"), in: moments))
        frame.perform(.last, source)
        frame.perform(.shadow, source)
        return (frame, source)
    }

    @Test("stops at the first moment that leads elsewhere now, and says what is different there and behind it")
    func differs() throws {
        var (frame, source) = try shadow(NextFrame(in: Self.counting(five: 50)))
        #expect(frame.notice == "this is the first moment that leads elsewhere now")
        #expect(source.moment(of: frame.inspection)?.event.description.contains("5") == true)
        #expect(source.differencesToBranch(of: frame.inspection)?.map { "\($0)" } == ["frame.total: 8 -> 53"])
        frame.perform(.last, source)
        #expect(source.differencesToBranch(of: frame.inspection)?.map { "\($0)" } == ["frame.total: 9 -> 54"])
        #expect(
            frame.detailLines(source).contains { $0.text.text.contains("from the run as it was to 1: the code of now") }
        )
    }

    struct Asking: Codable, Equatable {
        var question: String?
        var isDone = false
    }

    /// Reads a file while a question is there.
    static func asking() -> CycledLens<some Any, Asking> {
        CycledLens(startingWith: Asking()) { frames in
            frames.lens(
                driver: ConsoleDriver(), label: "console",
                frameFilter: { .screen($0.question ?? "", plain: "", input: .keys) },
                eventFilter: { frame, event in if event == .key("a") { frame.question = "a.txt" } })
            frames.lens(
                driver: PersistenceDriver(root: "."), label: "files",
                frameFilter: { $0.question.map { .files(.read(PersistenceDriver.Path($0))) } ?? .none },
                eventFilter: { frame, _ in frame.question = nil })
        }
    }

    @Test("shows what drivers are to do: a request comes with one moment, and goes with its answer")
    func wants() throws {
        let recorder = Recorder(keeping: 100, createdBy: "asking")
        let cycle = Self.asking()
        cycle.record(into: recorder)
        let console = SimulatedConsole()
        let test = TestRun(cycle, exhaustive: false, standIns: console, SimulatedFiles())
        console.type("a")
        test.advance(by: .seconds(1))
        try test.finish(leavingAlarms: true)
        let moments = MomentList(recorder.recording)
        let source = InspectedSource(moments, recomputing: NextFrame(in: Self.asking()))
        var frame = InspectorFrame(Inspection(of: .recording(path: "a.jsonl"), in: moments))
        let answer = try #require((0..<moments.count).first { moments.summary(at: $0).lens == "files" })
        let asked = try #require(source.wants(at: answer - 1, frame.inspection))
        #expect(asked.isWanting("files") && asked.isChanged("files"))
        #expect(asked.differences("files").contains { "\($0)".contains("a.txt") }, "\(asked)")
        let answered = try #require(source.wants(at: answer, frame.inspection))
        #expect(!answered.isWanting("files") && answered.isChanged("files"))
        frame.perform(.goto(number: answer), source)
        frame.perform(.show(.wants), source)
        frame.size = .init(columns: 80, rows: 24)
        let view = InspectorView(frame: frame, source: source).view
        let screen = ScreenLayout(view, .init(columns: 80, rows: 24), theme: .night).canvas.text
        #expect(screen.contains("━") && screen.contains("◆") && screen.contains("files  idle"))
        #expect(InspectedSource(moments).wants(at: answer, frame.inspection) == nil)
    }

    @Test("says that nothing is different, or that the program is not here")
    func same() throws {
        #expect(
            try shadow(NextFrame(in: Self.counting())).0.notice == "every moment leads to the frame that was recorded")
        let (frame, _) = try shadow(nil)
        #expect(frame.inspection.branches.isEmpty && frame.notice?.contains("--monitor") == true)
    }
}

import Cycle
import CycleDrivers
import CycleTesting
import Foundation
import Testing

@Suite("Cookbook: a stopwatch")
struct StopwatchTests {
    struct Watch: Codable, Equatable, Sendable {
        var tenths = 0
        var isRunning = false
    }

    struct Stopwatch: Equatable {
        static let stored = StoredValue<Watch>.json(
            "stopwatch.json",
            encode: { watch in
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                return try encoder.encode(watch)
            }, decode: JSONDecoder().decode)

        /// `nil` until it was read.
        var watch: Watch?
        var problem: String?
        var isDone = false

        var text: String {
            let tenths = watch?.tenths ?? 0
            return "\(tenths / 600) min \(tenths / 10 % 60).\(tenths % 10) s   \(problem ?? "")"
        }
    }

    func stopwatch(in folder: String) -> CycledLens<some Any, Stopwatch> {
        CycledLens(startingWith: Stopwatch()) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .screen("\($0.text)\nspace starts and pauses  r resets  q quits", input: .keys) },
                eventFilter: { stopwatch, event in
                    switch event {
                    case .key(" "): stopwatch.watch?.isRunning.toggle()
                    case .key("r"): stopwatch.watch?.tenths = 0
                    case .key("q"), .interrupted, .ended, .failed: stopwatch.isDone = true
                    default: break
                    }
                })
            frames.lens(
                driver: TimerDriver<String>(),
                frameFilter: { stopwatch in
                    let isRunning = stopwatch.watch?.isRunning == true
                    return .timers(isRunning ? [.every("tenth", .milliseconds(100), missed: .all)] : [])
                },
                eventFilter: { stopwatch, event in
                    if case .fired = event { stopwatch.watch?.tenths += 1 }
                })
            frames.lens(
                driver: PersistenceDriver(root: folder, delayingWrites: .seconds(1), atMost: .seconds(1)), of: \.watch,
                frameFilter: { watch in .files(watch.map { Stopwatch.stored.write($0) } ?? Stopwatch.stored.read) },
                eventFilter: { stopwatch, event in
                    switch Stopwatch.stored.event(from: event) {
                    case .loaded(let watch): stopwatch.watch = watch ?? Watch()
                    case .failed(let failure): stopwatch.problem = failure.reason
                    default: break
                    }
                })
        }
    }

    @Test("the time goes on after a pause, from a frame of another run, and after a power cut")
    func measures() {
        let console = SimulatedConsole(columns: 60, rows: 2)
        let files = SimulatedFiles()
        let test = TestRun(stopwatch(in: "/"), exhaustive: false, standIns: console, files)
        test.settle()
        console.type(" ")
        test.advance(by: .seconds(5))
        console.type(" ")
        test.advance(by: .seconds(60))
        #expect(console.terminal.lines.first == "0 min 5.0 s")
        console.type(" ")
        test.advance(by: .milliseconds(2_500))
        #expect(test.frame.watch == Watch(tenths: 75, isRunning: true))

        // A run that goes on from this frame.
        let other = SimulatedFiles()
        let resumed = TestRun(stopwatch(in: "/"), resuming: test.frame, exhaustive: false, standIns: console, other)
        resumed.advance(by: .seconds(1))
        #expect(resumed.frame.watch?.tenths == 85)

        // The power fails, and the program is started again.
        files.cutPower()
        let next = TestRun(stopwatch(in: "/"), exhaustive: false, standIns: console, files)
        next.advance(by: .seconds(1))
        #expect((75...85).contains(next.frame.watch?.tenths ?? 0))
    }

    @Test("a stopwatch that does not run arms no alarm")
    func sleeps() {
        let console = SimulatedConsole(columns: 60, rows: 2)
        let test = TestRun(stopwatch(in: "/"), exhaustive: false, standIns: console, SimulatedFiles())
        test.advance(by: .seconds(5))
        #expect(test.time.armedCount == 0 && test.frame.watch == Watch())
    }
}

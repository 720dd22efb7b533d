import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("Book: your first loop")
struct YourFirstLoopTests {
    struct Counter: Equatable {
        var total = 0
        var isDone = false
    }

    func counter() -> CycledLens<some Any, Counter> {
        CycledLens(startingWith: Counter()) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { frame in
                    .screen("total \(frame.total)   + - q", plain: "\(frame.total)", input: .keys)
                },
                eventFilter: { frame, event in
                    switch event {
                    case .key("+"): frame.total += 1
                    case .key("-"): frame.total -= 1
                    case .key("q"), .interrupted, .ended, .failed: frame.isDone = true
                    default: break
                    }
                })
        }
    }

    @Test("a key is a frame")
    func counts() throws {
        let console = SimulatedConsole(columns: 40, rows: 2)
        let test = TestRun(counter(), standIns: console)
        try test.expect(Counter())
        console.type("+")
        try test.expect { $0.total = 1 }
        #expect(console.terminal.lines.first == "total 1   + - q")
        try test.finish()
    }

    /// Compiled, not run: it would read the tests' own input.
    private func run() async -> Counter {
        let last = await counter().run(until: \.isDone)
        return last
    }
}

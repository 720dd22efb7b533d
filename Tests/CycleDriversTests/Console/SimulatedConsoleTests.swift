import Cycle
import CycleDrivers
import CycleTesting
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("SimulatedConsole")
struct SimulatedConsoleTests {
    typealias Faults = SimulatedConsole.Faults

    private func run(_ console: SimulatedConsole) async -> Observed {
        let cycle = CycledLens(startingWith: Observed()) { frames in
            frames.lens(
                driver: console,
                frameFilter: { .screen("total \($0.events.count)\n\($0.sizes.count) 日本", input: .keys) },
                eventFilter: { frame, event in
                    if case .resized(let size) = event { frame.sizes.append(size) } else { frame.events.append(event) }
                })
        }
        return await cycle.run(on: ImpatientTime())
    }

    /// `CYCLE_SEEDS=1000` for the figure of the issue.
    @Test("with faults of one seed gives the same frames, and loses or invents no key")
    func seeded() async {
        let text = String(repeating: "ab日é", count: 10)
        let count = getenv("CYCLE_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 20
        for seed in 0..<count {
            let faults = Faults(seed: seed, resizeStorms: 20)
            var runs: [(Observed, String)] = []
            for _ in 0..<2 {
                let console = SimulatedConsole(faults: faults)
                console.type(text)
                console.end()
                runs.append((await run(console), console.output))
                #expect(console.terminal.isAsFound, "seed \(seed)")
                #expect(console.terminal.unknownCount == 0, "seed \(seed)")
            }
            #expect(runs[0] == runs[1], "seed \(seed)")
            let keys = text.map { ConsoleDriver.Event.key(ConsoleDriver.Key(.character($0))) }
            #expect(runs[0].0.events == keys + [.ended], "seed \(seed)")
        }
    }

    @Test("ends its input, and closes its output, after as many bytes as its faults say")
    func limits() async {
        let short = SimulatedConsole(faults: Faults(seed: 1, inputLimit: 3))
        short.type("abcdef")
        #expect(await run(short).events == [.key("a"), .key("b"), .key("c"), .ended])
        let closed = SimulatedConsole(faults: Faults(seed: 1, outputLimit: 0))
        closed.type("a")
        closed.end()
        #expect(await run(closed).events == [.failed(.outputClosed), .key("a"), .ended])
        #expect(closed.output == "")
    }

    @Test("stops at Ctrl-Z, and goes on")
    func suspension() async {
        let console = SimulatedConsole()
        console.type("\u{1a}")
        let cycle = CycledLens(startingWith: Observed()) { frames in
            frames.lens(driver: console, frameFilter: { _ in .fullScreen("screen", input: .keys) }) { frame, event in
                frame.events.append(event)
                frame.isDone = event == .resumed
            }
        }
        let observed = await cycle.run(on: ImpatientTime(), until: \.isDone)
        #expect(observed.events == [.resized(.init(columns: 80, rows: 24)), .suspended, .resumed])
        #expect(console.suspensionCount == 1)
    }

    @Test("is ended by Ctrl-C twice in a row, and silent from then on")
    func interruption() async {
        let console = SimulatedConsole()
        console.type("\u{3}a\u{3}\u{3}b")
        let observed = await run(console)
        #expect(console.isInterrupted)
        #expect(console.terminal.isAsFound)
        #expect(observed.events == [.interrupted, .key("a"), .interrupted])
    }
}

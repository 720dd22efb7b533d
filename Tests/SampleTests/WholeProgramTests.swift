import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Foundation
import TestSupport
import Testing

/// A counter with all four drivers, on simulated hardware that misbehaves: the whole program is a function of a seed.
@Suite("A whole program on simulated drivers")
struct WholeProgramTests {
    typealias Network = NetworkDriver<Int>
    typealias Timers = TimerDriver<String>

    struct Frame: Equatable {
        var total = 0
        var isLoaded = false
        var loadNumber = 0
        var saveNumber = 0
        var fetchNumber = 0
        var isFetching = false
        var size = "unknown"
        var news = ""
        var failureCount = 0
        var tickCount = 0
        var eventCount = 0
    }

    /// `CYCLE_SEEDS=1000` for all.
    private let seedCount = TestSupport.seedCount(12)

    private struct Run: Equatable {
        var frames: [Frame] = []
        var screen: [String] = []
        var file: String?
    }

    @Test("200 events with faults: the same seed leads to the same frames, screen and file")
    func seeded() {
        var (frameCount, failureCount, tickCount) = (0, 0, 0)
        for seed in 0..<seedCount {
            let run = run(seed: seed)
            #expect(run == self.run(seed: seed), "seed \(seed)")
            let last = run.frames.last ?? Frame()
            #expect(last.eventCount >= 200, "seed \(seed)")
            #expect(
                zip(run.frames, run.frames.dropFirst()).allSatisfy { $0.eventCount + 1 == $1.eventCount },
                "seed \(seed)")
            // A number that was the total at some moment, whole.
            if let file = run.file {
                #expect(run.frames.contains { file == "\($0.total)" }, "seed \(seed): \(file)")
            }
            frameCount += run.frames.count
            failureCount += last.failureCount
            tickCount += last.tickCount
        }
        #expect(failureCount > 0)
        print("whole program: \(seedCount) seeds, \(frameCount) frames, \(failureCount) failures, \(tickCount) ticks")
    }

    private func run(seed: UInt64) -> Run {
        let time = VirtualTime(faults: .many(seed: seed))
        let clock = VirtualWallClock(
            time, startingAt: .seconds(1_774_695_600),
            faults: WallClockFaults(seed: seed, jumping: 0.02, upTo: .seconds(20 * 3_600)))
        let console = SimulatedConsole(
            columns: 40, rows: 5, faults: SimulatedConsole.Faults(seed: seed, resizeStorms: 5))
        let files = SimulatedFiles(seed: seed, latency: .zero ... .milliseconds(30))
        files.faults = .init(full: 0.005, failing: 0.005, disturbed: 0.05)
        let network = SimulatedNetwork(time, seed: seed, faults: .many) { _ in
            .response(200, [:], ["1", "2"], every: .milliseconds(20))
        }
        let cycle = program(
            console, files.driver(delayingWrites: .milliseconds(40)), Network(transport: network, seed: seed),
            Timers(wallClock: clock))
        var run = Run()
        let watching = cycle.observe { run.frames.append($0) }
        cycle.start(on: time)
        time.join(cycle) { cycle.drain() }
        var random = SeededKeys(seed: seed)
        while cycle.frame.eventCount < 200 {
            console.type(random.keys())
            time.advance(by: .milliseconds(random.pause()))
        }
        time.leave(cycle)
        cycle.stop()
        watching.cancel()
        run.screen = console.terminal.lines
        run.file = files[text: "total"]
        return run
    }

    private func program(
        _ console: SimulatedConsole, _ files: PersistenceDriver, _ network: Network, _ timers: Timers
    ) -> CycledLens<some Any, Frame> {
        CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: console, frameFilter: { .screen("total \($0.total) \($0.size)\n\($0.news)", input: .keys) },
                    eventFilter: typed),
                frames.lens(
                    driver: files,
                    frameFilter: {
                        $0.isLoaded
                            ? .files(.write("total", "\($0.total)", repetition: $0.saveNumber))
                            : .files(.read("total", repetition: $0.loadNumber))
                    }, eventFilter: stored),
                frames.lens(
                    driver: network,
                    frameFilter: { .init($0.isFetching ? [.init(id: $0.fetchNumber, get: "http://localhost/n")] : []) },
                    eventFilter: fetched),
                frames.lens(
                    driver: timers,
                    frameFilter: { _ in
                        .timers(
                            .every("tick", .milliseconds(50)), .every("all", .milliseconds(300), missed: .all),
                            .daily("nine", at: TimeOfDay(hour: 9), in: .utc))
                    },
                    eventFilter: { frame, event in
                        frame.eventCount += 1
                        frame.tickCount += 1
                        frame.news = "\(event)"
                    }))
        }
    }

    private func typed(_ frame: inout Frame, _ event: ConsoleDriver.Event) {
        frame.eventCount += 1
        switch event {
        case .key("+"): frame.total += 1
        case .key("-"): frame.total -= 1
        case .key("f"):
            frame.fetchNumber += 1
            frame.isFetching = true
        case .key("c"): frame.isFetching = false
        case .resized(let size): frame.size = "\(size)"
        default: break
        }
    }

    private func stored(_ frame: inout Frame, _ event: PersistenceDriver.Event) {
        frame.eventCount += 1
        switch event {
        case .loaded:
            frame.total += event.text.flatMap { Int($0) } ?? 0
            frame.isLoaded = true
        case .failed:
            frame.failureCount += 1
            if frame.isLoaded { frame.saveNumber += 1 } else { frame.loadNumber += 1 }
        default: break
        }
    }

    private func fetched(_ frame: inout Frame, _ event: Network.Event) {
        frame.eventCount += 1
        switch event {
        case .response(_, let response):
            frame.total += Int(response.text) ?? 0
            frame.isFetching = false
        case .failed:
            frame.failureCount += 1
            frame.isFetching = false
        default: break
        }
    }
}

/// The keys of a person, drawn from a seed.
private struct SeededKeys {
    private var random: SplitMix

    init(seed: UInt64) {
        random = SplitMix(seed: seed &+ 99)
    }

    mutating func keys() -> String {
        String((0..<Int.random(in: 0...3, using: &random)).compactMap { _ in "++-fc日".randomElement(using: &random) })
    }

    mutating func pause() -> Int {
        Int.random(in: 0...60, using: &random)
    }
}

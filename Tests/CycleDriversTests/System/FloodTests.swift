import Cycle
import CycleTesting
import Testing

@testable import CycleDrivers

/// A timer of 10 ms keeps its beats where 64 events take less than that: a beat that has come has its turn after 64 events of a flood,
/// at the latest. So it is counted, whatever the machine: a beat asks for the next one as long as the flood goes on.
@Suite("Floods of events, beside another source")
struct FloodTests {
    private struct Frame: Equatable {
        var count = 0
        /// How many events of the flood had come at each beat.
        var beats: [Int] = []
        var longestWait: Int { zip(beats, beats.dropFirst()).map { $1 - $0 }.max() ?? .max }
    }

    /// - Parameter isFlood: Whether an event belongs to the flood.
    private func run<Flooding: Driver>(
        _ driver: Flooding, _ model: Flooding.Model, until total: Int, _ isFlood: @escaping (Flooding.Event) -> Bool,
        flood: () -> Void
    ) -> Frame where Flooding.Model: Sendable {
        let (ticks, beat) = Signal<Void>.pipe()
        let time = VirtualTime()
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(driver: driver, frameFilter: { _ in model }) { frame, event in
                guard isFlood(event) else { return }
                if frame.count == 0 { beat.send(()) }
                frame.count += 1
            }
            frames.lens(events: ticks, label: "beat") { frame, _ in
                frame.beats.append(frame.count)
                if frame.count < total { beat.send(()) }
            }
        }
        cycle.start(on: time)
        time.join(cycle) { cycle.drain() }
        time.advance(by: .seconds(1))
        flood()
        time.advance(by: .seconds(10))
        let frame = cycle.frame
        cycle.stop()
        return frame
    }

    @Test("keys that are pasted leave a beat its turn after each 64 of them")
    func keys() {
        let console = SimulatedConsole()
        let frame = run(console, .screen("", input: .keys), until: 5_000, { $0 == .key("x") }) {
            console.type(String(repeating: "x", count: 5_000))
        }
        #expect(frame.count == 5_000 && frame.longestWait <= 64, "\(frame.longestWait)")
    }

    @Test("lines that are pasted leave a beat its turn after each 64 of them")
    func lines() {
        let console = SimulatedConsole(isTerminal: false)
        let frame = run(console, .lines([], input: .lines), until: 5_000, { $0 == .line("x") }) {
            console.type(String(repeating: "x\n", count: 5_000))
        }
        #expect(frame.count == 5_000 && frame.longestWait <= 64, "\(frame.longestWait)")
    }

    @Test("watched files that all change at once leave a beat its turn after each 64 of them")
    func watches() {
        let files = SimulatedFiles()
        let paths = (0..<200).map { PersistenceDriver.Path("\($0)") }
        let model = PersistenceDriver.Model(paths.map { .watch($0) })
        let isFlood = { (event: PersistenceDriver.Event) in
            if case .changed = event { true } else { false }
        }
        let frame = run(files.driver(), model, until: paths.count, isFlood) {
            for path in paths { files[path] = [1] }
        }
        #expect(frame.count == paths.count && frame.longestWait <= 64, "\(frame.count), \(frame.longestWait)")
    }
}

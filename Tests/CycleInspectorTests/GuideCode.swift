import Cycle
import CycleDrivers
import CycleInspector
import CycleMonitor
import Testing

@testable import basket
@testable import todo

// The code of the guides, compiled.

private struct Total: Codable, Equatable, Sendable {
    var total = 0
}

private func counter(_ options: Int) -> CycledLens<some Any, Total> {
    CycledLens(startingWith: Total()) { frames in
        frames.lens(driver: ConsoleDriver(), frameFilter: { .lines("\($0.total + options)") })
    }
}

private func open(_ path: String, _ options: Int) async throws {
    let moments = try IndexedRecording(path: path)
    await inspector(of: moments, named: .recording(path: path), recomputing: NextFrame(in: counter(options)))
        .run(until: \.isDone)
}

private func inspect() async {
    await todo().inspected().run(until: \.isDone)
    await basket().inspected().run(until: \.isDone)
}

private func monitor(_ path: String) async {
    await todo().monitored(at: path).run(until: \.isDone)
}

private func replay(_ path: String) throws {
    let replay = try Recording(path: path).replay(through: basket())
    #expect(replay.isExact, "\(replay)")
}

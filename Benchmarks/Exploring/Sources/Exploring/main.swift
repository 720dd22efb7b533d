import Cycle
import CycleTesting

#if canImport(Glibc)
    import Glibc
#endif

/// Resident memory in bytes, where the system tells.
func residentByteCount() -> Int {
    #if canImport(Glibc)
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var (size, resident) = (0, 0)
        withUnsafeMutablePointer(to: &size) { size in
            withUnsafeMutablePointer(to: &resident) { resident in
                withVaList([size, resident]) { _ = vfscanf(file, "%ld %ld", $0) }
            }
        }
        return resident * 4_096
    #else
        return 0
    #endif
}

func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}

/// Seconds of processor time of this process.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

let words = CommandLine.arguments.dropFirst()

func row<Frame>(_ name: String, _ scenario: Scenario<Frame>, _ bounds: Bounds = Bounds()) throws {
    guard words.isEmpty || words.contains(where: name.contains) else { return }
    let before = residentByteCount()
    let start = processorTime()
    let seen = try scenario.explore(bounds)
    let time = processorTime() - start
    let bytes = (residentByteCount() - before) / max(1, seen.stateCount)
    print("\(name): \(time) s, \(Int(Double(seen.edgeCount) / time)) events/s, \(bytes) bytes a state")
    print("  \(seen), \(seen.runCount) runs, \(seen.turnCount) turns")
}

func search(keys count: Int?) -> Scenario<Search> {
    Scenario(
        Law<Search>.atRest("what is shown belongs to what is typed") {
            $0.problem || $0.results == ($0.text.isEmpty ? "" : "r\($0.text)")
        }, .sometimes("an answer is shown") { !$0.results.isEmpty }
    ) { world in
        world.console.keys("ab<", atMost: count)
        world.network.answers(faults: 1) { request in [.text("r\(request.query)"), .fails(.refused)] }
        return searching()
    }
}

for count in [3, 6, 7, 8] { try row("search as you type, \(count) keys", search(keys: count)) }

if words.contains("many") { try row("many states: search as you type, 10 keys", search(keys: 10)) }

try row(
    "counter with file and url, 4 keys, 1 fault",
    Scenario(
        Law<Counter>.inWorld(.atRest, "the total is on the disk") { frame, world in
            !frame.problem.isEmpty || world.files["total"] == "\(frame.total)"
        }, until: \.isDone
    ) { world in
        world.console.keys("+-fq", atMost: 4)
        world.network.answers { _ in [.text("5"), .fails(.refused)] }
        world.files.begin(with: ["total": "7"])
        return counting()
    })

for policy in AnimationPolicy.allCases {
    try row(
        "animated integer, 3 keys, \(policy)",
        Scenario(Law<Reel<Int>>.atRest("one frame is left") { $0.count == 1 }) { world in
            world.console.keys("+-", atMost: 3)
            return moving(policy)
        })
}

/// A law that random events break after hundreds of them, and eight in a row.
let wrong = Scenario(Law<Search>.always("eight letters in turn are never typed") { !$0.text.hasSuffix("abababab") }) {
    world in
    world.console.keys("ab<", atMost: 3)
    world.network.answers { request in [.text("r\(request.query)"), .fails(.refused)] }
    return searching()
}
if words.isEmpty || words.contains("shrink") {
    let start = processorTime()
    if case .failure(let failure) = wrong.simulationResult(seeds: 1_000, steps: 400) {
        let time = processorTime() - start
        print("shrunk to \(failure.lines.count) events, found with seed \(failure.seed ?? 0): \(time) s for all")
    }
}

// Minutes: only where asked for.
if words.contains("turns") {
    var (count, before, next) = (0, 0, 2_000_000)
    for seed in 0..<UInt64(60_000) where count < 10_000_000 {
        count += try search(keys: nil).simulate(seeds: 1, from: seed, steps: 400).eventCount
        if before == 0, count > 1_000_000 { before = residentByteCount() }
        guard count >= next else { continue }
        next += 1_000_000
        print("\(count) random events: \(residentByteCount() - before) bytes more than after the first million")
        fflush(nil)
    }
}

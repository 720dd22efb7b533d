import Cycle
import CycleExplore
import CycleTesting
import Synchronization

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

/// How many turns there were in all runs of a scenario.
final class Counted: Sendable {
    private let turns = Atomic(0)
    var count: Int { turns.load(ordering: .relaxed) }
    func add() { turns.add(1, ordering: .relaxed) }
}

let words = CommandLine.arguments.dropFirst()

func row<Frame>(_ name: String, _ scenario: Scenario<Frame>, _ bounds: Bounds = Bounds()) throws {
    let wanted = words.filter { $0 != "threads" }
    guard wanted.isEmpty || wanted.contains(where: name.contains) else { return }
    if words.contains("threads") { return try threads(name, scenario, bounds) }
    let before = residentByteCount()
    let start = processorTime()
    let seen = try scenario.explore(bounds)
    let time = processorTime() - start
    let bytes = (residentByteCount() - before) / max(1, seen.stateCount)
    print("\(name): \(time) s, \(Int(Double(seen.edgeCount) / time)) events/s, \(bytes) bytes a state")
    print("  \(seen), \(seen.runCount) runs, \(seen.turnCount) turns")
}

/// Time on the wall, the best of some: with one thread, and with two.
func threads<Frame>(_ name: String, _ scenario: Scenario<Frame>, _ bounds: Bounds) throws {
    let times = try [1, 2].map { jobs in
        var bounds = bounds
        bounds.jobs = jobs
        return try (0..<5).map { _ in
            let start = ContinuousClock().now
            _ = try scenario.explore(bounds)
            return seconds(ContinuousClock().now - start)
        }.min() ?? 0
    }
    print("\(name): 1 thread \(times[0]) s, 2 threads \(times[1]) s: \(times[0] / times[1]) times as fast")
}

for count in [3, 6, 7, 8] { try row("search as you type, \(count) keys", searching(keys: count)) }

if words.contains("many") { try row("many states: search as you type, 10 keys", searching(keys: 10)) }

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

for count in [2, 3] { try row("two-phase commit, \(count) managers", committing(count)) }

// The first is cut; the whole takes half a minute.
var near = Bounds()
near.steps = 10
try row("paxos, 3 members, 2 customers, 10 steps", agreeing(), near)
if words.contains("paxos, all") {
    var wide = Bounds()
    wide.states = 1_000_000
    try row("paxos, all: 3 members, 2 customers", agreeing(), wide)
}

/// A law that random events break after hundreds of them, and eight in a row.
let wrong = Scenario(Law<Search>.always("eight letters in turn are never typed") { !$0.text.hasSuffix("abababab") }) {
    world in
    world.console.keys("ab<", atMost: 3)
    world.network.answers { request in [.text("r\(request.query)"), .fails(.refused)] }
    return searchBox()
}
if words.isEmpty || words.contains("shrink") {
    let start = processorTime()
    if case .failure(let failure) = wrong.simulationResult(seeds: 1_000, steps: 400) {
        let time = processorTime() - start
        print("shrunk to \(failure.lines.count) events, found with seed \(failure.seed ?? 0): \(time) s for all")
    }
}

/// The part of a turn that a recorder keeps.
struct Recorded {
    let lens: String
    let event: String

    init(_ lens: String, _ event: Any) {
        self.lens = lens
        // Of answers only the text: when they came is not the world's.
        self.event = lens == "network" ? "\("\(event)".contains("response"))" : "\(event)"
    }
}

/// A run of `counting()` with simulated hardware, two keys a second.
func recording(rounds: Int) -> [Recorded] {
    let time = VirtualTime()
    let (console, files) = (SimulatedConsole(faults: nil), SimulatedFiles())
    files[text: "total"] = "7"
    let network = SimulatedNetwork(time) { _ in .response(200, [:], ["5"], after: .seconds(1)) }
    let cycle = counting()
    var turns: [Recorded] = []
    let watching = cycle.observeMoments { turns.append(Recorded($0.cause.lens, $0.cause.event)) }
    time.drive(cycle, standIns: console, files, network)
    for round in 0..<rounds {
        console.type(round % 5 == 4 ? "f" : "+-+")
        time.advance(by: .seconds(2))
    }
    watching.cancel()
    cycle.stop()
    return turns.filter { $0.lens != "start" }
}

/// With a law that is not true: the counter does count beyond twenty.
let counted = Scenario(Law<Counter>.always("the total stays below twenty") { $0.total < 20 }) { world in
    world.console.keys("+-f")
    world.network.answers { _ in [.text("5")] }
    world.files.begin(with: ["total": "7"])
    (world.files.mayFail, world.files.mayBeFull) = (false, false)
    return counting()
}
if words.isEmpty || words.contains("recorded") {
    let turns = recording(rounds: 42)
    let start = processorTime()
    let timeline = counted.happenings(
        following: turns.map { turn in RecordedTurn(turn.lens) { Recorded(turn.lens, $0).event == turn.event } })
    let found = processorTime() - start
    let failure = counted.shortestFailure(of: timeline.happenings)
    print(
        """
        \(turns.count) recorded moments, \(timeline.missedCount) missed: \(timeline.happenings.count) happenings in \(found) s, then \
        \(failure?.lines.count ?? 0) events: \(processorTime() - start) s for all
        """)
}

// Minutes: only where asked for.
if words.contains("turns") {
    let turns = Counted()
    let endless = Scenario(
        Law<Search>.always("each turn is counted") { _ in
            turns.add()
            return true
        }
    ) { world in
        world.console.keys("ab<")
        world.network.answers { request in [.text("r\(request.query)"), .fails(.refused)] }
        return searchBox()
    }
    var (before, next, seed) = (0, 1_000_000, 0 as UInt64)
    while turns.count < 11_000_000 {
        try endless.simulate(seeds: 1, from: seed, steps: 400)
        seed += 1
        guard turns.count >= next else { continue }
        next += 1_000_000
        if before == 0 { before = residentByteCount() }
        print("\(turns.count) turns: \(residentByteCount() - before) bytes more than after the first million")
        fflush(nil)
    }
}

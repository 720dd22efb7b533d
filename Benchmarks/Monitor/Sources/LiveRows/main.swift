// `swift run -c release LiveRows [EVENTS] [ITEMS]`: how much a program pays for being looked at while it runs: by nobody, by a monitor that
// reads, and by one that stands still (`kill -STOP`). The time is that of the loop's thread, in which other programs do not count.
// As a client: `LiveRows client PATH`.

import Cycle
import CycleMonitor
import Foundation

struct Row: Codable, Equatable {
    var id: Int
    var title: String
}

struct Shop: Codable, Equatable {
    var total = 0
    var items: [Row]

    init(itemCount: Int) {
        items = (0..<itemCount).map { Row(id: $0, title: "item \($0)") }
    }
}

struct Sold: Codable {
    let count: Int
    /// The item that gets another title.
    var renamed: Int?
}

func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

/// In megabytes.
func memory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") } ?? ""
    return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) / 1_024
}

if CommandLine.arguments.dropFirst().first == "client" {
    var count = 0
    try LiveLines.forEach(at: CommandLine.arguments[2]) { _ in count += 1 }
    exit(0)
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 300_000
let itemCount = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 10
// A socket wants a folder that only its user can write to.
let folder = NSTemporaryDirectory() + "cycle-live-rows-\(ProcessInfo.processInfo.processIdentifier)"
try FileManager.default.createDirectory(
    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
let path = folder + "/shop.sock"

@MainActor
func shop(isMonitored: Bool) -> (start: () -> Void, sell: (Int, Int?) -> Void, stop: () -> Void) {
    let (events, inlet) = Signal<Sold>.pipe()
    let cycle = CycledLens(startingWith: Shop(itemCount: itemCount)) { frames in
        frames.lens(events: events, label: "sold") { frame, event in
            frame.total += event.count
            if let index = event.renamed { frame.items[index].title = "item \(frame.total)" }
        }
    }
    if isMonitored { _ = cycle.monitored(at: path) }
    return (
        { cycle.start(on: RealClock()) },
        { count, renamed in
            for _ in 0..<count { inlet.send(Sold(count: 1, renamed: renamed)) }
            cycle.drain()
        },
        { cycle.stop() }
    )
}

/// Nothing is armed here.
final class RealClock: Scheduler {
    private let start = ContinuousClock.now
    var now: Duration { start.duration(to: .now) }
    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm { Silent() }
    private final class Silent: Alarm {
        func arm(at deadline: Duration) {}
        func disarm() {}
    }
}

@MainActor
func measure(
    _ row: String, _ program: (start: () -> Void, sell: (Int, Int?) -> Void, stop: () -> Void),
    renaming item: Int? = nil
) {
    for _ in 0..<20 { program.sell(1_000, item) }
    let (before, clock, size) = (processorTime(), ContinuousClock.now, memory())
    for _ in 0..<count / 1_000 { program.sell(1_000, item) }
    let microseconds = (processorTime() - before) / Double(count)
    let wall = clock.duration(to: .now)
    let seconds = Double(wall.components.seconds) + Double(wall.components.attoseconds) / 1e18
    print(
        "| \(row) | \((microseconds * 100).rounded() / 100) µs | \(Int(Double(count) / seconds)) | \(size) MB, then \(memory()) MB |"
    )
}

print("| \(count) events | of the processor, an event | events a second | memory |\n|---|---:|---:|---:|")
let alone = shop(isMonitored: false)
alone.start()
measure("not monitored", alone)
alone.stop()
let program = shop(isMonitored: true)
program.start()
measure("nobody is attached", program)
let client = Process()
client.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
client.arguments = ["client", path]
try client.run()
// Until it is attached, and its first lines are there.
for _ in 0..<200 {
    usleep(5_000)
    program.sell(1, nil)
}
measure("a monitor reads", program)
measure("a monitor reads, and each event changes an item", program, renaming: itemCount / 2)
kill(client.processIdentifier, SIGSTOP)
measure("it stands still", program)
measure("it still does", program)
kill(client.processIdentifier, SIGCONT)
for _ in 0..<200 {
    usleep(5_000)
    program.sell(1, nil)
}
measure("it reads again", program)
kill(client.processIdentifier, SIGKILL)
client.waitUntilExit()
for _ in 0..<20 {
    usleep(5_000)
    program.sell(1, nil)
}
measure("it was killed", program)
program.stop()
try FileManager.default.removeItem(atPath: folder)

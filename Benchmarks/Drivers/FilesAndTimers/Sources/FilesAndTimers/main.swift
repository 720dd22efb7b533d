import Cycle
import CycleDrivers
import Glibc

// `FilesAndTimers save BYTES COUNT ROOT | watch COUNT ROOT | timer MICROSECONDS COUNT`: one number a line, as contestants.c.

func monotonic() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

func processor() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

func share(_ numbers: [Int], _ part: Double) -> Double {
    let sorted = numbers.sorted()
    return Double(sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]) / 1_000
}

struct Saves: Equatable {
    var count = 0
}

func save(_ byteCount: Int, _ count: Int, _ root: String) async {
    // Two contents, so that nothing is made between two saves, here and in C.
    let contents = [1, 2].map { [UInt8](repeating: $0, count: byteCount) }
    let cycle = CycledLens(startingWith: Saves()) { frames in
        frames.lens(
            driver: PersistenceDriver(root: root),
            frameFilter: { .files(.write("file", contents[$0.count % 2])) },
            eventFilter: { frame, event in
                guard case .saved = event else { fatalError("\(event)") }
                frame.count += 1
            })
    }
    let (start, before) = (monotonic(), processor())
    await cycle.run(until: { $0.count == count })
    let seconds = Double(monotonic() - start) / 1e9
    print("saves/s \(Double(count) / seconds) cpu-us \(Double(processor() - before) / 1e3 / Double(count))")
}

/// Replaces the watched file, and notes when. One change at a time.
final class Changer: @unchecked Sendable {
    nonisolated(unsafe) static var changedAt = 0
    private let (old, new): (String, String)

    init(_ root: String) {
        (old, new) = (root + "/new", root + "/watched")
    }

    func changeSoon() {
        Task.detached { [self] in
            try await Task.sleep(for: .milliseconds(1))
            close(open(old, O_CREAT | O_WRONLY, 0o644))
            Changer.changedAt = monotonic()
            rename(old, new)
        }
    }
}

func watch(_ count: Int, _ root: String) async {
    struct Frame: Equatable {
        var delays: [Int] = []
    }
    let changer = Changer(root)
    let cycle = CycledLens(startingWith: Frame()) { frames in
        frames.lens(
            driver: PersistenceDriver(root: root), frameFilter: { _ in .files(.watch("watched"), .read("nothing")) },
            eventFilter: { frame, event in
                if case .changed = event { frame.delays.append(monotonic() - Changer.changedAt) }
                changer.changeSoon()
            })
    }
    let last = await cycle.run(until: { $0.delays.count == count })
    print("p50-us \(share(last.delays, 0.5)) p99-us \(share(last.delays, 0.99))")
}

func timer(_ microseconds: Int, _ count: Int) async {
    struct Frame: Equatable {
        var late: [Int] = []
        var newest = 0
    }
    let cycle = CycledLens(startingWith: Frame()) { frames in
        frames.lens(
            driver: TimerDriver<Int>(), frameFilter: { _ in .timers(.every(0, .microseconds(microseconds))) },
            eventFilter: { frame, event in
                guard case .fired(_, let number, _, let lateBy, _) = event else { return }
                frame.newest = number
                frame.late.append(Int(lateBy / .nanoseconds(1)))
            })
    }
    let last = await cycle.run(until: { $0.newest >= count })
    print("p50-us \(share(last.late, 0.5)) p99-us \(share(last.late, 0.99)) missed \(last.newest - last.late.count)")
}

let arguments = CommandLine.arguments
// In a task of no actor: the main actor's executor adds a hop of its own.
await Task.detached {
    switch arguments[1] {
    case "save": await save(Int(arguments[2]) ?? 0, Int(arguments[3]) ?? 0, arguments[4])
    case "watch": await watch(Int(arguments[2]) ?? 0, arguments[3])
    default: await timer(Int(arguments[2]) ?? 0, Int(arguments[3]) ?? 0)
    }
}.value

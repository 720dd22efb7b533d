import Cycle
import CycleDrivers
import Glibc

// `FilesAndTimers save BYTES COUNT ROOT | watch COUNT ROOT | timer MICROSECONDS COUNT | lines ROOT | kept COUNT | anew COUNT TURNS`:
// one number a line, as contestants.c. `lines` appends standard input to a log.

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

func lines(_ root: String) async {
    struct Frame: Equatable {
        var log = PersistenceDriver.LineLog("log")
        var count = 0
        var acknowledgements = 0
        var hasEnded = false
    }
    let cycle = CycledLens(startingWith: Frame()) { frames in
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { _ in .lines([], input: .lines) },
            eventFilter: { frame, event in
                switch event {
                case .line(let text):
                    frame.log.append(text)
                    frame.count += 1
                case .ended: frame.hasEnded = true
                default: break
                }
            })
        frames.lens(
            driver: PersistenceDriver(root: root), frameFilter: { PersistenceDriver.Model($0.log.requests) },
            eventFilter: { frame, event in
                guard case .appended = event else { fatalError("\(event)") }
                frame.log.take(event)
                frame.acknowledgements += 1
            })
    }
    let (start, before) = (monotonic(), processor())
    let last = await cycle.run(until: { $0.hasEnded && $0.log.lines.isEmpty })
    let seconds = Double(monotonic() - start) / 1e9
    let cost = Double(processor() - before) / 1e3 / Double(last.count)
    print("lines/s \(Double(last.count) / seconds) cpu-us \(cost) syncs/s \(Double(last.acknowledgements) / seconds)")
}

/// The resident memory, in bytes.
func residentByteCount() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var (pages, resident) = (0, 0)
    withUnsafeMutablePointer(to: &pages) { pages in
        withUnsafeMutablePointer(to: &resident) { resident in
            _ = withVaList([pages, resident]) { vfscanf(file, "%ld %ld", $0) }
        }
    }
    return resident * 4_096
}

/// Timers that all wait, in a model that never changes; then they leave it.
func kept(_ count: Int) async {
    let empty = residentByteCount()
    let timers = (0..<count).map { TimerDriver<Int>.Timer.every($0, .seconds(3_600 + $0 % 1_000)) }
    let cycle = CycledLens(startingWith: false) { frames in
        frames.lens(
            driver: TimerDriver<Int>(), frameFilter: { $0 ? .none : .timers(timers + [.once(-1, after: .zero)]) },
            eventFilter: { frame, event in
                let bytes = Double(residentByteCount() - empty) / Double(count)
                print("bytes \(bytes) ", terminator: "")
                frame = true
            })
    }
    let before = processor()
    await cycle.run()
    print("cpu-s \(Double(processor() - before) / 1e9)")
}

/// A model of so many timers that the Frame-Filter makes anew in each of so many turns; and one that it keeps.
func anew(_ count: Int, _ turns: Int) async {
    for isKept in [true, false] {
        let kept = TimerDriver<Int>.Model((0..<count).map { .once($0, after: .seconds(3_600)) })
        let (keys, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: TimerDriver<Int>(),
                frameFilter: { _ in
                    isKept ? kept : TimerDriver<Int>.Model((0..<count).map { .once($0, after: .seconds(3_600)) })
                })
            frames.lens(events: keys) { frame, key in frame = key }
        }
        for key in 1...turns { inlet.send(key) }
        let before = processor()
        await cycle.run(until: { $0 == turns })
        print(isKept ? "kept-us" : "anew-us", Double(processor() - before) / 1e3 / Double(turns), terminator: " ")
    }
    print()
}

let arguments = CommandLine.arguments
// In a task of no actor: the main actor's executor adds a hop of its own.
await Task.detached {
    switch arguments[1] {
    case "save": await save(Int(arguments[2]) ?? 0, Int(arguments[3]) ?? 0, arguments[4])
    case "lines": await lines(arguments[2])
    case "kept": await kept(Int(arguments[2]) ?? 0)
    case "anew": await anew(Int(arguments[2]) ?? 0, Int(arguments[3]) ?? 0)
    case "watch": await watch(Int(arguments[2]) ?? 0, arguments[3])
    default: await timer(Int(arguments[2]) ?? 0, Int(arguments[3]) ?? 0)
    }
}.value

import Cycle
import CycleDrivers
import CycleTesting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// A program for tests to kill: `file-saver MODE ROOT`.

struct Frame: Equatable {
    var total: Int
    var isDone = false
}

/// Every line is the number; how many there are follows from it.
func content(_ number: Int) -> String {
    String(repeating: "\(number)\n", count: 20_000 + number % 7 * 1_000)
}

func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(1, bytes, bytes.count)
}

func run(_ driver: PersistenceDriver, _ first: Int, _ text: @escaping (Int) -> String, isEndless: Bool) async {
    let cycle = CycledLens(startingWith: Frame(total: first)) { frames in
        frames.lens(
            driver: driver, frameFilter: { .files(.write("total", text($0.total))) },
            eventFilter: { frame, event in
                if isEndless, case .saved = event {
                    say("\(frame.total)")
                    frame.total += 1
                } else {
                    say("\(event)")
                    frame.isDone = true
                }
            })
    }
    await cycle.run(on: VirtualTime(), until: \.isDone)
}

func runIdle(_ root: String) async {
    struct Idle: Equatable {
        var lines = 0
        var ticks = 0
        var isDone = false
    }
    let cycle = CycledLens(startingWith: Idle()) { frames in
        MutatingLens.zip(
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { _ in .lines([], input: .lines) },
                eventFilter: { frame, event in
                    if case .line = event { frame.lines += 1 }
                    if case .ended = event { frame.isDone = true }
                }),
            frames.lens(
                driver: TimerDriver<String>(),
                frameFilter: {
                    $0.lines > $0.ticks
                        ? .timers(.once("tick", after: .milliseconds(5)), .daily("day", at: TimeOfDay(hour: 9)))
                        : .none
                },
                eventFilter: { frame, _ in frame.ticks += 1 }),
            frames.lens(
                driver: PersistenceDriver(root: root),
                frameFilter: { .files(.watchFolder(), .write("ticks", "\($0.ticks)")) },
                eventFilter: { frame, event in if event == .saved(path: "ticks") { say("saved \(frame.ticks)") } }))
    }
    await cycle.run(until: \.isDone)
}

let (mode, root) = (CommandLine.arguments[1], CommandLine.arguments[2])
switch mode {
case "endless":
    // Saves one number after the other and says each that is saved.
    await run(PersistenceDriver(root: root), Int(CommandLine.arguments[3]) ?? 0, content, isEndless: true)
case "once":
    // Saves so many bytes, and says what came of it.
    let byteCount = Int(CommandLine.arguments[3]) ?? 0
    await run(PersistenceDriver(root: root), 0, { _ in String(repeating: "x", count: byteCount) }, isEndless: false)
case "limited":
    // Saves more than a process may write.
    var limit = rlimit(rlim_cur: 1_000, rlim_max: 1_000)
    #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(1), &limit)
    #else
        setrlimit(RLIMIT_FSIZE, &limit)
    #endif
    await run(PersistenceDriver(root: root), 0, content, isEndless: false)
case "idle":
    // For each line: a tick, and a write. Then nothing is armed, and it sleeps, with all its drivers, to the next.
    await runIdle(root)
case "ticks":
    // Says the number of each tick, when it was due, and how late it is, in microseconds, until it is killed.
    let cycle = CycledLens(startingWith: 0) { frames in
        frames.lens(
            driver: TimerDriver<Int>(), frameFilter: { _ in .timers(.every(0, .milliseconds(5))) },
            eventFilter: { frame, event in
                guard case .fired(_, let count, let scheduled, let lateBy, _) = event else { return }
                frame = count
                say("\(count) \(Int(scheduled / .microseconds(1))) \(Int(lateBy / .microseconds(1)))")
            })
    }
    await cycle.run()
case "exclusive":
    // Saves once, and keeps the lock until its input ends.
    let driver = PersistenceDriver(root: root, isExclusive: true)
    let (ends, inlet) = Signal<Bool>.pipe()
    let cycle = CycledLens(startingWith: Frame(total: 0)) { frames in
        MutatingLens.zip(
            frames.lens(
                driver: driver, frameFilter: { _ in .files(.write("total", "theirs")) },
                eventFilter: { frame, event in say("\(event)") }),
            frames.lens(
                get: { _ in ends },
                set: { (ends: Signal<Bool>, frames: Signal<Frame>) in
                    ends.withLatest(from: frames).map { isDone, frame in Frame(total: frame.total, isDone: isDone) }
                }))
    }
    let reader = Task.detached {
        var byte: UInt8 = 0
        while read(0, &byte, 1) > 0 {}
        inlet.send(true)
    }
    await cycle.run(on: VirtualTime(), until: \.isDone)
    await reader.value
default: exit(2)
}

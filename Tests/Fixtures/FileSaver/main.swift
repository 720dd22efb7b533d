import Cycle
import CycleDrivers
import CycleTesting

#if canImport(Glibc)
    import Dispatch
    import Glibc
    import CScarce
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

/// How many threads this process has.
func threadCount() -> Int {
    guard let folder = opendir("/proc/self/task") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) { if entry.pointee.d_name.0 != 46 { count += 1 } }
    return count
}

func runThousand(_ root: String) async {
    struct Thousand: Equatable {
        var saved = 0
        var ticks = 0
        var mostThreads = 0
    }
    let (before, count) = (threadCount(), 1_000)
    let cycle = CycledLens(startingWith: Thousand()) { frames in
        frames.lens(
            get: { (frames: Signal<Thousand>) in frames },
            set: { (frames: Signal<Thousand>, again: Signal<Thousand>) in
                Signal.merge(
                    (0..<count).flatMap { number -> [Signal<Thousand>] in
                        let files = PersistenceDriver(root: root, durability: .none)
                            .eventsCapturedAfterRendering(
                                model: .just(.files(.watch("watched"), .write("\(number)", "x"))))
                        let ticks = TimerDriver<Int>()
                            .eventsCapturedAfterRendering(model: .just(.timers(.once(0, after: .milliseconds(50)))))
                        return [
                            files.withLatest(from: frames).map { _, frame in
                                var next = frame
                                next.saved += 1
                                next.mostThreads = max(next.mostThreads, threadCount() - before)
                                return next
                            },
                            ticks.withLatest(from: frames).map { _, frame in
                                var next = frame
                                next.ticks += 1
                                return next
                            },
                        ]
                    })
            })
    }
    let last = await cycle.run(until: { $0.saved >= count && $0.ticks >= count })
    say("saved \(last.saved) ticks \(last.ticks) threads \(last.mostThreads)")
}

struct Waiting: Equatable {
    var isDone = false
}

/// Has a write that waits for an hour, and a watch, and says when they have begun.
func runWaiting(_ root: String, hangs: Bool, isAlone: Bool = false) async {
    let cycle = CycledLens(startingWith: Waiting()) { frames in
        frames.lens(
            driver: PersistenceDriver(root: root, delayingWrites: .seconds(3_600), atMost: .seconds(3_600)),
            frameFilter: { _ in .files(.write("total", "accepted"), .watchFolder()) },
            eventFilter: { _, _ in
                if isAlone { takeThreads() }
                say("ready")
                if hangs { while true { pause() } }
            })
    }
    await cycle.run()
    say("not reached by who was told to end")
}

/// No stack is as large as this: no thread can be made from now on. The limit on processes does not hold for root.
func takeThreads() {
    #if canImport(Glibc)
        guard let symbol = dlsym(nil, "pthread_setattr_default_np") else { return }
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, 1 << 46)
        _ = unsafeBitCast(symbol, to: (@convention(c) (UnsafePointer<pthread_attr_t>) -> Int32).self)(&attributes)
    #endif
}

/// Ends at once, with a write that has not begun.
func runLeaving(_ root: String) async {
    let cycle = CycledLens(startingWith: Waiting()) { frames in
        frames.lens(
            driver: PersistenceDriver(root: root, delayingWrites: .seconds(3_600), atMost: .seconds(3_600)),
            frameFilter: { _ in .files(.write("total", "accepted")) }, eventFilter: { _, event in say("\(event)") })
    }
    await cycle.run(until: { _ in true })
    say("left")
}

/// Ends by the frame when it is told to.
func runListening() async {
    let cycle = CycledLens(startingWith: Waiting()) { frames in
        MutatingLens.zip(
            frames.lens(
                driver: SignalDriver(), frameFilter: { _ in .listening(to: .terminate) },
                eventFilter: { frame, event in
                    say("\(event)")
                    frame.isDone = true
                }),
            frames.lens(
                driver: TimerDriver<Int>(), frameFilter: { _ in .timers(.once(0, after: .milliseconds(1))) },
                eventFilter: { _, _ in say("ready") }))
    }
    await cycle.run(until: \.isDone)
}

/// Runs timers and files where the process may have no more of something, and says what comes of it.
func runExhausted(_ root: String) async {
    struct Exhausted: Equatable {
        var ticks = 0
        var told = 0
    }
    let cycle = CycledLens(startingWith: Exhausted()) { frames in
        MutatingLens.zip(
            frames.lens(
                driver: TimerDriver<Int>(),
                frameFilter: { $0.ticks < 10 ? .timers(.every(0, .milliseconds(2), missed: .all)) : .none },
                eventFilter: { frame, _ in frame.ticks += 1 }),
            frames.lens(
                driver: PersistenceDriver(root: root),
                frameFilter: { $0.told < 3 ? .files(.write("a", "1"), .read("b"), .watch("c")) : .none },
                eventFilter: { frame, event in
                    frame.told += 1
                    say("\(event)")
                }))
    }
    let last = await cycle.run(until: { $0.ticks >= 10 && $0.told >= 3 })
    say("ticks \(last.ticks)")
}

#if canImport(Glibc)
    func limit(_ resource: __rlimit_resource, to value: Int) {
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }

    /// Runs without the resources that `exhaust` takes away. The needs of Swift's tasks are there: threads, one that
    /// has slept for a task, and the main queue, which takes a descriptor when the main thread comes to it.
    func runExhausted(_ root: String, _ exhaust: @escaping @Sendable () -> Void) async {
        await Task.detached {
            await withCheckedContinuation { asleep in
                DispatchQueue.global().asyncAfter(deadline: .now()) { asleep.resume() }
            }
            await MainActor.run {}
            outliveDispatch()
            exhaust()
            await runExhausted(root)
            exit(0)
        }.value
    }

    /// How much of the address space is in use.
    func addressSpace() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 100)
        fgets(&line, 100, file)
        let pages = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: " ").first.flatMap { Int($0) }
        return (pages ?? 0) * 4_096
    }
#endif

/// Appends one number after the other to a log, many while the disk is busy, and says below which all are on disk.
func runLog(_ root: String, from first: Int) async {
    struct Logging: Equatable {
        var log = PersistenceDriver.LineLog("log")
    }
    let (numbers, inlet) = Signal<Int>.pipe()
    let cycle = CycledLens(startingWith: Logging()) { frames in
        frames.lens(events: numbers) { frame, number in frame.log.append("\(number)") }
        frames.lens(
            driver: PersistenceDriver(root: root), frameFilter: { PersistenceDriver.Model($0.log.requests) },
            eventFilter: { frame, event in
                frame.log.take(event)
                if case .appended(_, let end) = event { say("\(first + end)") } else { say("\(event)") }
            })
    }
    let sending = Task.detached {
        for number in first... {
            inlet.send(number)
            // Now and then the disk is quicker.
            if number % 64 == 0 { usleep(50) }
            if number % 1_000 == 0 { usleep(3_000) }
        }
    }
    await cycle.run(on: VirtualTime())
    sending.cancel()
}

/// Runs one program, and says what happens to it, until its end.
func runProgram(
    _ script: String, environment: [String: String] = [:], terminal: ConsoleDriver.Size? = nil,
    onFirst act: @escaping () -> Void = {}
) async {
    struct Running: Equatable {
        var input = ProcessInput()
        var isDone = false
    }
    let cycle = CycledLens(startingWith: Running()) { frames in
        frames.lens(
            driver: ProcessDriver<Int>(),
            frameFilter: {
                .running([
                    .init(
                        1, .init("sh", arguments: ["-c", script], environment: environment), input: $0.input,
                        terminal: terminal)
                ])
            },
            eventFilter: { frame, event in
                switch event {
                case .output, .errors:
                    say(event.text ?? "")
                    act()
                    frame.input = ProcessInput(["go"])
                case .started, .inputTaken, .inputClosed, .signalled: break
                case .ended, .failed:
                    say("\(event)")
                    frame.isDone = true
                }
            })
    }
    await cycle.run(until: \.isDone)
}

let (mode, root) = (CommandLine.arguments[1], CommandLine.arguments[2])
switch mode {
case "endless":
    // Saves one number after the other and says each that is saved.
    await run(PersistenceDriver(root: root), Int(CommandLine.arguments[3]) ?? 0, content, isEndless: true)
case "log":
    await runLog(root, from: Int(CommandLine.arguments[3]) ?? 0)
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
case "waiting":
    // Has accepted a write that waits for an hour.
    await runWaiting(root, hangs: false)
case "programs":
    // Runs a program that runs another, and ends only when it is killed.
    await runProgram(root + "sleep 1000 & echo ready; sleep 1000; true")
case "environment":
    // Says what variables a program gets, in hexadecimal digits.
    let show = #"""
        printf 'cycle_added=%s ' "$ADDED"
        for value in "$CYCLE_ODD" "$CYCLE_MARK"; do
            printf %s "$value" | od -An -tx1 | tr -d ' \n'
            printf ' '
        done
        echo
        """#
    await runProgram(show, environment: ["ADDED": "1"])
case "sized":
    // Says how large a program in a terminal finds that.
    await runProgram(
        "echo ${COLUMNS-none} ${LINES-none} $(stty size)", terminal: .init(columns: 33, rows: 7))
case "childless":
    // A program fails after something else in this process has had the system forget how children end.
    await runProgram("echo ready; read line; exit 3") { signal(SIGCHLD, SIG_IGN) }
case "leaving":
    // Its last write is accepted, and no event can say what becomes of it.
    await runLeaving(root)
case "hanging":
    // The same, in a loop that takes no event any more.
    await runWaiting(root, hangs: true)
case "alone":
    // The same, and there are no more threads.
    await runWaiting(root, hangs: true, isAlone: true)
case "listening":
    // Listens to SIGTERM.
    await runListening()
case "closed":
    // Started without standard descriptors: saves, prints, and says by its exit whether anybody got one of them.
    await run(PersistenceDriver(root: root), 0, { _ in "content" }, isEndless: false)
    print("printed into nothing")
    var taken: Int32 = 0
    for descriptor in Int32(0)...2 {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
        let target = String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // libdispatch has taken some for itself before anything of this program ran.
        let isOurs = ["pipe:", "inotify", root].contains { target.contains($0) }
        if count < 0 || isOurs { taken |= 1 << descriptor }
    }
    exit(taken)
case "thousand":
    // A thousand elements, each with a driver for files and one for timers: says how many threads that takes.
    await runThousand(root)
#if canImport(Glibc)
    case "threads":
        // May start no thread any more: there is no room for its stack.
        await runExhausted(root) { limit(RLIMIT_AS, to: addressSpace() + (4 << 20)) }
    case "descriptors":
        // May open nothing any more.
        await runExhausted(root) { limit(RLIMIT_NOFILE, to: 3) }
#endif
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

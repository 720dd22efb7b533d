import Cycle
import CycleDrivers
import CycleBase
#if canImport(Glibc)
    import CScarce
#endif

struct Fixture: Equatable {
    var total = 0
    var log: [String] = []
    var isDone = false
    var program: ConsoleDriver.Program?
    var kind = "inline"

    var model: ConsoleDriver.Model {
        let text = "total \(total)  (+ - q)"
        var model: ConsoleDriver.Model =
            switch kind {
            case "full": .fullScreen(text + "\nsecond row", plain: "\(total)", input: .keys)
            case "adaptive": .fullScreen(adaptive, input: .keys)
            case "lines": .lines(log, input: .lines)
            case "prompt": .screen(text, plain: "\(total)", input: .lines)
            case "progress": .screen(progress, plain: "loading", input: .keys)
            default: .screen(text, plain: "\(total)", input: .keys)
            }
        model.lines = log
        model.program = program
        model.mouse = kind == "full" ? .drags : .none
        model.paste = kind == "full"
        model.title = kind == "full" ? "fixture" : nil
        return model
    }

    /// In a colour for which the terminal is asked for its background.
    private var adaptive: ConsoleDriver.Canvas {
        var canvas = ConsoleDriver.Canvas(.init(columns: 20, rows: 1))
        let color = ConsoleDriver.Color.adaptive(light: .indexed(25), dark: .indexed(117))
        canvas.draw("adaptive", at: .init(row: 0, column: 0), style: .foreground(color))
        return canvas
    }

    private var progress: String {
        "\(ConsoleDriver.Indicator.spinner(total)) \(ConsoleDriver.Indicator.bar(Double(total) / 4, width: 8)) \(total * 25) %"
    }

    mutating func apply(_ event: ConsoleDriver.Event) {
        switch event {
        case .key("+"): total += 1
        case .key("-"): total -= 1
        case .key("q"), .ended: isDone = true
        case .key("l"): log.append("logged \(total)")
        case .key("b"): log.append(String(repeating: "x", count: 200_000))
        case .key("f"): log.append("forked child: \(endOfForkedChild())")
        case .key("v"): program = .init("sh", "-c", "echo program runs; read answer; echo got $answer; exit 3")
        case .programEnded(let status):
            program = nil
            log.append("\(status)")
        case .line(let line): log.append("line \(line)")
        case .failed(let failure):
            program = nil
            log.append("\(failure)")
        case .interrupted: log.append("interrupted")
        case .suspended: log.append("suspended")
        case .resumed: log.append("resumed")
        default: die(event)
        }
    }

    private func die(_ event: ConsoleDriver.Event) {
        switch event {
        case .key("e"): exit(7)
        case .key("t"): fatalError("trapped")
        case .key("o"): print(log[total + 100_000])
        case .key("s"):
            let nowhere = UnsafeMutablePointer<Int>(bitPattern: 8)
            nowhere?.pointee = 1
        case .key("a"): abort()
        case .key("h"): while true { pause() }
        case .key("r"): print(descend(from: 0))
        case .key("k"): kill(getpid(), SIGKILL)
        case .key("K"): kill(0, SIGKILL)
        default: break
        }
    }
}

/// Forks a child off, as a library may do, which exits at once.
///
/// - Returns: Its status.
private func endOfForkedChild() -> Int32 {
    typealias Fork = @convention(c) () -> pid_t
    guard let fork = dlsym(nil, "fork").map({ unsafeBitCast($0, to: Fork.self) }) else { return -1 }
    let child = fork()
    if child == 0 { exit(0) }
    var status: Int32 = -1
    waitpid(child, &status, 0)
    return status
}

/// Until the stack is full.
private func descend(from depth: Int) -> Int {
    depth < 0 ? depth : descend(from: depth + 1) + 1
}

func runFixture(_ kind: String, isGuarded: Bool) async {
    let listens = CommandLine.arguments.contains("listening")
    let cycle = CycledLens(startingWith: Fixture(kind: kind)) { frames in
        MutatingLens.zip(
            // From before anything is shown, until the first SIGUSR1.
            frames.lens(
                driver: SignalDriver(),
                frameFilter: { listens && $0.total == 0 ? .listening(to: .user1, .windowChanged) : .listening() },
                eventFilter: { frame, event in
                    frame.log.append("\(event)")
                    if event == .received(.user1) { frame.total = 1 }
                }),
            frames.lens(driver: Scarce(isGuarded: isGuarded), frameFilter: \.model, eventFilter: { $0.apply($1) }))
    }
    await cycle.run(until: \.isDone)
}

/// The driver in a process that may be out of threads or descriptors, until an event has said so.
struct Scarce: Driver {
    let isGuarded: Bool

    func eventsCapturedAfterRendering(model: Signal<ConsoleDriver.Model>) -> Signal<ConsoleDriver.Event> {
        var console = ConsoleDriver(isGuarded: isGuarded)
        if getenv("READINESS") != nil {
            console.readiness = .bySelect
            SignalHandlers.faultOrigin = .unknown
        }
        let events = console.eventsCapturedAfterRendering(model: model)
        guard let word = CommandLine.arguments.first(where: { $0.hasPrefix("exhausted=") }) else { return events }
        return Signal { sink in
            exhaust(word, true)
            return events.run(
                inside: sink, finish: { sink.end() },
                receive: { event in
                    if case .failed = event { exhaust(word, false) }
                    sink.send(event)
                })
        }
    }
}

/// Takes away what a system may run out of, or gives it back.
private func exhaust(_ word: String, _ isGone: Bool) {
    #if canImport(Glibc)
        if word == "exhausted=descriptors" {
            outliveDispatch()
            var limit = rlimit(rlim_cur: isGone ? 3 : 64, rlim_max: 64)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        } else {
            // No stack is as large as this: no thread can be made. The limit on processes does not hold for root.
            guard let symbol = dlsym(nil, "pthread_setattr_default_np") else { return }
            typealias Function = @convention(c) (UnsafePointer<pthread_attr_t>?) -> Int32
            var attributes = pthread_attr_t()
            pthread_attr_init(&attributes)
            pthread_attr_setstacksize(&attributes, isGone ? 1 << 46 : 1 << 20)
            _ = unsafeBitCast(symbol, to: Function.self)(&attributes)
        }
    #endif
}

import Cycle
import CycleBase
import CycleTesting
import Synchronization
import TestSupport

@testable import CycleDrivers

/// A console to test: the real driver or its twin, on a terminal or on pipes.
protocol ConsoleBench: AnyObject {
    associatedtype D: Driver<ConsoleDriver.Model, ConsoleDriver.Event>
    var driver: D { get }
    var isTerminal: Bool { get }
    /// The terminal as it is now; on pipes the written text is in ``output``.
    var terminal: SimulatedTerminal { get }
    var output: String { get }
    func type(_ text: String)
    func end()
    func resize(columns: Int, rows: Int)
    /// As Ctrl-S and Ctrl-Q do.
    func stopOutput()
    func startOutput()
    /// Closes the reading end of the output.
    func closeOutput()
}

final class TwinBench: ConsoleBench {
    let driver: SimulatedConsole
    let isTerminal: Bool

    /// A bench whose input cannot be read from the start, and the error code.
    static func unreadable() -> (bench: TwinBench, code: Int32) {
        let bench = TwinBench(isTerminal: false)
        bench.driver.end(failing: EIO)
        return (bench, EIO)
    }

    init(isTerminal: Bool, environment: [String: String] = ["TERM": "xterm"]) {
        self.isTerminal = isTerminal
        driver = SimulatedConsole(columns: 40, rows: 10, isTerminal: isTerminal, environment: environment)
    }

    var terminal: SimulatedTerminal { driver.terminal }
    var output: String { driver.output }
    func type(_ text: String) { driver.type(text) }
    func end() { driver.end() }
    func resize(columns: Int, rows: Int) { driver.resize(columns: columns, rows: rows) }
    func stopOutput() { driver.isOutputStopped = true }
    func startOutput() { driver.isOutputStopped = false }
    func closeOutput() { driver.closeOutput() }
}

/// The real driver, its other ends held by the test.
final class RealBench: ConsoleBench {
    /// A descriptor that is not open, and that the system gives to nobody: no limit of open files comes as far.
    static let closed: Int32 = .max

    private(set) var driver: ConsoleDriver
    let isTerminal: Bool
    private let input: Int32
    private let source: Int32
    private var typing: Int32
    private var drain: Int32
    private var shown: SimulatedTerminal
    private var written: [UInt8] = []

    /// A folder can be opened, but not read.
    static func unreadable(_ readiness: Readiness) -> (bench: RealBench, code: Int32) {
        (RealBench(isTerminal: false, input: open("/", O_RDONLY), readiness), EISDIR)
    }

    init(
        isTerminal: Bool, environment: [String: String] = ["TERM": "xterm"], input replaced: Int32? = nil,
        _ readiness: Readiness = .ofSystem
    ) {
        self.isTerminal = isTerminal
        shown = SimulatedTerminal(columns: 40, rows: 10)
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        var size = winsize(ws_row: 10, ws_col: 40, ws_xpixel: 0, ws_ypixel: 0)
        if isTerminal {
            precondition(openpty(&ends.master, &ends.slave, nil, nil, &size) == 0, "no pseudo-terminal")
            for end in [ends.master, ends.slave] { closedInChildren(end) }
            (input, source, typing, drain) = (ends.slave, ends.slave, ends.master, ends.master)
        } else {
            let typed = RealBench.makePipe()
            let printed = RealBench.makePipe()
            if replaced != nil { close(typed.reading) }
            (input, source) = (replaced ?? typed.reading, printed.writing)
            (typing, drain) = (typed.writing, printed.reading)
        }
        _ = fcntl(drain, F_SETFL, O_NONBLOCK)
        driver = ConsoleDriver(input: input, output: source, environment: environment)
        driver.readiness = readiness
    }

    static func makePipe() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        // At once where that can be: another test may start a process meanwhile, which would hold the ends open. Glibc's
        // module does not name the call.
        typealias Pipe = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
        if let symbol = dlsym(nil, "pipe2") {
            precondition(unsafeBitCast(symbol, to: Pipe.self)(&ends, O_CLOEXEC) == 0, "no pipe")
        } else {
            precondition(pipe(&ends) == 0, "no pipe")
            for end in ends { closedInChildren(end) }
        }
        return (ends[0], ends[1])
    }

    /// Until nobody can read. Another test may start a process just now, which has the reading end, too, until it is another
    /// program: what is written by then is taken, and nothing says that nobody reads.
    static func closeReader(_ pipe: (reading: Int32, writing: Int32)) {
        close(pipe.reading)
        var end = pollfd(fd: pipe.writing, events: 0, revents: 0)
        while poll(&end, 1, -1) < 0 {}
    }

    deinit {
        for descriptor in Set([input, source, typing, drain]) where descriptor >= 0 { close(descriptor) }
    }

    var terminal: SimulatedTerminal {
        read()
        return shown
    }

    var output: String {
        read()
        return String(decoding: written, as: UTF8.self)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        precondition(write(typing, bytes, bytes.count) == bytes.count, "the pipe is full")
    }

    func end() {
        if isTerminal { return type("\u{4}") }
        close(typing)
        typing = -1
    }

    func resize(columns: Int, rows: Int) {
        read()
        shown.resize(columns: columns, rows: rows)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(drain, UInt(TIOCSWINSZ), &size)
        // The terminal is not this process's own, so that nobody tells it.
        kill(getpid(), SIGWINCH)
    }

    func stopOutput() { tcflow(source, TCOOFF) }
    func startOutput() { tcflow(source, TCOON) }

    func closeOutput() {
        RealBench.closeReader((reading: drain, writing: source))
        drain = -1
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = CycleBase.read(drain, &buffer, buffer.count)
            guard count > 0 else { return }
            written += buffer.prefix(count)
            shown.write(buffer.prefix(count))
        }
    }
}

/// The events and frames of a test's loop.
struct Observed: Equatable {
    var events: [ConsoleDriver.Event] = []
    var sizes: [ConsoleDriver.Size] = []
    var isDone = false
}

/// Time in which every delay is over at once.
final class ImpatientTime: Scheduler {
    private final class Ringing: Alarm {
        let ring: @Sendable () -> Void

        init(_ ring: @escaping @Sendable () -> Void) {
            self.ring = ring
        }

        func arm(at deadline: Duration) { ring() }
        func disarm() {}
    }

    private let count = Atomic(0)

    /// Later each time that somebody asks.
    var now: Duration { .seconds(count.add(1, ordering: .relaxed).newValue) }
    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm { Ringing(ring) }
}

extension ConsoleBench {
    /// Runs a loop around the driver until so many events have come, other than sizes, or until it ends by itself.
    ///
    /// - Parameter steps: The deeds of the person, by the number of events before them. The first size of a terminal
    ///   does not count, and the frame of the last event is shown.
    func run(
        upTo count: Int = .max, _ steps: [Int: (Self) -> Void] = [:], isolation: isolated (any Actor)? = #isolation,
        model: @escaping (Observed) -> ConsoleDriver.Model
    ) async -> Observed {
        var steps = steps
        let cycle = CycledLens(startingWith: Observed()) { frames in
            MutatingLens.zip(
                frames.lens(driver: driver, frameFilter: model) { frame, event in
                    if case .resized(let size) = event {
                        frame.sizes.append(size)
                    } else {
                        frame.events.append(event)
                    }
                    frame.isDone = frame.events.count >= count
                },
                frames.lens(get: { (frames: Signal<Observed>) in
                    frames.handle { [self] frame in
                        // A terminal tells its size once it is set up.
                        guard !frame.sizes.isEmpty || !isTerminal else { return }
                        steps.removeValue(forKey: frame.events.count + max(0, frame.sizes.count - 1))?(self)
                    }
                }))
        }
        return await cycle.run(on: ImpatientTime(), until: \.isDone)
    }
}

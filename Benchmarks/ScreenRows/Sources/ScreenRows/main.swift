import Cycle
import CycleDrivers
import CycleScreens

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A console that somebody plays: what is played arrives in the same turn in which it is sent.
struct PlayedConsole: Driver {
    let played: Signal<ConsoleDriver.Event>

    func eventsCapturedAfterRendering(model: Signal<ConsoleDriver.Model>) -> Signal<ConsoleDriver.Event> {
        .merge(played, ConsoleDriver().eventsCapturedAfterRendering(model: model))
    }
}

/// Plays a key again and again, and reports the microseconds of CPU that each took, from the key to the bytes that were
/// written: the median, on standard error. Between two, the terminal has time to take what was written.
///
/// - Parameter isAsleep: Whether the loop sleeps meanwhile, as between the keys of a person, and finds its caches used by
///   others; otherwise it waits for the terminal, as under a key that repeats.
func measure(_ screen: some Screen & Equatable, _ key: ConsoleDriver.Key, _ count: Int, isAsleep: Bool = true) {
    let (played, inlet) = Signal<ConsoleDriver.Event>.pipe()
    let cycle = CycledLens(startingWith: screen) { frames in frames.lens(screen: PlayedConsole(played: played)) }
    let time = RealTime()
    cycle.start(on: time)
    for _ in 0..<20 {
        cycle.drain()
        usleep(2_000)
    }
    var times: [Double] = []
    for number in 0..<count + 20 {
        let start = cpuMicroseconds()
        inlet.send(.key(key))
        cycle.drain()
        // The first are not counted: caches, pages of memory.
        if number >= 20 { times.append(cpuMicroseconds() - start) }
        if isAsleep {
            usleep(2_000)
        } else {
            let end = cpuMicroseconds() + 200
            while cpuMicroseconds() < end {}
        }
        cycle.drain()
    }
    cycle.stop()
    times.sort()
    let report = Array("\(times[times.count / 2]) \(times[times.count * 99 / 100])\n".utf8)
    _ = write(2, report, report.count)
    exit(0)
}

/// Of this thread, which is the loop's.
private func cpuMicroseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000_000 + Double(time.tv_nsec) / 1_000
}

let arguments = CommandLine.arguments
let count = arguments.count > 2 ? Int(arguments[2]) ?? 500 : 500
switch arguments.count > 1 ? arguments[1] : "" {
case "frames": measure(Busy(), "n", count)
case "rows": measure(Rows(), .down, count)
case "repeated": measure(Rows(), .down, count, isAsleep: false)
case "first": measure(Assigned(row: nil), "n", count)
case "last": measure(Assigned(row: 999_999), "n", count)
case "gone": measure(Assigned(row: -1), "n", count)
case "filter": measure(Finder(), "f", count)
default: print("ScreenRows frames|rows|repeated|first|last|gone|filter [COUNT]")
}

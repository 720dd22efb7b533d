import Cycle
import CycleDrivers
import CycleTesting
import Testing

/// The laws of a `TimerDriver` by every clock: the virtual twin, with and without faults, cannot drift from the real
/// one. By the real clock only order and counts are looked at, never how long something took.
@Suite("TimerDriver, by any clock", .timeLimit(.minutes(60)))
struct TimerConformanceTests {
    typealias Timers = TimerDriver<String>

    enum Time: CaseIterable {
        case virtual, late, real

        func run(_ cycle: CycledLens<Timers, Log>) async -> Log {
            switch self {
            case .real: return await cycle.run(until: \.isDone)
            case .virtual, .late:
                let time = VirtualTime(faults: self == .late ? .many(seed: 7) : nil)
                cycle.start(on: time)
                time.join(cycle) { while !cycle.frame.isDone, cycle.step() {} }
                while !cycle.frame.isDone, !cycle.isOver { time.advance(by: .milliseconds(1)) }
                cycle.stop()
                return cycle.frame
            }
        }
    }

    struct Log: Equatable {
        var lines: [String] = []
        var scheduled: [Duration] = []
        var lateBy: [Duration] = []
        var isDone: Bool { lines.last == "end" }
    }

    private func log(_ timers: @escaping (Log) -> [Timers.Timer]) -> CycledLens<Timers, Log> {
        CycledLens(startingWith: Log()) { frames in
            frames.lens(
                driver: Timers(), frameFilter: { .timers(timers($0)) },
                eventFilter: { frame, event in
                    guard case .fired(let id, let count, let scheduled, let lateBy, _) = event else { return }
                    frame.lines.append(count == 1 ? id : "\(id)\(count)")
                    frame.scheduled.append(scheduled)
                    frame.lateBy.append(lateBy)
                })
        }
    }

    @Test("timers fire in the order in which they are due", arguments: Time.allCases)
    func order(_ time: Time) async {
        let last = await time.run(
            log { _ in
                [30, 10, 20, 40].map { .once($0 == 40 ? "end" : "\($0)", after: .milliseconds($0)) }
            })
        #expect(last.lines == ["10", "20", "30", "end"])
    }

    @Test("timers that are due together fire in the order in which they were declared", arguments: Time.allCases)
    func together(_ time: Time) async {
        let last = await time.run(
            log { _ in ["c", "a", "b", "end"].map { .once($0, after: .milliseconds(5)) } })
        #expect(last.lines == ["c", "a", "b", "end"])
    }

    @Test("no tick is lost when all are wanted, and they are numbered from 1", arguments: Time.allCases)
    func all(_ time: Time) async {
        let last = await time.run(
            log { log in
                log.lines.count < 50 ? [.every("t", .milliseconds(1), missed: .all)] : [.once("end", after: .zero)]
            })
        #expect(last.lines == ["t"] + (2...50).map { "t\($0)" } + ["end"])
    }

    @Test(
        "ticks do not drift: each is due at start + k * period, also after some were missed", arguments: Time.allCases)
    func noDrift(_ time: Time) async {
        let period = Duration.microseconds(1_700)
        let last = await time.run(
            log { log in log.lines.count < 50 ? [.every("t", period)] : [.once("end", after: .zero)] })
        let numbers = last.lines.dropLast().map { Int($0.dropFirst()) ?? 1 }
        let start = last.scheduled[0] - period * numbers[0]
        for (number, scheduled) in zip(numbers, last.scheduled) { #expect(scheduled == start + period * number) }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("no timer fires early", arguments: Time.allCases)
    func neverEarly(_ time: Time) async {
        let last = await time.run(
            log { log in
                log.lines.count < 20
                    ? [.every("t", .microseconds(1_234)), .every("u", .microseconds(777), tolerance: .milliseconds(1))]
                    : [.once("end", after: .zero)]
            })
        #expect(last.lateBy.allSatisfy { $0 >= .zero })
    }

    @Test("a timer that left the model is silent, also when it was due already", arguments: Time.allCases)
    func silent(_ time: Time) async {
        let last = await time.run(
            log { log in
                log.lines.isEmpty
                    ? [.once("a", after: .milliseconds(2)), .once("b", after: .milliseconds(2))]
                    : [.once("end", after: .milliseconds(5))]
            })
        #expect(last.lines == ["a", "end"])
    }

    @Test("a timer whose schedule changes counts from 1 again", arguments: Time.allCases)
    func changed(_ time: Time) async {
        let last = await time.run(
            log { log in
                switch log.lines.count {
                case 0..<2: [.every("t", .milliseconds(2), missed: .all)]
                case 2..<4: [.every("t", .milliseconds(3), missed: .all)]
                default: [.once("end", after: .zero)]
                }
            })
        #expect(last.lines == ["t", "t2", "t", "t2", "end"])
    }

    @Test(
        "a timer that fired is not started again while it stays in the model; then the loop ends",
        arguments: Time.allCases)
    func once(_ time: Time) async {
        let last = await time.run(
            log { log in [.once("a", after: .milliseconds(1)), .once("b", after: .milliseconds(2))] })
        #expect(last.lines == ["a", "b"])
    }

    @Test("timers without a delay take turns: none starves", arguments: Time.allCases)
    func noDelay(_ time: Time) async {
        let last = await time.run(
            log { log in
                log.lines.count < 40 ? [.once("a\(log.lines.count)", after: .zero)] : [.once("end", after: .zero)]
            })
        #expect(last.lines.count == 41)
    }
}

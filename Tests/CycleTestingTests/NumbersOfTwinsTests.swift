import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Testing

/// Numbers of a test may be computed: each is taken or clamped as its page says, or named by what ends the program.
@Suite("Numbers from outside")
struct NumbersOfTwinsTests {
    private static let numbers = [Int.min, -1, 0, 1, 7, .max]

    @Test("time passes by any duration and any number of steps, and never backwards", arguments: numbers)
    func time(number: Int) {
        let time = VirtualTime(step: .seconds(100))
        time.advance(by: .seconds(number))
        let first = time.now
        #expect(first >= .zero)
        for _ in 0..<40 { time.advance(by: .seconds(number)) }
        time.advance(steps: number)
        #expect(time.now >= first)
        #expect(
            VirtualTime(step: .zero).timeline(of: Signal<Int>.never, steps: min(number, 3)).count
                == max(0, min(number, 3)))
    }

    @Test("faults of time are any chances and durations", arguments: [-1.0, 0, 0.5, 1, 2, .nan, .infinity])
    func timeFaults(chance: Double) {
        for duration in [Duration.seconds(-3), .zero, .seconds(3)] {
            let faults = TimeFaults(
                seed: 7, late: chance, upTo: duration, jumping: chance, upTo: duration, merged: chance, stray: chance)
            let time = VirtualTime(faults: faults)
            let clock = VirtualWallClock(time, faults: WallClockFaults(seed: 7, jumping: chance, upTo: duration))
            var latest = Duration.zero
            let alarm = time.alarm {}
            for second in 1...20 {
                alarm.arm(at: time.now + .milliseconds(500))
                time.advance(by: .seconds(1))
                #expect(time.now >= latest, "\(second)")
                latest = time.now
            }
            // At each wake-up a clock is set by no more than that.
            #expect(clock.now >= latest - .seconds(3 * 60) && clock.now <= latest + .seconds(3 * 60))
        }
    }

    @Test("a terminal has any size, and keeps one that it can have", arguments: numbers, [Int.min, 0, 1, 5])
    func terminal(columns: Int, rows: Int) {
        var terminal = SimulatedTerminal(columns: min(columns, 20), rows: rows)
        #expect(terminal.columns >= 1 && terminal.rows >= 1)
        terminal.resize(columns: min(columns, 20), rows: rows)
        #expect(terminal.columns >= 1 && terminal.rows >= 1)
    }

    @Test("an answer is cut after any number of steps", arguments: numbers)
    func answer(count: Int) {
        let answer = SimulatedAnswer.response(200, [:], ["a", "b"])
        #expect(answer.cut(after: count).steps.count <= answer.steps.count)
    }

    @Test("the power fails after any number of calls, and a difference has any number of places", arguments: numbers)
    func others(count: Int) {
        let files = SimulatedFiles()
        files.cutPower(afterCalls: count)
        let difference = Difference(of: [1, 2, 3], and: [4, 5, 6], limit: count)
        #expect(difference.places.count <= 3)
        _ = SimulatedConsole(columns: min(count, 20), rows: min(count, 5), screenRate: count)
    }
}

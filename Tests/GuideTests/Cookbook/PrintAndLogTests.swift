import Cycle
import CycleDrivers
import CycleTesting
import Foundation
import Testing

struct Job: Equatable {
    var count = 0
    var printed: [String] = []
}

func job() -> CycledLens<some Any, Job> {
    CycledLens(startingWith: Job()) { frames in
        frames.lens(
            driver: ConsoleDriver(),
            frameFilter: { job in
                var model = ConsoleDriver.Model.screen("\(job.count) done   space goes on", input: .keys)
                model.lines = job.printed
                return model
            },
            eventFilter: { job, event in
                guard event == .key(" ") else { return }
                job.count += 1
                job.printed.append("part \(job.count) is done")
            })
    }
}

private func trace(_ text: String) {
    StandardError.print(text)
}

/// Not called: it would take the terminal.
private func run() async {
    let cycle = job()
    _ = cycle.observeMoments { moment in trace("\(moment.time) \(moment.cause.lens): \(moment.cause.event)") }
    await cycle.run()
}

@Suite("Cookbook: print and log beside a screen")
struct PrintAndLogTests {
    struct Meter: Equatable {
        /// The lines of the newest event that had any.
        var lines: [String] = []
        var edition = 0
    }

    func meter() -> CycledLens<some Any, Meter> {
        CycledLens(startingWith: Meter()) { frames in
            frames.lens(
                driver: TimerDriver<String>(),
                frameFilter: { _ in .timers(.every("look", .seconds(60))) },
                eventFilter: { meter, _ in
                    meter.lines = ["the meter was read", "all is well"]
                    meter.edition += 1
                })
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .lines($0.lines, edition: $0.edition) },
                eventFilter: { _, _ in })
        }
    }

    @Test("lines are printed above the screen")
    func lines() {
        let console = SimulatedConsole(columns: 40, rows: 6)
        let test = TestRun(job(), exhaustive: false, standIns: console)
        console.type("  ")
        test.settle()
        #expect(
            console.terminal.lines.prefix(3) == ["part 1 is done", "part 2 is done", "2 done   space goes on"])
    }

    @Test("a service prints all lines of each event, equal or not, on a terminal and in a pipe")
    func lineForEachEvent() {
        let lines = ["the meter was read", "all is well"]
        for console in [SimulatedConsole(columns: 40, rows: 6), SimulatedConsole(isTerminal: false)] {
            let time = VirtualTime()
            let test = TestRun(meter(), time: time, exhaustive: false, standIns: console)
            test.advance(by: .seconds(120))
            #expect(console.output.split(whereSeparator: \.isNewline).map(String.init) == lines + lines)
        }
    }

    @Test("the plain text of a screen is no log: of two equal ones one is printed, and none on a terminal")
    func plainText() {
        for isTerminal in [true, false] {
            let time = VirtualTime()
            let console = SimulatedConsole(columns: 40, rows: 6, isTerminal: isTerminal)
            let cycle = CycledLens(startingWith: Meter()) { frames in
                frames.lens(
                    driver: TimerDriver<String>(),
                    frameFilter: { _ in .timers(.every("look", .seconds(60))) },
                    eventFilter: { meter, _ in meter.edition += 1 })
                frames.lens(
                    driver: ConsoleDriver(),
                    frameFilter: { .screen("", plain: "look \($0.edition / 2)", input: .none) },
                    eventFilter: { _, _ in })
            }
            let test = TestRun(cycle, time: time, exhaustive: false, standIns: console)
            test.advance(by: .seconds(300))
            if isTerminal {
                #expect(console.terminal.lines.filter { !$0.isEmpty }.isEmpty)
            } else {
                #expect(console.output.split(whereSeparator: \.isNewline) == ["look 0", "look 1", "look 2"])
            }
        }
    }

    @Test("each event of a run is seen with its time and its lens")
    func tracing() {
        let cycle = job()
        var traced: [String] = []
        _ = cycle.observeMoments { moment in traced.append("\(moment.cause.lens): \(moment.cause.event)") }
        let console = SimulatedConsole(columns: 40, rows: 6)
        let test = TestRun(cycle, exhaustive: false, standIns: console)
        console.type(" ")
        test.settle()
        #expect(traced.first?.hasPrefix("start") == true && traced.last?.contains("key") == true, "\(traced)")
    }
}

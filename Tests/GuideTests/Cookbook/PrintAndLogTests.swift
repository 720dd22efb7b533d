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
    FileHandle.standardError.write(Data("\(text)\n".utf8))
}

/// Not called: it would take the terminal.
private func run() async {
    let cycle = job()
    _ = cycle.observeMoments { moment in trace("\(moment.time) \(moment.cause.lens): \(moment.cause.event)") }
    await cycle.run()
}

@Suite("Cookbook: print and log beside a screen")
struct PrintAndLogTests {
    @Test("lines are printed above the screen")
    func lines() {
        let console = SimulatedConsole(columns: 40, rows: 6)
        let test = TestRun(job(), exhaustive: false, standIns: console)
        console.type("  ")
        test.settle()
        #expect(
            console.terminal.lines.prefix(3) == ["part 1 is done", "part 2 is done", "2 done   space goes on"])
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

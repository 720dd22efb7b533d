import Cycle
import CycleDrivers
import CycleNetwork
import CycleScreens
import SampleArguments

/// Asks some addresses again and again, and keeps what changes in `uptime.log`.
func uptime(_ addresses: [String], in folder: String = ".") -> CycledLens<some Any, Uptime> {
    CycledLens(startingWith: Uptime(addresses)) { frames in
        // In a pipe, a line for each site that comes or goes.
        frames.lens(screen: ConsoleDriver(), readsPipes: false, plain: { $0.log.lines.last ?? "" })
        frames.lens(
            driver: NetworkDriver<String>(),
            frameFilter: { frame in
                .init(frame.asked.map { .init(id: $0.id, .head, $0.id, timeOuts: .init(total: .seconds(10))) })
            },
            eventFilter: { frame, event, turn in
                if case .response(let id, let answer) = event {
                    frame.answered(id, "\(answer.status)", isUp: answer.status < 500, at: turn.time)
                }
                if case .failed(let id, let failure) = event {
                    frame.answered(id, "\(failure.reason.prefix { $0 != ";" })", isUp: false, at: turn.time)
                }
            })
        frames.lens(
            driver: TimerDriver<String>(),
            frameFilter: { .timers($0.sites.filter { $0.asked == nil }.map { .once($0.id, after: $0.pause) }) },
            eventFilter: { frame, event, turn in frame.ask(event.id, at: turn.time) })
        frames.lens(
            driver: PersistenceDriver(root: folder), frameFilter: { .init($0.log.requests) },
            eventFilter: { frame, event in
                frame.log.take(event)
                if case .failed(_, let failure) = event { frame.problem = "uptime.log: \(failure.reason)" }
            })
    }
}

let help = "uptime http://… …: whether these addresses answer, in a table and in uptime.log"
let addresses = Program.words(of: "uptime", help: help, atLeast: 1) { HTTP.Address($0) != nil }
let last = await uptime(addresses).run(until: \.isDone)
if let problem = last.problem { Program.fail(problem, in: "uptime") }

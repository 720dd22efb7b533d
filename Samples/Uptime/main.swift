import Cycle
import CycleDrivers
import CycleNetwork
import CycleScreens

/// A request of an address: which, and the how-manieth.
struct Request: Hashable, Sendable {
    var address: String
    var attempt: Int
}

await CycledLens(startingWith: Uptime(Array(CommandLine.arguments.dropFirst()))) { frames in
    let screen = frames.lens(screen: ConsoleDriver(), plain: { $0.plain })
    let network = frames.lens(
        driver: NetworkDriver<Request>(),
        frameFilter: { frame in
            .init(
                frame.sites.filter(\.isWaiting).map { site in
                    .init(
                        id: Request(address: site.id, attempt: site.attempt), .head, site.id,
                        timeOuts: .init(total: .seconds(10)))
                })
        },
        eventFilter: { frame, event in
            switch event {
            case .response(let request, let response):
                frame.answered(request.address, "\(response.status)", isUp: response.status < 500)
            case .failed(let request, let failure): frame.answered(request.address, "\(failure)", isUp: false)
            default: break
            }
        })
    let timers = frames.lens(
        driver: TimerDriver<Request>(),
        frameFilter: { frame in
            .timers(
                frame.sites.filter { !$0.isWaiting }.map {
                    .once(Request(address: $0.id, attempt: $0.attempt), after: $0.pause)
                })
        },
        eventFilter: { frame, event in
            if let index = frame.sites.firstIndex(where: { $0.id == event.id.address }) { frame.ask(index) }
        })
    let ticks = frames.lens(
        ticking: \.ticks, every: .milliseconds(10), while: { $0.sites.contains { $0.isWaiting } })
    let files = frames.lens(
        driver: PersistenceDriver(root: "."), frameFilter: { .init($0.log.requests) },
        eventFilter: { frame, event in
            frame.log.take(event)
            if case .failed(_, let failure) = event { frame.problem = "the log is not written: \(failure)" }
        })
    return MutatingLens.zip(screen, network, timers, ticks, files)
}.run(until: \.isDone)

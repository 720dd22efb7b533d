import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Testing

@Suite("Cookbook: a daemon")
struct DaemonTests {
    struct Watchdog: Equatable {
        var checks = 0
        var isUp: Bool?
        var address = "http://service/health"
        var settingsVersion = 1
        var log = PersistenceDriver.LineLog("watchdog.log")
    }

    func watchdog(in folder: String) -> CycledLens<some Any, Watchdog> {
        CycledLens(startingWith: Watchdog()) { frames in
            frames.lens(
                driver: TimerDriver<String>(),
                frameFilter: { _ in .timers(.every("check", .seconds(60))) },
                eventFilter: { watchdog, _ in watchdog.checks += 1 })
            frames.lens(
                driver: NetworkDriver<Int>(),
                frameFilter: { watchdog in
                    .init(watchdog.checks == 0 ? [] : [.init(id: watchdog.checks, get: watchdog.address)])
                },
                eventFilter: { watchdog, event in
                    let isUp =
                        switch event {
                        case .response(_, let response): response.isSuccess
                        case .failed: false
                        default: watchdog.isUp
                        }
                    if isUp != watchdog.isUp { watchdog.log.append(isUp == true ? "up" : "down") }
                    watchdog.isUp = isUp
                })
            frames.lens(
                driver: SignalDriver(),
                frameFilter: { _ in .listening(to: .hangUp) },
                eventFilter: { watchdog, _ in watchdog.settingsVersion += 1 })
            frames.lens(
                driver: PersistenceDriver(root: folder),
                frameFilter: { watchdog in
                    .init([.read("address", repetition: watchdog.settingsVersion)] + watchdog.log.requests)
                },
                eventFilter: { watchdog, event in
                    watchdog.log.take(event)
                    if case .loaded = event, let text = event.text { watchdog.address = text }
                })
        }
    }

    @Test("it logs what changes, and reads its settings again when told")
    func logs() {
        let time = VirtualTime()
        let files = SimulatedFiles()
        let signals = SimulatedSignals()
        var isUp = true
        let network = SimulatedNetwork(time) { _ in .response(isUp ? 200 : 503, [:], []) }
        let test = TestRun(watchdog(in: "/"), time: time, exhaustive: false, standIns: files, signals, network)
        test.advance(by: .seconds(60))
        isUp = false
        test.advance(by: .seconds(120))
        #expect(files[text: "watchdog.log"] == "up\ndown\n")
        files[text: "address"] = "http://other/"
        signals.send(.hangUp)
        test.settle()
        #expect(test.frame.address == "http://other/")
    }
}

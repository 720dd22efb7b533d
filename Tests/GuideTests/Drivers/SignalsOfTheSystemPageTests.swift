import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("The book's page of signals of the system")
struct SignalsOfTheSystemPageTests {
    struct Daemon: Equatable {
        var settingsVersion = 1
        var isDone = false
    }

    func daemon() -> CycledLens<some Any, Daemon> {
        CycledLens(startingWith: Daemon()) { frames in
            frames.lens(
                driver: SignalDriver(),
                frameFilter: { _ in .listening(to: .hangUp, .terminate) },
                eventFilter: { daemon, event in
                    switch event {
                    case .received(.hangUp): daemon.settingsVersion += 1
                    case .received(.terminate), .failed: daemon.isDone = true
                    case .received: break
                    }
                })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let signals = SimulatedSignals()
        let test = TestRun(daemon(), exhaustive: false, standIns: signals)
        test.settle()
        signals.send(.hangUp)
        test.settle()
        #expect(test.frame == Daemon(settingsVersion: 2))
        signals.send(.terminate)
        test.settle()
        #expect(test.frame.isDone)
        #expect(!signals.names.contains(.user1))
    }
}

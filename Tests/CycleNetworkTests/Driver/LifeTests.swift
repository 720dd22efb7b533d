import Cycle
import CycleNetwork
import CycleTesting
import Dispatch
import Synchronization
import Testing

@testable import CycleDrivers

@Suite("NetworkDriver over the life of a request")
struct LifeTests {
    typealias Driver = NetworkDriver<Character>

    let time = VirtualTime()

    /// The events of a driver whose model wants the request `a` while it shows `a`, and so on; `-` keeps the model.
    private func events(_ models: String, _ network: HTTP.Transport, cancelledAfter step: Int? = nil) -> String {
        let models = time.signal(models).map { character in
            Driver.Model(character == "0" ? [] : [.init(id: character, get: "http://a/\(character)")])
        }
        let events = Driver(transport: network, seed: 1).eventsCapturedAfterRendering(model: models)
        let letters = events.compactMap { event -> String? in
            switch event {
            case .response(let id, _): "\(id)"
            case .failed: "!"
            default: nil
            }
        }
        return time.timeline(of: letters, steps: 8, cancelledAfter: step)
    }

    private func network() -> SimulatedNetwork {
        SimulatedNetwork(time) { _ in .response(after: .seconds(2)) }
    }

    @Test("it is answered once, while it stays in the model")
    func answered() {
        let network = network()
        #expect(events("a-------", network.transport) == "--a-----")
        #expect(network.messages.count == 1)
    }

    @Test("it is silent when it has left the model")
    func left() {
        let network = network()
        #expect(events("a0------", network.transport) == "--------")
        #expect(network.openCount == 0)
    }

    @Test("it makes way for another")
    func replaced() {
        #expect(events("ab------", network().transport) == "---b----")
    }

    @Test("it starts anew when it comes back")
    func returns() {
        let network = network()
        #expect(events("a--0a---", network.transport) == "--a---a-")
        #expect(network.messages.count == 2)
    }

    @Test("a request that is replaced with each event is noted, once, where no answer arrives")
    func starving() {
        for (name, seconds) in [("starved", 2), ("answered", 0)] {
            let network = SimulatedNetwork(time) { _ in .response(after: .seconds(seconds)) }
            let cycle = CycledLens(startingWith: 0) { frames in
                frames.lens(
                    driver: TimerDriver<Int>(), frameFilter: { _ in .timers(.every(1, .milliseconds(100))) },
                    eventFilter: { frame, _ in frame += 1 })
                frames.lens(
                    driver: NetworkDriver<String>(),
                    frameFilter: { .init([.init(id: name, get: "http://a/\($0)")]) }, eventFilter: { _, _ in })
            }
            let test = TestRun(cycle, time: time, exhaustive: false, standIns: network)
            test.advance(by: .seconds(60))
            #expect(network.messages.count > 400)
            let notes = ExitReport.notes.filter { $0.contains("requests in a row") && $0.contains(name) }
            #expect(notes.count == (seconds > 0 ? 1 : 0), "\(notes)")
        }
    }

    @Test("a loop that is cancelled waits for its connections to be gone", arguments: [false, true])
    func settles(_ isCancelled: Bool) async {
        let exchanges = LateExchanges()
        let transport = HTTP.Transport { _, _ in exchanges }
        let cycle = CycledLens(startingWith: false) { frames in
            frames.lens(
                driver: Driver(transport: transport), frameFilter: { _ in .init([.init(id: "a", get: "http://a/")]) },
                eventFilter: { _, _ in })
        }
        cycle.start(on: time)
        cycle.stop()
        let end = Task { await cycle.settle() }
        if isCancelled { end.cancel() }
        await end.value
        let isGone = exchanges.isGone.load(ordering: .relaxed)
        #expect(isGone)
    }

    @Test("it is gone with its driver, and so are the connections")
    func cancelled() {
        let watched = WatchedExchanges(network().transport.open(.init(), .init()))
        #expect(events("a-------", HTTP.Transport { _, _ in watched }, cancelledAfter: 1) == "--------")
        let isClosed = watched.isClosed.load(ordering: .relaxed)
        #expect(isClosed)
    }
}

/// Takes a moment to close.
private final class LateExchanges: Exchanges {
    let isGone = Atomic(false)

    func perform(_ commands: [Exchange.Command]) {}

    func close(_ whenGone: @escaping @Sendable () -> Void) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { [self] in
            isGone.store(true, ordering: .relaxed)
            whenGone()
        }
    }
}

/// Tells whether the exchanges were closed.
private final class WatchedExchanges: Exchanges {
    private let exchanges: any Exchanges
    let isClosed = Atomic(false)

    init(_ exchanges: any Exchanges) {
        self.exchanges = exchanges
    }

    func perform(_ commands: [Exchange.Command]) { exchanges.perform(commands) }

    func close(_ whenGone: @escaping @Sendable () -> Void) {
        isClosed.store(true, ordering: .relaxed)
        exchanges.close(whenGone)
    }
}

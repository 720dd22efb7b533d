import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import CycleTesting
import Testing

@testable import checks

// The programs of the guide "Finding bugs nobody wrote a test for".

func mendedWeather() -> CycledLens<some Any, Weather> {
    CycledLens(startingWith: Weather()) { frames in
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { .screen($0.shown, input: .keys) },
            eventFilter: { frame, event in
                guard case .key(let key) = event else { return }
                frame.city = key.description
                frame.requests = [frame.city]
            })
        frames.lens(
            driver: NetworkDriver<String>(), label: "network",
            frameFilter: { .init($0.requests.map { .init(id: $0, get: "http://host/weather?in=\($0)") }) },
            eventFilter: { frame, event in
                frame.requests = []
                frame.shown = if case .response(_, let response) = event { response.text } else { "" }
            })
    }
}

/// A fake of a driver that is nobody's twin.
final class FakeSensor: Driver, StandIn, Explorable {
    private var report: ((Int) -> Void)?

    func eventsCapturedAfterRendering(model: Signal<Bool>) -> Signal<Int> {
        Signal { [self] sink in
            let inlet = sink.inlet()
            report = { inlet.send($0) }
            return Subscription { [self] in report = nil }
        }
    }

    var possibilities: [Possibility] {
        report == nil ? [] : [1, 2].map { Possibility("sensor", "\($0)", outcome: $0) }
    }

    func happen(_ possibility: Possibility) { report?(possibility.outcome) }
    func remember(in memory: inout Fingerprint) {}
}

@Suite("The guide to exploration")
struct GuideTests {
    private var mended: Scenario<Weather> {
        Scenario(
            Law<Weather>.atRest("the weather is that of the city") {
                $0.shown.isEmpty || $0.shown == "rain in \($0.city)"
            },
            .leadsTo("a request ends", from: { !$0.requests.isEmpty }, to: \.requests.isEmpty),
            .sometimes("the weather is shown") { !$0.shown.isEmpty }
        ) { world in
            world.console.keys("ab", atMost: 2)
            world.network.answers { request in [.text("rain in \(request.query)"), .fails(.refused)] }
            return mendedWeather()
        }
    }

    @Test("the bug of the guide is found as it is printed there")
    func printed() throws {
        guard case .failure(let failure) = cities.result() else {
            Issue.record("not found")
            return
        }
        let report = """
            ✗ a request ends
              shortest timeline: 2 events
                keys     a-
                network  -A
                A = network: GET host/weather?in=a → refused
            """
        #expect(failure.description.contains(report), "\(failure)")
    }

    @Test("bounds that are given to an exploration are its bounds")
    func bounds() throws {
        var bounds = Bounds()
        bounds.steps = 12
        bounds.faults = 2
        #expect(try mended.explore(bounds).isComplete)
        bounds.steps = 2
        #expect(try !mended.explore(bounds).isComplete)
    }

    @Test("the mended one is complete, and its generated tests pass")
    func mendedIsComplete() throws {
        let seen = try mended.explore()
        #expect(seen.isComplete)
        try mended.happens([
            .init("keys", "a"),
            .init("network", "GET host/weather?in=a → refused"),
        ])
        try mended.happens([
            .init("keys", "a"),
            .init("keys", "b"),
            .init("network", "GET host/weather?in=b → 200 rain in b"),
            .init("network", "GET host/weather?in=a → 200 rain in a"),
        ])
    }

    @Test("a fake of one's own is explored")
    func sensor() throws {
        let seen = try explore(Law<Int>.always("small") { $0 < 3 }) { world in
            let sensor = FakeSensor()
            world.add(sensor)
            return CycledLens(startingWith: 0) { frames in
                frames.lens(driver: sensor, frameFilter: { _ in true }) { $0 = $1 }
            }
        }
        #expect(seen.stateCount == 3)
    }
}

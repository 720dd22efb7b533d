import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork

/// The weather in a city, with the bug of the guide: the answer that comes last is shown, whichever city it is for.
struct Weather: Hashable {
    var city = ""
    var requests: [String] = []
    var shown = ""
}

func weather() -> CycledLens<some Any, Weather> {
    CycledLens(startingWith: Weather()) { frames in
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { .screen($0.shown, input: .keys) },
            eventFilter: { frame, event in
                guard case .key(let key) = event else { return }
                frame.city = key.description
                frame.requests.append(frame.city)
            })
        frames.lens(
            driver: NetworkDriver<String>(), label: "network",
            frameFilter: { .init($0.requests.map { .init(id: $0, get: "http://host/weather?in=\($0)") }) },
            eventFilter: { frame, event in
                guard case .response(let city, let response) = event else { return }
                frame.requests.removeAll { $0 == city }
                frame.shown = response.text
            })
    }
}

var cities: Scenario<Weather> {
    Scenario(
        Law<Weather>.atRest("the weather is that of the city") { $0.shown.isEmpty || $0.shown == "rain in \($0.city)" },
        .leadsTo("a request ends", from: { !$0.requests.isEmpty }, to: \.requests.isEmpty),
        .sometimes("the weather is shown") { !$0.shown.isEmpty }
    ) { world in
        world.console.keys("ab", atMost: 2)
        world.network.answers { request in [.text("rain in \(request.query)"), .fails(.refused)] }
        return weather()
    }
}

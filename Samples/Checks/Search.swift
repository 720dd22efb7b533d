import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork

/// Search as you type: one request at a time, for the newest text.
struct Search: Hashable {
    var text = ""
    var results = ""
    var problem = false
    var request: String?
}

func searchBox() -> CycledLens<some Any, Search> {
    CycledLens(startingWith: Search()) { frames in
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { .screen($0.results, input: .keys) },
            eventFilter: { frame, event in
                guard case .key(let key) = event, case .character(let character) = key.base else { return }
                if character == "<" { frame.text = String(frame.text.dropLast()) } else { frame.text.append(character) }
                frame.problem = false
                frame.request = frame.text.isEmpty ? nil : frame.text
                if frame.text.isEmpty { frame.results = "" }
            })
        frames.lens(
            driver: NetworkDriver<Int>(), label: "network",
            frameFilter: { .init($0.request.map { [.init(id: 0, get: "http://host/?q=\($0)")] } ?? []) },
            eventFilter: { frame, event in
                frame.request = nil
                if case .response(_, let response) = event {
                    frame.results = response.text
                } else {
                    frame.problem = true
                }
            })
    }
}

/// Right in every order.
///
/// - Parameter count: How many keys are typed at most: each one more is two to three times the states.
func searching(keys count: Int = 5) -> Scenario<Search> {
    Scenario(
        Law<Search>.atRest("the shown result belongs to the typed text") {
            $0.problem || $0.results == ($0.text.isEmpty ? "" : "r\($0.text)")
        }, .sometimes("an answer is shown") { !$0.results.isEmpty }
    ) { world in
        world.console.keys("ab<", atMost: count)
        world.network.answers(faults: 1) { request in [.text("r\(request.query)"), .fails(.refused)] }
        return searchBox()
    }
}

import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork

// Prints what exploring and simulating a wrong program find: the same in every process.

struct Box: Hashable {
    var text = ""
    var shown: Set<String> = []
    var asked: [String] = []
}

let scenario = Scenario(
    Law<Box>.atRest("the newest answer is shown") { $0.shown.isEmpty || $0.shown == ["r\($0.text)"] }
) {
    world in
    world.console.keys("abc", atMost: 3)
    world.network.answers { [.text("r\($0.query)"), .fails(.refused)] }
    return CycledLens(startingWith: Box()) { frames in
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { _ in .screen("", input: .keys) },
            eventFilter: { frame, event in
                guard case .key(let key) = event else { return }
                frame.text = "\(key)"
                frame.asked.append(frame.text)
            })
        frames.lens(
            driver: NetworkDriver<String>(), label: "network",
            frameFilter: { .init($0.asked.map { .init(id: $0, get: "http://host/?q=\($0)") }) },
            eventFilter: { frame, event in
                if case .response(_, let response) = event { frame.shown = [response.text] }
            })
    }
}

if case .failure(let failure) = scenario.result() { print(failure) }
if case .failure(let failure) = scenario.simulationResult(seeds: 50, steps: 100) { print(failure) }
// Fails as a test does, and writes what it was asked to by CYCLE_FAILURES.
if CommandLine.arguments.contains("fail") {
    do { try scenario.explore() } catch {}
}

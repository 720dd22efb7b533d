import Cycle
import CycleDrivers
import CycleExplore
import Testing

/// A list of laws is one expression: what one law costs the compiler must not multiply with the next.
@Suite("A list of laws")
struct LawListTests {
    struct Errand: Hashable {
        var wanted: Int?
        var done: Int?
        var problem: String?
    }

    @Test("may say much about optionals, and is compiled all the same")
    func optionals() throws {
        let report = try explore(
            Law<Errand>.always("no more is done than wanted") { ($0.done ?? 0) <= max($0.wanted ?? 0, 0) },
            .atRest("each want is done") { $0.problem != nil || $0.wanted == nil || $0.done == $0.wanted },
            .sometimes("it is done") { $0.done != nil && $0.done == $0.wanted && $0.problem == nil }
        ) { world in
            world.console.keys("ab", atMost: 2)
            return errand()
        }
        #expect(report.isComplete)
    }

    private func errand() -> CycledLens<some Any, Errand> {
        CycledLens(startingWith: Errand()) { frames in
            frames.lens(
                driver: ConsoleDriver(), frameFilter: { .screen("\($0.done ?? 0)", input: .keys) },
                eventFilter: { frame, event in
                    if event == .key("a") { frame.wanted = (frame.wanted ?? 0) + 1 }
                    if event == .key("b") { frame.done = frame.wanted }
                })
            frames.rule(onChangeOf: \.wanted) { $0.done = $0.wanted }
        }
    }
}

import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("Porting: the program of FromRxFeedback")
struct FromRxFeedbackTests {
    struct Names: Equatable {
        var query: String?
        var found: [String] = []
    }

    struct NameDriver: Driver {
        let load: @Sendable (String) async -> [String]

        func eventsCapturedAfterRendering(model query: Signal<String?>) -> Signal<[String]> {
            query.effects(for: { $0.map { [$0] } ?? [] }, by: \.self) { query in
                .task { await load(query) }
            }
        }
    }

    func names(_ queries: Signal<String>, _ driver: NameDriver) -> CycledLens<some Any, Names> {
        CycledLens(startingWith: Names()) { frames in
            frames.lens(events: queries, label: "queries") { names, query in names.query = query }
            frames.lens(driver: driver, label: "names", frameFilter: \.query) { names, found in
                (names.found, names.query) = (found, nil)
            }
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let (queries, inlet) = Signal<String>.pipe()
        let script = ScriptedDriver<String?, [String]>()
        let test = TestRun(names(queries, NameDriver { [$0] }), exhaustive: false, standIns: script)
        inlet.send("a")
        test.settle()
        #expect(test.frame.query == "a")
        script.send(["ada", "alan"])
        test.settle()
        #expect(test.frame == Names(query: nil, found: ["ada", "alan"]))
    }
}

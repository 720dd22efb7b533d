import Cycle
import CycleDrivers
import CycleNetwork
import CycleObservation
import CycleTesting
import Testing

@Suite("Porting: the program of FromTCA")
struct FromTCATests {
    struct Search: Equatable {
        var query = ""
        var names: [String] = []
        var problem: String?

        enum Action {
            case queryChanged(String)
        }
    }

    func search(_ views: ViewEvents<Search.Action>) -> CycledLens<some Any, Search> {
        CycledLens(startingWith: Search()) { frames in
            frames.lens(events: views.signal, label: "views") { search, action in
                switch action {
                case .queryChanged(let query): search.query = query
                }
            }
            frames.lens(
                driver: NetworkDriver<String>(), of: \.query,
                frameFilter: { query in
                    .init(query.isEmpty ? [] : [.init(id: query, get: "http://localhost/search?q=\(query)")])
                },
                eventFilter: { search, event in
                    switch event {
                    case .response(_, let response): search.names = response.text.split(separator: ",").map(String.init)
                    case .failed(_, let failure): search.problem = failure.reason
                    case .head, .chunk, .progress: break
                    }
                })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let time = VirtualTime()
        let network = SimulatedNetwork(time) { message in
            .response(200, [:], ["\(message.address.target.suffix(1)),b"], after: .seconds(1))
        }
        let views = ViewEvents<Search.Action>()
        let test = TestRun(search(views), time: time, exhaustive: false, standIns: network)
        views.send(.queryChanged("x"))
        test.advance(by: .milliseconds(500))
        views.send(.queryChanged("y"))
        test.advance(by: .seconds(2))
        #expect(test.frame == Search(query: "y", names: ["y", "b"]))
        #expect(network.messages.count == 2)
    }
}

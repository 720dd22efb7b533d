import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Testing

@Suite("Cookbook: search as somebody types")
struct SearchAsYouTypeTests {
    struct Search: Equatable {
        var text = ""
        var query = ""
        var results: [String] = []
    }

    func search() -> CycledLens<some Any, Search> {
        CycledLens(startingWith: Search()) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .screen("\($0.text)\n\($0.results.joined(separator: "\n"))", input: .keys) },
                eventFilter: { search, event in
                    if case .key(let key) = event, let letter = key.character { search.text.append(letter) }
                })
            frames.lens(
                driver: TimerDriver<String>(),
                frameFilter: { search in
                    search.text == search.query ? .none : .timers(.once(search.text, after: .milliseconds(300)))
                },
                eventFilter: { search, event in search.query = event.id })
            frames.lens(
                driver: NetworkDriver<String>(),
                frameFilter: { search in
                    .init(search.query.isEmpty ? [] : [.init(id: search.query, get: "http://search/\(search.query)")])
                },
                eventFilter: { search, event in
                    if case .response(_, let response) = event { search.results = [response.text] }
                })
        }
    }

    @Test("the server is asked once, when the typing pauses")
    func asksOnce() {
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 40, rows: 4)
        let network = SimulatedNetwork(time) { message in .response(200, [:], ["found \(message.address.target)"]) }
        let test = TestRun(search(), time: time, exhaustive: false, standIns: console, network)
        console.type("a")
        test.advance(by: .milliseconds(200))
        console.type("b")
        test.advance(by: .milliseconds(299))
        #expect(test.frame.query == "")
        test.advance(by: .milliseconds(1))
        #expect(test.frame.query == "ab")
        #expect(test.frame.results == ["found /ab"])
        #expect(network.messages.count == 1)
    }
}

import Cycle
import CycleNetwork
import CycleTesting
import Testing

@Suite("The book: good practice")
struct GoodPracticeTests {
    struct Quote: Equatable {
        var isWanted = true
        var text: String?
    }

    func quote(takingOut isTakenOut: Bool) -> CycledLens<some Any, Quote> {
        CycledLens(startingWith: Quote()) { frames in
            frames.lens(
                driver: NetworkDriver<String>(),
                frameFilter: { .init($0.isWanted ? [.init(id: "quote", get: "http://localhost/quote")] : []) },
                eventFilter: { quote, event in
                    guard case .response(_, let response) = event else { return }
                    quote.text = response.text
                    if isTakenOut { quote.isWanted = false }
                })
        }
    }

    @Test("a want that stays is sent again by a run that goes on")
    func resuming() {
        func requests(takingOut isTakenOut: Bool) -> Int {
            let time = VirtualTime()
            let network = SimulatedNetwork(time) { _ in .response(200, [:], ["Time flies."]) }
            let first = TestRun(quote(takingOut: isTakenOut), time: time, exhaustive: false, standIns: network)
            first.settle()
            let second = TestRun(
                quote(takingOut: isTakenOut), time: time, resuming: first.frame, exhaustive: false, standIns: network)
            second.settle()
            return network.messages.count
        }
        #expect(requests(takingOut: false) == 2)
        #expect(requests(takingOut: true) == 1)
    }
}

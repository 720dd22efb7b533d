import Cycle
import CycleNetwork
import CycleTesting
import Testing

@Suite("The book: the laws in practice")
struct TheLawsInPracticeTests {
    struct Page: Equatable {
        var wanted: String? = "a"
        var text = ""
    }

    func page(_ choices: Signal<String?>) -> CycledLens<some Any, Page> {
        CycledLens(startingWith: Page()) { frames in
            frames.lens(events: choices, label: "choices") { page, choice in page.wanted = choice }
            frames.lens(
                driver: NetworkDriver<String>(),
                frameFilter: { .init($0.wanted.map { [.init(id: $0, get: "http://localhost/\($0)")] } ?? []) },
                eventFilter: { page, event in
                    if case .response(_, let response) = event { (page.text, page.wanted) = (response.text, nil) }
                })
        }
    }

    @Test("an answer that is not wanted any more never arrives")
    func sixthLaw() {
        let time = VirtualTime()
        let network = SimulatedNetwork(time) { message in
            .response(200, [:], ["\(message.address.target)"], after: .seconds(1))
        }
        let (choices, inlet) = Signal<String?>.pipe()
        let test = TestRun(page(choices), time: time, exhaustive: false, standIns: network)
        test.advance(by: .milliseconds(999))
        inlet.send("b")
        test.advance(by: .seconds(2))
        #expect(test.frame == Page(wanted: nil, text: "/b"))
    }
}

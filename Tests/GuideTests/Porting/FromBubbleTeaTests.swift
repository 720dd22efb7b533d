import Cycle
import CycleDrivers
import CycleNetwork
import CycleScreens
import CycleTesting
import Testing

@Suite("Porting: the program of FromBubbleTea")
struct FromBubbleTeaTests {
    struct Quote: Screen, Equatable {
        var size: Size?
        var isDone = false
        var asked = 0
        var answered = 0
        var text = "r asks, q quits"

        var view: View { .text(asked > answered ? "…" : text) }

        mutating func handle(_ input: Input) -> Outcome {
            switch input.key {
            case "r": asked += 1
            case "q": isDone = true
            default: return .ignored
            }
            return .changed
        }
    }

    func quote() -> CycledLens<some Any, Quote> {
        CycledLens(startingWith: Quote()) { frames in
            frames.lens(screen: ConsoleDriver())
            frames.lens(
                driver: NetworkDriver<Int>(),
                frameFilter: { quote in
                    .init(quote.asked > quote.answered ? [.init(id: quote.asked, get: "http://localhost/quote")] : [])
                },
                eventFilter: { quote, event in
                    switch event {
                    case .response(let id, let response): (quote.text, quote.answered) = (response.text, id)
                    case .failed(let id, let failure): (quote.text, quote.answered) = (failure.reason, id)
                    case .head, .chunk, .progress: break
                    }
                })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 40, rows: 2)
        var count = 0
        let network = SimulatedNetwork(time) { _ in
            count += 1
            return .response(200, [:], ["quote \(count)"], after: .seconds(1))
        }
        let test = TestRun(quote(), time: time, exhaustive: false, standIns: console, network)
        console.type("r")
        test.advance(by: .milliseconds(500))
        console.type("r")
        test.advance(by: .milliseconds(600))
        #expect(console.terminal.lines.first == "…")
        test.advance(by: .seconds(1))
        #expect(console.terminal.lines.first == "quote 2")
    }
}

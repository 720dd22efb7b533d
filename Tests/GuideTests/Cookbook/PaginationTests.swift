import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Testing

struct Feed: Equatable {
    var wantedPageCount = 1
    var pages: [Int: [String]] = [:]
    var isAtEnd = false

    var rows: [String] { pages.keys.sorted().flatMap { pages[$0] ?? [] } }
    var missing: [Int] { (0..<wantedPageCount).filter { pages[$0] == nil } }
}

func feed() -> CycledLens<some Any, Feed> {
    CycledLens(startingWith: Feed()) { frames in
        frames.lens(
            driver: ConsoleDriver(),
            frameFilter: { .screen($0.rows.joined(separator: "\n"), input: .keys) },
            eventFilter: { feed, event in
                if event == .key(" "), !feed.isAtEnd { feed.wantedPageCount += 1 }
            })
        frames.lens(
            driver: NetworkDriver<Int>(),
            frameFilter: { feed in .init(feed.missing.map { .init(id: $0, get: "http://feed/?page=\($0)") }) },
            eventFilter: { feed, event in
                guard case .response(let page, let response) = event else { return }
                let rows = response.text.split(separator: "\n").map(String.init)
                feed.pages[page] = rows
                if rows.isEmpty { feed.isAtEnd = true }
            })
    }
}

@Suite("Cookbook: load page after page")
struct PaginationTests {
    @Test("pages keep their order, and each is loaded once")
    func inOrder() {
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 40, rows: 8)
        let network = SimulatedNetwork(time) { message in
            let page = message.address.target.hasSuffix("0") ? 0 : 1
            // The second page is quicker than the first.
            return .response(200, [:], ["row \(page)"], after: .seconds(2 - page))
        }
        let test = TestRun(feed(), time: time, exhaustive: false, standIns: console, network)
        console.type(" ")
        test.advance(by: .seconds(1))
        #expect(test.frame.rows == ["row 1"])
        test.advance(by: .seconds(1))
        #expect(test.frame.rows == ["row 0", "row 1"])
        #expect(network.messages.count == 2)
    }
}

import Cycle
import CycleExplore
import CycleNetwork
import CycleTesting
import Testing

@Suite("The book: when something fails")
struct WhenSomethingFailsTests {
    struct Article: Hashable {
        var isWanted = true
        var text = ""
        var problem: String?
    }

    func article() -> CycledLens<some Any, Article> {
        CycledLens(startingWith: Article()) { frames in
            frames.lens(
                driver: NetworkDriver<String>(), label: "article",
                frameFilter: { .init($0.isWanted ? [.init(id: "article", get: "http://localhost/article")] : []) },
                eventFilter: { article, event in
                    switch event {
                    case .response(_, let response) where response.isSuccess: article.text = response.text
                    case .response(_, let response): article.problem = "the server says \(response.status)"
                    case .failed(_, let failure): article.problem = failure.reason
                    case .head, .chunk, .progress: return
                    }
                    article.isWanted = false
                })
        }
    }

    struct Unreadable: Error {}

    func lengths(_ read: @escaping @Sendable (String) async throws -> String) -> (String) -> Signal<Int?> {
        { name in .task({ try await read(name).count }, catch: { _ in nil }) }
    }

    @Test("each failure is an event that ends its want")
    func failures() {
        func result(of answer: SimulatedAnswer, faults: NetworkFaults = .none) -> Article {
            let time = VirtualTime()
            let network = SimulatedNetwork(time, seed: 7, faults: faults) { _ in answer }
            let test = TestRun(article(), time: time, exhaustive: false, standIns: network)
            test.advance(by: .seconds(400))
            return test.frame
        }
        #expect(result(of: .failure(.refused)).problem == HTTP.Failure.refused.reason)
        #expect(result(of: .response(404)).problem == "the server says 404")
        #expect(!result(of: .silence, faults: .many).isWanted)
    }

    @Test("a request ends in every order of what can happen")
    func allOrders() throws {
        try explore(
            Law<Article>.leadsTo("a request ends", from: \.isWanted, to: { !$0.isWanted }),
            .sometimes("there is a problem to show") { $0.problem != nil }
        ) { world in
            world.network.answers { _ in [.text("once"), .status(500), .fails(.refused)] }
            return article()
        }
    }

    @Test("an error that is thrown becomes a value")
    func thrown() {
        let lengths = lengths { name in
            if name == "b" { throw Unreadable() }
            return "text of \(name)"
        }
        let names = ["a", "b"]
        let cycle = CycledLens(startingWith: [Int?]()) { frames in
            frames.lens(events: Signal.from(names).flatMap(.concat, lengths), label: "lengths") { $0.append($1) }
        }
        let test = TestRun(cycle, exhaustive: false)
        test.settle()
        #expect(test.frame == [9, nil])
    }
}

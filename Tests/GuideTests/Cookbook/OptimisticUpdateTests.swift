import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Testing

struct Likes: Equatable {
    var confirmed: Set<Int> = []
    /// The changes on their way, oldest first.
    var pending: [Change] = []
    var problem: String?

    struct Change: Equatable {
        var id: Int
        var post: Int
        var isLiked: Bool
    }

    var shown: Set<Int> { pending.reduce(confirmed) { applied($1, to: $0) } }

    mutating func toggle(_ post: Int) {
        let id = (pending.last?.id ?? 0) + 1
        pending.append(Change(id: id, post: post, isLiked: !shown.contains(post)))
    }
}

func applied(_ change: Likes.Change, to likes: Set<Int>) -> Set<Int> {
    change.isLiked ? likes.union([change.post]) : likes.subtracting([change.post])
}

func likes() -> CycledLens<some Any, Likes> {
    CycledLens(startingWith: Likes()) { frames in
        frames.lens(
            driver: ConsoleDriver(),
            frameFilter: { .screen("\($0.shown.sorted())", input: .keys) },
            eventFilter: { likes, event in
                if case .key(let key) = event, let post = key.character?.wholeNumberValue { likes.toggle(post) }
            })
        frames.lens(
            driver: NetworkDriver<Int>(),
            frameFilter: { likes in
                // One after the other, so that the server sees them in order.
                .init(
                    likes.pending.prefix(1).map { change in
                        let method: HTTP.Method = change.isLiked ? .put : .delete
                        return .init(id: change.id, method, "http://posts/\(change.post)/like")
                    })
            },
            eventFilter: { likes, event in
                guard let change = likes.pending.first else { return }
                switch event {
                case .response(_, let response) where response.isSuccess:
                    likes.confirmed = applied(change, to: likes.confirmed)
                    likes.pending.removeFirst()
                case .response(_, let response):
                    likes.problem = "not saved: \(response.status)"
                    likes.pending.removeFirst()
                case .failed(_, let failure):
                    likes.problem = failure.reason
                    likes.pending.removeFirst()
                default: break
                }
            })
    }
}

@Suite("Cookbook: show a change before the server agrees")
struct OptimisticUpdateTests {
    @Test("a refused change is taken back")
    func takenBack() {
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 40, rows: 4)
        var isRefusing = false
        let network = SimulatedNetwork(time) { _ in .response(isRefusing ? 500 : 204, [:], [], after: .seconds(1)) }
        let test = TestRun(likes(), time: time, exhaustive: false, standIns: console, network)
        console.type("1")
        test.settle()
        #expect(test.frame.shown == [1])
        test.advance(by: .seconds(1))
        #expect(test.frame.confirmed == [1])
        isRefusing = true
        console.type("2")
        test.settle()
        #expect(test.frame.shown == [1, 2])
        test.advance(by: .seconds(1))
        #expect(test.frame.shown == [1])
        #expect(test.frame.problem == "not saved: 500")
    }
}

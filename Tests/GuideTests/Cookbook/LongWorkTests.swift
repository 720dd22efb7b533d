import Cycle
import CycleDrivers
import CycleTesting
import Testing

struct Sum: Equatable {
    var upTo: Int?
    var done = 0
    var total: Int?

    enum News: Sendable {
        case progress(Int)
        case result(Int)
    }
}

func news(upTo limit: Int) -> Signal<Sum.News> {
    .from(
        AsyncStream { continuation in
            let task = Task {
                var total = 0
                for number in 1...limit {
                    if Task.isCancelled { return }
                    total += number
                    if number.isMultiple(of: 1_000) { continuation.yield(.progress(number)) }
                }
                continuation.yield(.result(total))
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        })
}

func sum(_ news: @escaping (Int) -> Signal<Sum.News>) -> CycledLens<some Any, Sum> {
    CycledLens(startingWith: Sum()) { frames in
        frames.lens(
            driver: ConsoleDriver(),
            frameFilter: { .screen("\($0.done)  \($0.total.map(String.init) ?? "…")", input: .keys) },
            eventFilter: { sum, event in
                if event == .key("s") { sum.upTo = 100_000 }
                if event == .key(.escape) { sum = Sum() }
            })
        frames.lens(driver: Work(run: news), label: "sum", frameFilter: \.upTo) { sum, news in
            switch news {
            case .progress(let done): sum.done = done
            case .result(let total): (sum.total, sum.upTo) = (total, nil)
            }
        }
    }
}

struct Work<Job: Hashable & Sendable, News: Sendable>: Driver {
    let run: (Job) -> Signal<News>

    func eventsCapturedAfterRendering(model: Signal<Job?>) -> Signal<News> {
        model.effects(for: { $0.map { [$0] } ?? [] }, by: \.self, run: run)
    }
}

@Suite("Cookbook: work that takes long")
struct LongWorkTests {
    @Test("progress is shown, and Escape cancels")
    func cancelled() {
        let console = SimulatedConsole(columns: 40, rows: 2)
        let work = ScriptedDriver<Int?, Sum.News>()
        let test = TestRun(sum(news), exhaustive: false, standIns: console, work)
        console.type("s")
        test.settle()
        work.send(.progress(1_000))
        test.settle()
        #expect(test.frame.done == 1_000)
        console.press(.escape)
        test.settle()
        #expect(test.frame == Sum())
    }

    @Test("the work itself reports and ends", .timeLimit(.minutes(60)))
    func works() async {
        let cycle = CycledLens(startingWith: Sum()) { frames in
            frames.lens(events: news(upTo: 3_000)) { sum, news in
                switch news {
                case .progress(let done): sum.done = done
                case .result(let total): sum.total = total
                }
            }
        }
        let test = TestRun(cycle, exhaustive: false)
        await test.settle(until: { $0.total != nil })
        #expect(test.frame.total == 3_000 * 3_001 / 2)
        #expect(test.frame.done == 3_000)
    }
}

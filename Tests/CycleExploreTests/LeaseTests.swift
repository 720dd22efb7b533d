import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import TestSupport
import Testing

/// A queue of jobs with leases, over HTTP: a worker that is slow or dies loses its job to another one.
@Suite("A queue of jobs with leases, as a system of programs")
struct LeaseTests {
    private struct Queue: Hashable {
        /// The worker that has the job; `nil` while it waits.
        var holder: String?
        var lease = 0
        var doneCount = 0
        var responses: [ServerResponse] = []

        mutating func answer(_ request: ServerRequest, checksLeases: Bool) {
            let words = request.path.split(separator: "/").map(String.init)
            var (status, text) = (409, "no")
            switch words.first {
            case "take" where holder == nil && doneCount == 0:
                lease += 1
                holder = words[1]
                (status, text) = (200, "\(lease)")
            case "take": (status, text) = (204, "")
            case "done" where !checksLeases || holder == words[1] && Int(words[2]) == lease:
                holder = nil
                doneCount += 1
                (status, text) = (200, "thanks")
            default: break
            }
            responses.append(.text(request.id, text, status: status))
        }
    }

    private static func queue(checksLeases: Bool) -> CycledLens<some Any, Queue> {
        CycledLens(startingWith: Queue()) { frames in
            frames.lens(
                driver: ServerDriver<Int>(), label: "http",
                frameFilter: { .init([.init(0, at: .host("", port: 80))], $0.responses) },
                eventFilter: { frame, event in
                    switch event {
                    case .request(_, let request): frame.answer(request, checksLeases: checksLeases)
                    case .sent(let id), .gone(let id, _): frame.responses.removeAll { $0.request == id }
                    default: break
                    }
                })
            frames.lens(
                driver: TimerDriver<Int>(), label: "leases",
                frameFilter: { $0.holder == nil ? .none : .timers(.once($0.lease, after: .seconds(10))) },
                eventFilter: { frame, _ in frame.holder = nil })
        }
    }

    private struct Worker: Hashable {
        let name: String
        var lease: String?
        var isWorking = false
        var isOver = false
    }

    private static func worker(_ name: String) -> CycledLens<some Any, Worker> {
        CycledLens(startingWith: Worker(name: name)) { frames in
            frames.lens(
                driver: NetworkDriver<String>(), label: "queue",
                frameFilter: { worker in
                    if worker.isOver || worker.isWorking { return .none }
                    let path = worker.lease.map { "done/\(worker.name)/\($0)" } ?? "take/\(worker.name)"
                    return .init([.init(id: path, .post, "http://queue/\(path)")])
                },
                eventFilter: { worker, event in
                    switch event {
                    case .response(_, let response) where worker.lease == nil && response.status == 200:
                        worker.lease = response.text
                        worker.isWorking = true
                    case .response, .failed: worker.isOver = true
                    default: break
                    }
                })
            frames.lens(
                driver: TimerDriver<Int>(), label: "work",
                frameFilter: { $0.isWorking ? .timers(.once(0, after: .seconds(8))) : .none },
                eventFilter: { worker, _ in worker.isWorking = false })
        }
    }

    private struct Shop: Hashable {
        let queue: Queue
        let workers: [Worker]
    }

    private func shop(checksLeases: Bool, _ laws: [Law<Shop>], mayDie: Bool = true) -> Scenario<Shop> {
        Scenario(laws: laws) { world in
            let queue = world.program("queue") { _ in Self.queue(checksLeases: checksLeases) }
            let workers = ["ann", "bob"].map { name in world.program(name) { _ in Self.worker(name) } }
            if mayDie { workers[0].mayCrash(atMost: 1) }
            return Programs(in: world) { Shop(queue: queue.frame, workers: workers.map(\.frame)) }
        }
    }

    private static let once = Law<Shop>.always("a job is done once") { $0.queue.doneCount <= 1 }

    @Test("a job is done once, also where a worker dies")
    func right() throws {
        try shop(checksLeases: true, [Self.once]).simulate(seeds: 20, steps: 40)
    }

    /// `SeveralPrograms.md` has these numbers. An answer that is slower than a lease is not among what happens then.
    @Test(
        "has as many states as its page says where timers are slow, and no job is done twice",
        arguments: [(false, 35), (true, 637)])
    func slowTimers(_ mayDie: Bool, _ count: Int) throws {
        var bounds = Bounds()
        bounds.timersAreSlow = true
        let seen = try shop(checksLeases: false, [Self.once], mayDie: mayDie).explore(bounds)
        #expect(seen.isComplete && seen.stateCount == count, "\(seen)")
    }

    @Test("a queue that does not look at the lease is found by chance, and the timeline is shrunk")
    func wrong() throws {
        let wrong = shop(checksLeases: false, [Self.once])
        guard case .failure(let failure) = wrong.simulationResult(seeds: 200, steps: 40) else {
            Issue.record("not found")
            return
        }
        // Both have had the job, one after the other.
        #expect(failure.lines.last?.effect.contains("doneCount: 2") == true, "\(failure)")
        #expect(failure.happenings.count <= 20, "\(failure)")
    }
}

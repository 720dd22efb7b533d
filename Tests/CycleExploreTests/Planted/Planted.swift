import CycleBase
import Cycle
import CycleDrivers
@testable import CycleExplore
import CycleMachine
import CycleNetwork
import Testing

/// A small application with one planted bug, and the same without.
struct Planted: Sendable, CustomTestStringConvertible {
    let name: String
    /// The words that the failure must have: its law, or words of its reason.
    let finding: String
    /// How long the shortest timeline is that shows it; `nil` where that is not the point.
    let length: Int?
    let explore: @Sendable (_ hasBug: Bool) throws -> Exploration

    init(
        _ name: String, finds finding: String, in length: Int? = nil,
        _ explore: @escaping @Sendable (_ hasBug: Bool) throws -> Exploration
    ) {
        self.name = name
        self.finding = finding
        self.length = length
        self.explore = explore
    }

    var testDescription: String { name }

    static let all: [Planted] =
        races + memories + machines + disks + limits + shapes + answers + strangers + hiding + newcomers
}

typealias Requests = NetworkDriver<String>

extension Signal {
    /// Keys of a console.
    func keys(_ typed: @escaping (inout Value, Character) -> Void) -> MutatingLens<Signal, ConsoleDriver> {
        lens(
            driver: ConsoleDriver(), frameFilter: { _ in .screen("", input: .keys) },
            eventFilter: { frame, event in
                if case .key(let key) = event, case .character(let character) = key.base { typed(&frame, character) }
            })
    }

    /// Requests of the network.
    func requests(
        _ wanted: @escaping (Value) -> [Requests.Request],
        _ answered: @escaping (_ frame: inout Value, _ id: String, _ text: String?) -> Void
    ) -> MutatingLens<Signal, Requests> {
        lens(
            driver: Requests(), label: "network", frameFilter: { .init(wanted($0)) },
            eventFilter: { frame, event in
                switch event {
                case .response(let id, let response): answered(&frame, id, response.text)
                case .failed(let id, _): answered(&frame, id, nil)
                default: break
                }
            })
    }

    /// Timers that fire once.
    func timers(
        _ wanted: @escaping (Value) -> [String], after: Duration = .seconds(1),
        _ fired: @escaping (_ frame: inout Value, _ id: String) -> Void
    ) -> MutatingLens<Signal, TimerDriver<String>> {
        lens(
            driver: TimerDriver<String>(), label: "timer",
            frameFilter: { .timers(wanted($0).map { .once($0, after: after) }) },
            eventFilter: { fired(&$0, $1.id) })
    }
}

/// How many threads `seek` has.
enum Threads {
    @TaskLocal static var count: Int?
    /// How many others take part, each with a copy of the table, as a process has one.
    @TaskLocal static var copyCount = 0
}

extension Scenario {
    /// Explores with as many threads and copies as ``Threads`` says.
    fileprivate func seek(
        _ bounds: Bounds, _ file: StaticString, _ line: UInt
    ) -> Result<Exploration, ExplorationFailure> {
        var bounds = bounds
        bounds.jobs = Threads.count
        if Threads.copyCount == 0 { return result(bounds, file: file, line: line) }
        return result(
            bounds, WorkerProcesses(Threads.copyCount, copies(bounds)), at: .init(file, file, line, 1))
    }

    /// Workers that are threads of this process, and share nothing with it but pipes.
    func copies(_ bounds: Bounds) -> WorkerProgram {
        WorkerProgram(identity: 1) { _ throws(SystemFailure) in
            let (ours, theirs) = try MessagePipe.makePair()
            _ = try SystemThread("Copy of a search") {
                var copy = SearchCopy(self, bounds)
                _ = copy.serve(theirs, identity: 1)
                theirs.close()
            }
            return WorkerProcess(partOfThis: ours)
        }
    }
}

/// As `explore`, and no test fails by what it finds.
func seek<Receiver, Frame>(
    _ laws: Law<Frame>..., bounds: Bounds = Bounds(), until: @escaping @Sendable (Frame) -> Bool = { _ in false },
    file: StaticString = #fileID, line: UInt = #line,
    _ application: @escaping @Sendable (World) -> CycledLens<Receiver, Frame>
) throws(ExplorationFailure) -> Exploration {
    try Scenario(laws: laws, until: until, application).seek(bounds, file, line).get()
}

/// The same of a machine.
func seek<M: Machine & SendableMetatype>(
    _ laws: Law<M.State>..., bounds: Bounds = Bounds(), file: StaticString = #fileID, line: UInt = #line,
    _ machine: @escaping @Sendable (World) -> M
) throws(ExplorationFailure) -> Exploration {
    try Scenario(laws: laws, machine).seek(bounds, file, line).get()
}

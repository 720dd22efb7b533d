import CycleBase
import CycleTesting
import Testing

@testable import CycleDrivers

/// The sessions of jobs, over every outcome that a disk can have.
@Suite("JobSession")
struct JobSessionTests {
    typealias Request = PersistenceDriver.Request

    private static let version = FileStatus.Version(device: 1, number: 2, byteCount: 3, seconds: 4, nanoseconds: 5)

    /// Each outcome that the disk can have for an operation.
    private func outcomes(of operation: JobSession.Operation) -> [JobSession.Outcome] {
        let possible: [JobSession.Outcome] =
            switch operation {
            case .read, .readPrevious:
                [
                    .content(nil, nil), .content([1], nil), .content([1], .corrupt), .content([1], .tooNew(version: 9)),
                ]
            case .readPart: [.part(nil, byteCount: 0), .part([1], byteCount: 5)]
            case .list: [.entries(nil), .entries([])]
            case .write: [.written(Self.version)]
            case .append: [.appended(Self.version, cutByteCount: 0), .appended(Self.version, cutByteCount: 3), .locked]
            case .delete, .deletePrevious: [.deleted]
            case .setAside: [.setAside(nil), .setAside("a.corrupt-1")]
            }
        return possible + [.failed(.full)]
    }

    private var requests: [Request] {
        let value = StoredValue<Int>("a", version: 1)
        return [
            .read("a"), .read("a", from: 1, upTo: 2), .list("a"), .write("a", "1"), .append("a", ["x", "y"], from: 3),
            .delete("a"), value.read, value.write(2), value.delete(),
        ]
    }

    @Test("all outcomes of three jobs in a row: each has one end, and what may not be overwritten is not")
    func allOutcomes() {
        var endCount = 0
        /// Runs a job through all of its outcomes, then the next one from each of their ends.
        func run(_ session: JobSession, _ request: Request, _ actions: [JobSession.Action], _ depth: Int) {
            #expect(session.isConsistent)
            let knowledge = session.knowledge
            var hasRead = false
            for (index, action) in actions.enumerated() {
                switch action {
                case .perform(let operation):
                    #expect(index == actions.count - 1)
                    if case .write(let path, _, let keepsPrevious) = operation {
                        // Never what could not be read, and a typed value only when it has been looked at.
                        #expect(!knowledge.unread.contains(.bytes(path.bytes)))
                        #expect(!keepsPrevious || knowledge.inspected.contains(.bytes(path.bytes)))
                    }
                    for outcome in outcomes(of: operation) {
                        var session = session
                        let next = session.actions(after: .ended(outcome), at: .zero)
                        if case (.readPrevious, .content(_, .some)) = (operation, outcome) {
                            // Its bytes are no value of any generation.
                            #expect(next == [.end(.loaded(path: "a", bytes: nil))])
                        }
                        run(session, request, next, depth)
                    }
                    hasRead = true
                case .end(let event):
                    #expect(index == actions.count - 1 && session.state == .idle)
                    #expect(event != nil)
                    endCount += 1
                    check(event, request, knowledge)
                    if depth > 0 { begin(session, depth - 1) }
                case .putBack:
                    #expect(index == actions.count - 1 && session.state == .idle && request.role == .append)
                case .noteChange, .noteCopy, .report: break
                }
            }
            #expect(hasRead || session.state == .idle)
        }
        func begin(_ session: JobSession, _ depth: Int) {
            for request in requests {
                var session = session
                let actions = session.actions(after: .begun(request, isCancelled: false), at: .zero)
                run(session, request, actions, depth)
            }
        }
        begin(JobSession(.bytes, mostLocked: .max), 2)
        print("JobSession: \(endCount) ends of three jobs in a row")
        #expect(endCount > 10_000)
    }

    @Test("random outcomes of a hundred jobs in a row keep the same promises", arguments: 0..<200 as Range<UInt64>)
    func randomOutcomes(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var session = JobSession(.bytes, mostLocked: .max)
        for _ in 0..<100 {
            let request = try #require(requests.randomElement(using: &random))
            let isCancelled = Int.random(in: 0..<8, using: &random) == 0
            var actions = session.actions(after: .begun(request, isCancelled: isCancelled), at: .zero)
            var operationCount = 0
            while case .perform(let operation) = actions.last {
                if case .write = operation { #expect(!session.knowledge.unread.contains(.bytes([97])), "seed \(seed)") }
                operationCount += 1
                let outcome = try #require(outcomes(of: operation).randomElement(using: &random))
                actions = session.actions(after: .ended(outcome), at: .zero)
                #expect(session.isConsistent, "seed \(seed)")
            }
            if actions.last == .putBack { continue }
            guard case .end(let event) = actions.last else { throw Unended() }
            #expect(session.state == .idle && operationCount <= 4, "seed \(seed)")
            check(event, request, session.knowledge)
        }
    }

    @Test("a log that stays locked is asked for as often as the options say, and then fails")
    func locked() {
        var session = JobSession(.bytes, mostLocked: 3)
        let request = Request.append("a", ["x"], from: 0)
        func ends(_ outcome: JobSession.Outcome) -> JobSession.Action? {
            _ = session.actions(after: .begun(request, isCancelled: false), at: .zero)
            return session.actions(after: .ended(outcome), at: .zero).last
        }
        for _ in 0..<2 {
            for _ in 1..<3 { #expect(ends(.locked) == .putBack) }
            #expect(ends(.locked) == .end(.failed(path: "a", .inUse)))
        }
        #expect(ends(.locked) == .putBack)
        #expect(ends(.failed(.full)) == .end(.failed(path: "a", .full)))
        #expect(session.knowledge.lockedLogs.isEmpty)
    }

    private struct Unended: Error {}

    private func check(
        _ event: PersistenceDriver.Event?, _ request: Request, _ knowledge: FileKnowledge
    ) {
        switch event {
        case .loaded: #expect(!knowledge.unread.contains(.bytes([97])))
        case .appended(_, let end): #expect(end == knowledge.logEnds["a"])
        case .failed(_, let failure):
            if request.action == .read { #expect(knowledge.unread.contains(.bytes([97]))) }
            #expect([.full, .unread, .corrupt(setAside: "a.corrupt-1")].contains(failure))
        case .saved, .deleted, .loadedPart, .listed, .tailCut, .changed, .folderChanged, nil: break
        }
    }

    @Test("reads that nothing wants any more are not done; changes are")
    func cancelled() {
        for request in requests {
            var session = JobSession(.bytes, mostLocked: .max)
            let actions = session.actions(after: .begun(request, isCancelled: true), at: .zero)
            #expect((actions == [.end(nil)]) == !request.isChange)
        }
    }

    @Test("lines that are on the disk are not written again, and those of a failure are")
    func lines() {
        var session = JobSession(.bytes, mostLocked: .max)
        func append(_ lines: PersistenceDriver.Lines, from first: Int, _ outcome: JobSession.Outcome) -> [JobSession
            .Action]
        {
            let request = Request("a", .append(lines, from: first))
            let actions = session.actions(after: .begun(request, isCancelled: false), at: .zero)
            if case .perform = actions.last { _ = session.actions(after: .ended(outcome), at: .zero) }
            return actions
        }
        let written = JobSession.Outcome.appended(Self.version, cutByteCount: 0)
        #expect(append(["x"], from: 0, written) == [.perform(.append("a", ["x"], from: 0))])
        #expect(append(["x"], from: 0, written) == [.end(.appended(path: "a", end: 1))])
        #expect(append(["x", "y"], from: 0, .failed(.full)) == [.perform(.append("a", ["x", "y"], from: 1))])
        #expect(append(["y"], from: 1, written) == [.perform(.append("a", ["y"], from: 0))])
    }
}

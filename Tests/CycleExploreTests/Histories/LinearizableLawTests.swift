import Cycle
import CycleTesting
import TestSupport
import Testing

@testable import CycleExplore

@Suite("Law.linearizable")
struct LinearizableLawTests {
    private typealias Event = HistoryEvent<Register.Call, Register.Answer>

    private static let law = Law<RegisterSystem>.linearizable(
        "the servers are one register", of: Register(), RegisterSystem.events)

    @Test("one server is one register in every order")
    func oneServer() throws {
        let bothRead = Law<RegisterSystem>.sometimes("both have read the same") {
            $0.ann.waiting == nil && $0.bob.waiting == nil && $0.ann.answer == $0.bob.answer
        }
        let report = try RegisterSystem.scenario(serverCount: 1, Self.law, bothRead).explore()
        #expect(report.isComplete)
    }

    @Test("two servers that do not know each other are no register, and the report names the answer that fits nowhere")
    func twoServers() throws {
        guard case .failure(let failure) = RegisterSystem.scenario(serverCount: 2, Self.law).result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.law == "the servers are one register")
        // A letter to the server and back, to write and to read.
        #expect(failure.happenings.count == 4, "\(failure)")
        #expect(
            failure.reason == """
                no order of the calls allows
                  ann: read -> value(nil)
                behind the longest that is possible:
                  ann: write(0) -> done
                  bob: write(1) -> no answer
                """)
        withKnownIssue { try RegisterSystem.scenario(serverCount: 2, Self.law).happens(failure.happenings) }
    }

    @Test("two servers are found by simulation, too, and the timeline is shrunk")
    func simulated() {
        let scenario = RegisterSystem.scenario(serverCount: 2, Self.law)
        guard case .failure(let failure) = scenario.simulationResult(seeds: 50, steps: 50) else {
            Issue.record("not found")
            return
        }
        #expect(failure.happenings.count == 4, "\(failure)")
    }

    @Test("an answer that has no call is an error that names it")
    func withoutCall() {
        let law = Law<RegisterSystem>.linearizable("one register", of: Register()) { before, after in
            before?.ann.answer == after.ann.answer ? [] : [.answer(.done, to: "ann")]
        }
        guard case .failure(let failure) = RegisterSystem.scenario(serverCount: 1, law).result() else {
            Issue.record("not found")
            return
        }
        #expect(
            failure.law == "the answer done to ann has no call: the law of the history reads none before it")
    }

    @Test("a law without enough room says how much it had", arguments: [.min, 0, 1])
    func limit(_ limit: Int) {
        let law = Law<RegisterSystem>.linearizable("one register", of: Register(), upTo: limit, RegisterSystem.events)
        guard case .failure(let failure) = RegisterSystem.scenario(serverCount: 1, law).result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.law.hasPrefix("more than 1 orders of calls under way make a difference"))
    }

    // MARK: At random

    /// Calls and answers of three clients, in which a client may call again without an answer.
    private func history(_ count: Int, _ chance: inout SeededChance) -> [Event] {
        var (events, open): ([Event], [Int: Register.Call]) = ([], [:])
        var left = count
        while left > 0 || !open.isEmpty {
            let client = chance.below(3)
            guard let call = open[client], !chance.once(in: 8) else {
                guard left > 0 else {
                    open[client] = nil
                    continue
                }
                left -= 1
                let calls: [Register.Call] = [
                    .read, .write(chance.below(2)), .compareAndSet(chance.below(2), chance.below(2)),
                ]
                let call = calls[chance.below(3)]
                open[client] = call
                events.append(.call(call, by: "\(client)"))
                continue
            }
            open[client] = nil
            if chance.once(in: 8) {
                events.append(.lost(by: "\(client)"))
                continue
            }
            let answer: Register.Answer =
                switch call {
                case .read: .value(chance.once(in: 4) ? nil : chance.below(2))
                case .write: .done
                case .compareAndSet: chance.once(in: 2) ? .done : .refused
                }
            events.append(.answer(answer, to: "\(client)"))
        }
        return events
    }

    /// The first moments of a history: how many until no order fits, looked at turn by turn.
    private func breaking(_ events: [Event]) -> Int? {
        let watch = LinearizabilityWatch<Int, Register>(Register(), upTo: 10_000) { $0 == nil ? [] : [events[$1]] }
        _ = watch.take(0, after: nil)
        return events.indices.first { watch.take($0, after: 0) != nil }
    }

    private func operations(_ events: [Event]) -> [HistoryOperation<Register.Call, Register.Answer>] {
        let watch = LinearizabilityWatch<Int, Register>(Register(), upTo: 10_000) { _, _ in events }
        _ = watch.take(0, after: nil)
        return watch.past.operations
    }

    @Test("turn by turn, histories break at the answer at which the search over the whole history refuses them")
    func turnByTurn() {
        var counts = [true: 0, false: 0]
        for seed in 0..<seedCount(300) {
            var chance = SeededChance(seed: seed)
            let events = history(1 + chance.below(8), &chance)
            let place = breaking(events)
            let whole = events.indices.first { last in
                if case .impossible = Linearizability(of: Register()).verdict(on: operations(Array(events[...last]))) {
                    true
                } else {
                    false
                }
            }
            #expect(place == whole, "seed \(seed)")
            counts[place == nil, default: 0] += 1
        }
        #expect(counts.values.allSatisfy { $0 > 5 }, "\(counts)")
    }
}

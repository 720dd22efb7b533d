import TestSupport
import Testing

@testable import CycleExplore

@Suite("History")
struct HistoryTests {
    private typealias Events = [(event: HistoryEvent<Register.Call, Register.Answer>, time: Int)]

    private func history(_ clients: Events...) throws -> History<Register.Call, Register.Answer> {
        var history = History<Register.Call, Register.Answer>()
        for (event, time) in clients.joined() { try history.append(event, at: .milliseconds(time)) }
        return history
    }

    private func verdict(_ clients: Events...) throws -> Linearizability<Register>.Verdict {
        Linearizability(of: Register()).verdict(on: try history(clients.flatMap(\.self)).operations)
    }

    @Test("a history without events has no operations")
    func empty() throws {
        #expect(try history().operations.isEmpty)
    }

    @Test("clients that are appended one after the other are joined by their times")
    func times() throws {
        let ann: Events = [(.call(.write(1), by: "ann"), 0), (.answer(.done, to: "ann"), 2)]
        let early: Events = [(.call(.read, by: "bob"), 1), (.answer(.value(nil), to: "bob"), 3)]
        let late: Events = [(.call(.read, by: "bob"), 3), (.answer(.value(nil), to: "bob"), 4)]
        #expect(try verdict(ann, early) == .linearizable([1, 0]))
        #expect(try verdict(early, ann) == .linearizable([0, 1]))
        #expect(try verdict(ann, late) == .impossible(operation: 1, longest: [0]))
    }

    @Test("a call and an answer at one time forbid no order")
    func ties() throws {
        let ann: Events = [(.call(.write(1), by: "ann"), 0), (.answer(.done, to: "ann"), 2)]
        let bob: Events = [(.call(.read, by: "bob"), 2), (.answer(.value(nil), to: "bob"), 2)]
        #expect(try verdict(ann, bob) == .linearizable([1, 0]))
        #expect(try verdict(bob, ann) == .linearizable([0, 1]))
    }

    @Test("a client that calls again in the moment of its answer has called later")
    func again() throws {
        let ann: Events = [
            (.call(.write(1), by: "ann"), 0), (.answer(.done, to: "ann"), 1), (.call(.read, by: "ann"), 1),
            (.answer(.value(nil), to: "ann"), 2),
        ]
        #expect(try verdict(ann) == .impossible(operation: 1, longest: [0]))
        let bob: Events = [(.call(.read, by: "bob"), 1), (.answer(.value(1), to: "bob"), 3)]
        #expect(try history(ann, bob).operations.map(\.begin) == [0, 1, 2])
    }

    @Test("a call that was lost, or that its client never heard of, may have its effect later")
    func lost() throws {
        let reads: Events = [
            (.call(.read, by: "bob"), 5), (.answer(.value(nil), to: "bob"), 6), (.call(.read, by: "bob"), 7),
            (.answer(.value(1), to: "bob"), 8),
        ]
        let open: Events = [(.call(.write(1), by: "ann"), 0)]
        #expect(try verdict(open, reads) == .linearizable([1, 0, 2]))
        #expect(try verdict(open + [(.lost(by: "ann"), 1)], reads) == .linearizable([1, 0, 2]))
        #expect(try verdict(open + [(.call(.read, by: "ann"), 1)], reads) == .linearizable([2, 0, 3]))
    }

    @Test("a client that gives up without a call changes nothing")
    func givesUp() throws {
        #expect(try history([(.lost(by: "ann"), 0)]).operations.isEmpty)
    }

    @Test("an answer without a call, and a clock that was set back, are mistakes")
    func mistakes() {
        let stray: Events = [(.answer(.done, to: "ann"), 0)]
        #expect(throws: HistoryMistake(reason: "the answer done to ann has no call before it")) { try history(stray) }
        let lost: Events = [(.call(.read, by: "ann"), 0), (.lost(by: "ann"), 1), (.answer(.value(nil), to: "ann"), 2)]
        #expect(throws: HistoryMistake.self) { try history(lost) }
        let back: Events = [(.call(.read, by: "ann"), 5), (.answer(.value(nil), to: "ann"), 4)]
        #expect(throws: HistoryMistake.self) { try history(back) }
        let again: Events = [
            (.call(.read, by: "ann"), 5), (.answer(.value(nil), to: "ann"), 6), (.call(.read, by: "ann"), 4),
        ]
        #expect(throws: HistoryMistake.self) { try history(again) }
    }

    @Test("an account has the end of the longest order, and says how much it leaves out")
    func account() throws {
        let history = try history(
            [
                (.call(.write(1), by: "ann"), 0), (.answer(.done, to: "ann"), 1), (.call(.write(2), by: "ann"), 2),
                (.answer(.done, to: "ann"), 3),
            ],
            [(.call(.read, by: "bob"), 4), (.answer(.value(1), to: "bob"), 5)])
        #expect(
            history.account(of: 2, behind: [0, 1], last: 1) == """
                no order of the calls allows
                  bob: read -> value(Optional(1))
                behind the longest that is possible:
                  1 more
                  ann: write(2) -> done
                """)
        #expect(history.account(of: 2, behind: []).hasSuffix("possible: nothing"))
        #expect(history.account(of: 2, behind: [0, 1]).contains("\n  ann: write(1) -> done\n  ann: write(2) -> done"))
    }

    @Test("random histories have the verdict of their events in any order of clients", arguments: 0..<200)
    func random(seed: Int) throws {
        var chance = SeededChance(seed: UInt64(seed))
        var clients: [Events] = [[], [], []]
        var instant = 0
        for _ in 0..<12 {
            let client = chance.below(3)
            instant += 1
            let name = "\(client)"
            if case .call(let call, _)? = clients[client].last?.event {
                let answer: Register.Answer = call == .read ? .value(chance.below(3)) : .done
                clients[client].append((.answer(answer, to: name), instant))
            } else {
                let call: Register.Call = chance.below(2) == 0 ? .read : .write(chance.below(3))
                clients[client].append((.call(call, by: name), instant))
            }
        }
        let isPossible = { (verdict: Linearizability<Register>.Verdict) in
            if case .linearizable = verdict { true } else { false }
        }
        let inTime = try verdict(clients.flatMap(\.self).sorted { $0.time < $1.time })
        #expect(isPossible(inTime) == isPossible(try verdict(clients[2], clients[0], clients[1])))
    }
}

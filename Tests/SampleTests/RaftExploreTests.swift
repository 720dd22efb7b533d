import CycleExplore
import TestSupport
import Testing

@testable import raft

/// `CYCLE_EXPLORE=7` for timelines of so many steps, and for mistakes that are looked for.
@Suite("raft, three servers")
struct RaftExploreTests {

    @Test("the laws of the paper hold in every order of the first steps, also where a server is killed")
    func everyOrder() throws {
        var bounds = Bounds.ofSystem
        bounds.steps = exploredCount(exploresAll ? 5 : 4)
        try Cluster.scenario { $0.servers[2].mayCrash(atMost: 1) }.explore(bounds)
    }

    @Test("the laws hold at random, and clients see one number, with kills, partitions, slow clocks and lost datagrams")
    func random() throws {
        let calls = [["set=1", "get"], ["set=2", "get"]]
        try Cluster.scenario(Cluster.laws + [Cluster.isOneNumber], calls: calls) { cast in
            for server in cast.servers {
                server.mayCrash(atMost: 1)
                server.mayLosePower(atMost: 1)
                server.mayBeCutOff(atMost: 1)
                server.clockMayDrift(by: 0.2)
            }
            cast.world.sockets.mayLose(atMost: 2)
            cast.world.sockets.mayDouble(atMost: 2)
        }.simulate(seeds: Int(seedCount(60)), steps: 150)
    }

    // MARK: Mistakes

    /// The third server votes for the second one, is killed, and votes for the first one in the same term.
    private static let secondVote: [Happening] = [
        .init("two files", "read raft"), .init("one files", "read raft"), .init("three files", "read raft"),
        .init("time", "one.TimerDriver<Bool> false rings"), .init("one files", "write raft = 1 -1"),
        .init("time", "two.TimerDriver<Bool> false rings"), .init("two files", "write raft = 1 -1"),
        .init("three sockets", "three:7 has \"vote 1 0 0\" of two:7"), .init("three files", "write raft = 1 -1"),
        .init("three", "crashes"), .init("three", "starts again"), .init("three files", "read raft"),
        .init("two sockets", "two:7 has \"voted 1 1\" of three:7"),
        .init("three sockets", "three:7 has \"vote 1 0 0\" of one:7"), .init("three files", "write raft = 1 -1"),
        .init("one sockets", "one:7 has \"voted 1 1\" of three:7"),
    ]

    /// The first server counts a vote of term 1 in term 2, in which the third one leads.
    private static let oldVote: [Happening] = [
        .init("three files", "read raft"), .init("one files", "read raft"), .init("two files", "read raft"),
        .init("time", "one.TimerDriver<Bool> false rings"), .init("one files", "write raft = 1 0"),
        .init("two sockets", "two:7 has \"vote 1 0 0\" of one:7"), .init("two files", "write raft = 1 0"),
        .init("time", "three.TimerDriver<Bool> false rings"), .init("three files", "write raft = 1 2"),
        .init("time", "one.TimerDriver<Bool> true rings"), .init("one files", "write raft = 2 0"),
        .init("time", "two.TimerDriver<Bool> true rings"), .init("two files", "write raft = 2 1"),
        .init("one sockets", "one:7 has \"voted 1 1\" of two:7"),
        .init("three sockets", "three:7 has \"vote 2 0 0\" of two:7"), .init("three files", "write raft = 2 1"),
        .init("two sockets", "two:7 has \"voted 2 1\" of three:7"),
    ]

    /// Figure 8 of the paper: entries of terms 2 and 3, each on one server alone.
    private static let disks = ["3 0\n2/1/1/set=1", "3 2", "3 2\n3/2/1/set=2"]

    /// The first server leads in term 4, and the second one has its entry of term 2; the third one is elected without it.
    private static let oldEntry: [Happening] = [
        .init("one files", "read raft"), .init("three files", "read raft"),
        .init("time", "one.TimerDriver<Bool> false rings"), .init("one files", "write raft = 4 0 2/1/1/set=1"),
        .init("time", "three.TimerDriver<Bool> false rings"), .init("three files", "write raft = 4 2 3/2/1/set=2"),
        .init("two files", "read raft"), .init("two sockets", "two:7 has \"vote 4 1 2\" of one:7"),
        .init("two files", "write raft = 4 0"), .init("one sockets", "one:7 has \"voted 4 1\" of two:7"),
        .init("two sockets", "two:7 has \"append 4 1 2 0\" of one:7"),
        .init("one sockets", "one:7 has \"appended 4 0 1\" of two:7"),
        .init("two sockets", "two:7 has \"append 4 0 0 0 2/1/1/set=1\" of one:7"),
        .init("two files", "write raft = 4 0 2/1/1/set=1"), .init("time", "one.TimerDriver<Bool> true rings"),
        .init("two sockets", "two:7 has \"append 4 0 0 0 2/1/1/set=1\" of one:7"),
        .init("one sockets", "one:7 has \"appended 4 1 1\" of two:7"),
        .init("time", "one.TimerDriver<Bool> false rings"), .init("time", "three.TimerDriver<Bool> true rings"),
        .init("three files", "write raft = 5 2 3/2/1/set=2"),
        .init("one sockets", "one:7 has \"vote 5 1 3\" of three:7"),
        .init("one files", "write raft = 5 2 2/1/1/set=1"),
        .init("three sockets", "three:7 has \"voted 5 1\" of one:7"),
    ]

    private func scenario(_ mistake: Cluster.Mistake?, as found: Cluster.Mistake) -> Scenario<Cluster> {
        let disks: [String?] = found == .commitsOlderTerms ? Self.disks : [nil, nil, nil]
        return Cluster.scenario(mistake: mistake, disks: disks) {
            if found == .forgetsItsVote { $0.servers[2].mayCrash(atMost: 1) }
        }
    }

    /// Two servers stand in one term, and the third one, that has both to vote for, may be killed.
    private func election(
        _ mistake: Cluster.Mistake?, steps: Int?
    ) -> Result<Exploration, ExplorationFailure> {
        var bounds = Bounds()
        (bounds.preemptions, bounds.pauses, bounds.steps) = (0, 0, steps)
        return Cluster.scenario(mistake: mistake, standing: [0, 1]) { $0.servers[2].mayCrash(atMost: 1) }.result(bounds)
    }

    @Test("one of two wins an election in every order, also where the third server is killed between them")
    func twoStand() throws {
        let seen = try election(nil, steps: exploresMore ? nil : exploresAll ? 7 : 6).get()
        print("raft:", seen)
    }

    @Test("both of two win where the third server forgets its vote", .enabled(if: exploresMore))
    func twoWin() {
        guard case .failure(let failure) = election(.forgetsItsVote, steps: nil) else {
            Issue.record("not found")
            return
        }
        #expect(failure.law == "a term has at most one leader" && failure.happenings.count == 10, "\(failure)")
    }

    @Test(
        "a server that makes a mistake breaks a law, and one that makes none keeps it in the same order",
        arguments: [
            (Cluster.Mistake.forgetsItsVote, secondVote, "a term has at most one leader"),
            (.takesAnyTerm, oldVote, "a term has at most one leader"),
            (.commitsOlderTerms, oldEntry, "a leader has all entries that were committed before it"),
        ])
    func mistakes(mistake: Cluster.Mistake, timeline: [Happening], law: String) throws {
        // A server that keeps its vote writes other words, so that not all of this happens to it.
        let skipped = try scenario(nil, as: mistake).happens(timeline)
        #expect(skipped.isEmpty || mistake == .forgetsItsVote, "\(skipped)")
        try withKnownIssue {
            try scenario(mistake, as: mistake).happens(timeline)
        } matching: {
            "\($0)".contains(law)
        }
    }

    @Test(
        "a mistake is found by chance, and shrunk", .enabled(if: exploresMore),
        arguments: [
            (Cluster.Mistake.takesAnyTerm, "a term has at most one leader"),
            (.commitsOlderTerms, "a leader has all entries that were committed before it"),
        ])
    func chance(mistake: Cluster.Mistake, law: String) {
        guard case .failure(let failure) = scenario(mistake, as: mistake).simulationResult(seeds: 2_000, steps: 60)
        else {
            Issue.record("not found")
            return
        }
        print("raft:", mistake, failure.happenings.count, "events, seed", failure.seed ?? 0)
        #expect(failure.law == law && failure.happenings.count <= 24, "\(failure)")
    }
}

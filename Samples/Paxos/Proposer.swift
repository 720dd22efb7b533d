import CycleDrivers
import SampleSystems

/// Proposes a value, and learns the one that is chosen: Lamport, "Paxos Made Simple". Most acceptors promise to take no older ballot. If one of
/// them has accepted a value, that may be chosen already, so the newest of those is proposed instead. A value that most accept is chosen.
struct Proposer: Hashable, Caller {
    let number: Int
    let value: String
    /// How long it waits before it asks once more, or begins a newer ballot; `nil` for no end.
    var pause: Duration? = .milliseconds(200)
    var poll: Poll<Proposal?>
    private(set) var ballot: Ballot
    /// Acceptors are to accept this; `nil` while they are to promise.
    private(set) var proposal: Proposal?
    private(set) var chosen: String?
    /// The newest ballot for which it was refused.
    private var newer: Ballot?
    private var attemptCount = 0
    var mail = Mail<PaxosMessage>()
    private(set) var problem: String?

    /// - Parameters:
    ///   - number: No other proposer has it.
    ///   - acceptors: In any order.
    ///   - value: One word.
    init(_ number: Int, of acceptors: [SocketAddress], value: String) {
        (self.number, self.value, poll) = (number, value, Poll(of: acceptors))
        ballot = Ballot(round: 1, proposer: number)
        begin(proposing: nil)
    }

    /// Its one call, which the chosen value answers.
    var calls: [String] { [value] }
    var answers: [String] { chosen.map { [$0] } ?? [] }
    var sockets: SocketDriver<Int>.Model { isDone ? [] : mail.socket(at: .host("", port: 0)) }
    var timers: TimerDriver<Int>.Model { timers(attempt: attemptCount, after: pause) }

    mutating func take(_ event: SocketDriver<Int>.Event) {
        do throws(SocketFailure) {
            guard let (message, acceptor) = try mail.take(event), poll.members.contains(acceptor) else { return }
            switch (message, proposal) {
            case (.promise(let promise), nil) where promise.ballot == ballot:
                if poll.take(promise.accepted, to: poll.number, from: acceptor) { propose() }
            case (.accepted(ballot), let proposal?):
                if poll.take(proposal, to: poll.number, from: acceptor) { chosen = proposal.value }
            case (.refuse(ballot, let newer), _): self.newer = max(newer, self.newer ?? newer)
            default: break
            }
        } catch {
            problem = error.reason
        }
    }

    mutating func take(_ event: TimerDriver<Int>.Event) {
        attemptCount += 1
        if attemptCount % 50 == 0 { problem = "most acceptors do not answer; \(value) may have been chosen" }
        guard let newer else { return ask() }
        (ballot.round, self.newer) = (newer.round + 1, nil)
        begin(proposing: nil)
    }

    private mutating func propose() {
        let newest = poll.all.compactMap(\.self).max { $0.ballot < $1.ballot }
        propose(newest?.value ?? value)
    }

    mutating func propose(_ value: String) { begin(proposing: Proposal(ballot: ballot, value: value)) }

    private mutating func begin(proposing proposal: Proposal?) {
        self.proposal = proposal
        poll.begin()
        ask()
    }

    private mutating func ask() {
        for acceptor in poll.silent { mail.send(proposal.map { .accept($0) } ?? .prepare(ballot), to: acceptor) }
    }
}

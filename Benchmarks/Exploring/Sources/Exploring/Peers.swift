import Cycle
import CycleDrivers
import CycleExplore

/// A program of a system whose letters are datagrams, and words.
protocol Peer: Hashable {
    /// The letters that it sends.
    var letters: Letters { get set }
    mutating func take(_ words: [String], from sender: String)
}

struct Letters: Hashable {
    private var waiting: [Datagram] = []
    private var sentCount = 0

    var output: DatagramOutput { .init(waiting, from: sentCount) }

    mutating func send(_ words: Any..., to peer: String) {
        waiting.append(.init(words.map { "\($0)" }.joined(separator: " "), to: .host(peer, port: 7)))
    }

    mutating func drop(below end: Int) {
        waiting.removeFirst(end - sentCount)
        sentCount = end
    }
}

func mail<P: Peer>(_ frames: Signal<P>) -> MutatingLens<Signal<P>, SocketDriver<Int>> {
    frames.lens(
        driver: SocketDriver<Int>(), label: "mail",
        frameFilter: { [.datagrams(0, at: .host("", port: 7), output: $0.letters.output)] },
        eventFilter: { frame, event in
            switch event {
            case .datagram(_, let bytes, .host(let sender, _)):
                let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
                frame.take(words, from: sender)
            case .written(_, let end): frame.letters.drop(below: end)
            default: break
            }
        })
}

func running<P: Peer>(_ peer: P) -> CycledLens<some Any, P> {
    CycledLens(startingWith: peer) { frames in mail(frames) }
}

// MARK: Two-phase commit

/// Asks all managers once each has said that it is ready, or tells them to give up.
struct Coordinator: Peer {
    let managers: [String]
    var letters = Letters()
    var ready: Set<String> = []
    var verdict: String?

    mutating func take(_ words: [String], from sender: String) {
        guard verdict == nil else { return }
        if words == ["ready"] { ready.insert(sender) } else { verdict = "abort" }
        if ready.count == managers.count { verdict = "commit" }
        if let verdict { for manager in managers { letters.send(verdict, to: manager) } }
    }
}

struct Manager: Peer {
    var letters = Letters()
    var state = "working"

    /// It decides by itself.
    mutating func decide(_ word: String) {
        guard state == "working" else { return }
        state = word == "ready" ? "ready" : "abort"
        letters.send(word, to: "coordinator")
    }

    mutating func take(_ words: [String], from sender: String) { state = words[0] }
}

struct Commit: Hashable {
    let coordinator: Coordinator
    let managers: [Manager]
}

func committing(_ count: Int) -> Scenario<Commit> {
    let consistent = Law<Commit>.always("no manager commits where another one aborts") { system in
        !system.managers.contains { $0.state == "commit" } || !system.managers.contains { $0.state == "abort" }
    }
    let commits = Law<Commit>.sometimes("all commit") { $0.managers.allSatisfy { $0.state == "commit" } }
    return Scenario(laws: [consistent, commits]) { world in
        let names = (1...count).map { "manager\($0)" }
        let coordinator = world.program("coordinator") { _ in running(Coordinator(managers: names)) }
        let managers = names.map { name in
            world.program(name) { world in
                let (decisions, inlet) = Signal<String>.pipe()
                world.input("decisions", ["ready", "no"], atMost: 1) { inlet.send($0) }
                return CycledLens(startingWith: Manager()) { frames in
                    frames.lens(events: decisions, label: "decisions") { $0.decide($1) }
                    mail(frames)
                }
            }
        }
        return Programs(in: world) {
            Commit(coordinator: coordinator.frame, managers: managers.map(\.frame))
        }
    }
}

// MARK: Paxos

/// A member of a group of three that agrees on one value: Lamport's "Paxos Made Simple", with ballots of a round and a leader.
struct Member: Peer {
    struct Ballot: Hashable, Comparable {
        var round = 0
        var leader = 0
        static func < (one: Self, other: Self) -> Bool { (one.round, one.leader) < (other.round, other.leader) }
    }

    struct Vote: Hashable {
        let ballot: Ballot
        let value: String
        let client: String
    }

    struct Wish: Hashable {
        let value: String
        let client: String
    }

    let number: Int
    var letters = Letters()
    var ballot = Ballot()
    var wish: Wish?
    var promises: [Int: Vote?] = [:]
    var votes: Set<Int> = []
    var vote: Vote?
    var isDecided = false

    init(_ number: Int) { self.number = number }

    static func name(_ number: Int) -> String { "member\(number)" }

    private mutating func tellOthers(_ words: String) {
        for other in 0..<3 where other != number { letters.send(words, to: Self.name(other)) }
    }

    private func text(_ ballot: Ballot) -> String { "\(ballot.round) \(ballot.leader)" }

    private func text(_ vote: Vote) -> String { "\(text(vote.ballot)) \(vote.value) \(vote.client)" }

    private func ballot(_ words: [String], _ place: Int) -> Ballot {
        Ballot(round: Int(words[place]) ?? 0, leader: Int(words[place + 1]) ?? 0)
    }

    private func vote(_ words: [String], _ place: Int) -> Vote? {
        words.count < place + 4
            ? nil : Vote(ballot: ballot(words, place), value: words[place + 2], client: words[place + 3])
    }

    mutating func take(_ words: [String], from sender: String) {
        let from = Int(sender.suffix(1)) ?? 0
        if isDecided {
            if words[0] == "get", let vote { letters.send("got", vote.value, to: sender) }
            return
        }
        switch words[0] {
        case "put" where wish == nil:
            ballot = Ballot(round: ballot.round + 1, leader: number)
            (wish, promises, votes) = (Wish(value: words[1], client: sender), [number: vote], [])
            tellOthers("prepare \(text(ballot))")
        case "prepare" where ballot < ballot(words, 1):
            ballot = ballot(words, 1)
            letters.send("promise", text(ballot), vote.map(text) ?? "", to: sender)
        case "promise" where ballot(words, 1) == ballot:
            promises[from] = vote(words, 3)
            guard promises.count == 2, let wish else { return }
            let newest = promises.values.compactMap(\.self).max { $0.ballot < $1.ballot }
            let new = Vote(
                ballot: ballot, value: newest?.value ?? wish.value, client: newest?.client ?? wish.client)
            (vote, votes) = (new, [number])
            tellOthers("accept \(text(new))")
        case "accept" where ballot <= ballot(words, 1):
            ballot = ballot(words, 1)
            vote = vote(words, 1)
            letters.send("accepted", text(ballot), to: sender)
        case "accepted" where ballot(words, 1) == ballot:
            votes.insert(from)
            guard votes.count == 2, let vote else { return }
            isDecided = true
            tellOthers("decided \(text(vote))")
            letters.send("done", to: vote.client)
        case "decided":
            vote = vote(words, 1)
            ballot = ballot(words, 1)
            isDecided = true
        default: break
        }
    }
}

/// Puts its name to one member, and gets the value from the next.
struct Customer: Peer {
    let number: Int
    var letters = Letters()
    var isPut = false
    var value: String?

    init(_ number: Int) {
        self.number = number
        letters.send("put", "v\(number)", to: Member.name(number % 3))
    }

    mutating func take(_ words: [String], from sender: String) {
        if words == ["done"], !isPut {
            isPut = true
            letters.send("get", to: Member.name((number + 1) % 3))
        } else if words.count == 2, isPut {
            value = words[1]
        }
    }
}

struct Group: Hashable {
    let members: [Member]
    let customers: [Customer]
}

func agreeing() -> Scenario<Group> {
    let one = Law<Group>.always("no two members decide for two values") { group in
        Set(group.members.filter(\.isDecided).compactMap(\.vote?.value)).count <= 1
    }
    let got = Law<Group>.sometimes("a customer gets the value") { $0.customers.contains { $0.value != nil } }
    return Scenario(laws: [one, got]) { world in
        let members = (0..<3).map { number in world.program(Member.name(number)) { _ in running(Member(number)) } }
        let customers = (0..<2).map { number in
            world.program("customer\(number)") { _ in running(Customer(number)) }
        }
        return Programs(in: world) { Group(members: members.map(\.frame), customers: customers.map(\.frame)) }
    }
}

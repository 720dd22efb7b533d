import CycleDrivers
import SampleSystems

/// One of several servers that keep one log, and the number that it leads to, by Raft: figure 2 of Ongaro and Ousterhout, "In Search of an
/// Understandable Consensus Algorithm". Terms, votes and entries are on the disk before another program hears of them.
struct RaftServer: Hashable {
    enum Role { case follower, candidate, leader }

    /// The state that outlives it, in lines: the term and the vote, then the entries.
    struct Stored: Hashable {
        var term = 0
        var vote: Int?
        var log: [Entry] = []

        var text: String { (["\(term) \(vote ?? -1)"] + log.map(\.description)).joined(separator: "\n") }
        var lastTerm: Int { log.last?.term ?? 0 }
    }

    let number: Int
    let members: [SocketAddress]
    /// How long it waits for a leader; for each server another time, so that one is the first.
    let patience: Duration
    var heartbeat = Duration.milliseconds(50)
    private(set) var stored = Stored()
    private(set) var role = Role.follower
    /// How many entries are known to be on most servers. Indices count from 1, as in the paper.
    var commit = 0
    private var votes: Set<Int> = []
    /// For each member: the next entry that is sent, and the last one that it is known to have.
    private var next: [Int] = []
    private(set) var match: [Int] = []
    private(set) var value = 0
    private var appliedCount = 0
    /// Clients that wait for an answer.
    private var callers: [Int: SocketAddress] = [:]
    /// Another one is another timer.
    private var alarm = false
    private var isRead = false
    private var isSaved = true
    private var mail = Mail<Message>()
    private(set) var problem: String?

    init(_ number: Int, of members: [SocketAddress], patience: Duration) {
        (self.number, self.members, self.patience) = (number, members, patience)
    }

    func sockets(at address: SocketAddress) -> SocketDriver<Int>.Model { mail.socket(at: address) }
    var timers: TimerDriver<Bool>.Model {
        isRead ? .timers(.once(alarm, after: role == .leader ? heartbeat : patience)) : .none
    }
    var files: PersistenceDriver.Model {
        if !isRead { return .files(.read("raft")) }
        return isSaved ? .none : .files(.write("raft", stored.text))
    }

    mutating func take(_ event: PersistenceDriver.Event) {
        switch event {
        case .loaded(_, let bytes):
            if let bytes, let stored = Stored(String(decoding: bytes, as: UTF8.self)) {
                self.stored = stored
            } else if bytes != nil {
                problem = "the file raft is not one of this program; give another folder"
            }
            isRead = problem == nil
        case .saved:
            isSaved = true
            mail.release()
        case .failed(_, let failure): problem = failure.reason
        default: break
        }
    }

    mutating func take(_ event: TimerDriver<Bool>.Event) {
        saving { server in
            server.alarm.toggle()
            // A disk that is slow holds all up: more messages would only wait for it.
            if !server.isSaved { return }
            if server.role == .leader { server.appendToOthers() } else { server.standForElection() }
        }
    }

    mutating func take(_ event: SocketDriver<Int>.Event) {
        do throws(SocketFailure) {
            guard let (message, sender) = try mail.take(event), isRead else { return }
            saving { server in
                if case .call(let call) = message { return server.take(call, from: sender) }
                guard let peer = server.members.firstIndex(of: sender), let term = message.term else { return }
                if term > server.stored.term {
                    (server.stored.term, server.stored.vote, server.role) = (term, nil, .follower)
                }
                server.take(message, from: peer)
            }
        } catch {
            problem = error.reason
        }
    }

    /// Holds all messages back until the disk has the state that they speak of.
    private mutating func saving(_ change: (inout RaftServer) -> Void) {
        let before = stored
        change(&self)
        if stored != before { isSaved = false }
        if isSaved { mail.release() }
    }

    // MARK: Election

    private mutating func standForElection() {
        stored.term += 1
        (stored.vote, votes, role) = (number, [number], .candidate)
        let last = stored.log.count
        for peer in others { send(.vote(term: stored.term, lastIndex: last, lastTerm: stored.lastTerm), to: peer) }
    }

    private mutating func lead() {
        role = .leader
        next = members.map { _ in stored.log.count + 1 }
        match = members.map { _ in 0 }
        callers = [:]
        appendToOthers()
    }

    private var others: [Int] { members.indices.filter { $0 != number } }

    private mutating func send(_ message: Message, to peer: Int) { mail.hold(message, to: members[peer]) }

    private mutating func take(_ message: Message, from peer: Int) {
        switch message {
        case .vote(let term, let lastIndex, let lastTerm):
            let isUpToDate = (lastTerm, lastIndex) >= (stored.lastTerm, stored.log.count)
            let isGranted = term == stored.term && [nil, peer].contains(stored.vote) && isUpToDate
            if isGranted {
                stored.vote = peer
                alarm.toggle()
            }
            send(.voted(term: stored.term, isGranted: isGranted), to: peer)
        case .voted(stored.term, true) where role == .candidate:
            votes.insert(peer)
            if votes.count > members.count / 2 { lead() }
        case .append(let term, let previousIndex, let previousTerm, let commit, let entries):
            var isDone = term == stored.term
            if isDone {
                role = .follower
                alarm.toggle()
                isDone = append(entries, behind: previousIndex, of: previousTerm, commit)
            }
            let index = isDone ? previousIndex + entries.count : previousIndex
            send(.appended(term: stored.term, isDone: isDone, index: index), to: peer)
        case .appended(stored.term, let isDone, let index) where role == .leader:
            if isDone { note(index, of: peer) } else { next[peer] = max(1, min(next[peer], index)) }
            if next[peer] <= stored.log.count { append(to: peer) }
        default: break
        }
    }

    // MARK: The log

    private mutating func append(_ entries: [Entry], behind index: Int, of term: Int, _ commit: Int) -> Bool {
        guard index == 0 || index <= stored.log.count && stored.log[index - 1].term == term else { return false }
        for (place, entry) in zip(index..., entries) {
            if place < stored.log.count, stored.log[place].term != entry.term { stored.log.removeSubrange(place...) }
            if place >= stored.log.count { stored.log.append(entry) }
        }
        if commit > self.commit { self.commit = max(self.commit, min(commit, index + entries.count)) }
        apply()
        return true
    }

    private mutating func appendToOthers() { for peer in others { append(to: peer) } }

    private mutating func append(to peer: Int) {
        let previous = next[peer] - 1
        let (term, entries) = (previous > 0 ? stored.log[previous - 1].term : 0, Array(stored.log[previous...]))
        send(.append(term: stored.term, previousIndex: previous, previousTerm: term, commit: commit, entries), to: peer)
    }

    /// A member has all entries up to an index. Only one of this term commits, and those before with it.
    private mutating func note(_ index: Int, of peer: Int) {
        match[peer] = max(match[peer], index)
        next[peer] = match[peer] + 1
        let counts = match.indices.map { $0 == number ? stored.log.count : match[$0] }.sorted()
        let most = counts[(counts.count - 1) / 2]
        if most > commit, stored.log[most - 1].term == stored.term { commit = most }
        apply()
    }

    private mutating func take(_ call: Entry, from client: SocketAddress) {
        guard role == .leader else { return }
        callers[call.client] = client
        if stored.log[..<appliedCount].contains(where: call.isSameCall) { return answer(call) }
        var entry = call
        entry.term = stored.term
        // One of an older term may never be committed without one of this.
        if stored.log.contains(entry) { return }
        stored.log.append(entry)
        appendToOthers()
    }

    /// Takes the calls that are committed. A call that stands in the log twice is taken once.
    private mutating func apply() {
        while appliedCount < commit {
            let (call, before) = (stored.log[appliedCount], stored.log[..<appliedCount])
            if !before.contains(where: call.isSameCall) { value = Int(call.word.dropFirst(4)) ?? value }
            appliedCount += 1
            answer(call)
        }
    }

    private mutating func answer(_ call: Entry) {
        guard role == .leader, let client = callers[call.client] else { return }
        let text = call.word == "get" ? "\(value)" : "ok"
        mail.hold(.answer(client: call.client, number: call.number, text), to: client)
    }
}

extension RaftServer.Stored {
    init?(_ text: String) {
        let lines = text.split(separator: "\n").map(String.init)
        let numbers = lines.first?.split(separator: " ").compactMap { Int($0) } ?? []
        let log = lines.dropFirst().compactMap { Entry($0) }
        guard numbers.count == 2, log.count == lines.count - 1 else { return nil }
        self.init(term: numbers[0], vote: numbers[1] < 0 ? nil : numbers[1], log: log)
    }
}

/// A number by which proposals are ordered. No two proposers have one.
struct Ballot: Hashable, Codable, Comparable, LosslessStringConvertible {
    var round = 0
    var proposer = 0

    static func < (one: Self, other: Self) -> Bool { (one.round, one.proposer) < (other.round, other.proposer) }

    var description: String { "\(round).\(proposer)" }
}

extension Ballot {
    init?(_ text: String) {
        let parts = text.split(separator: ".").map { Int($0) }
        // The last round has no next one.
        guard parts.count == 2, let round = parts[0], let proposer = parts[1], round < .max else { return nil }
        self.init(round: round, proposer: proposer)
    }
}

/// A value that is accepted in a ballot.
struct Proposal: Hashable, Codable, LosslessStringConvertible {
    let ballot: Ballot
    let value: String

    var description: String { "\(ballot)=\(value)" }
}

extension Proposal {
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let ballot = Ballot(parts[0]) else { return nil }
        self.init(ballot: ballot, value: parts[1])
    }
}

/// An acceptor's word to take no older ballot, and the newest proposal that it has accepted.
struct Promise: Hashable, LosslessStringConvertible {
    var ballot = Ballot()
    var accepted: Proposal?

    var description: String { accepted.map { "\(ballot) \($0)" } ?? "\(ballot)" }
}

extension Promise {
    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        let accepted = words.count == 2 ? Proposal(words[1]) : nil
        guard let ballot = words.first.flatMap({ Ballot($0) }), words.count == (accepted == nil ? 1 : 2)
        else { return nil }
        self.init(ballot: ballot, accepted: accepted)
    }
}

/// All that is said, in words.
enum PaxosMessage: Hashable, LosslessStringConvertible {
    case prepare(Ballot)
    case promise(Promise)
    case accept(Proposal)
    case accepted(Ballot)
    /// A ballot comes too late: there is a promise for a newer one.
    case refuse(Ballot, for: Ballot)

    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 else { return nil }
        let (rest, ballots) = (words[1], words[1].split(separator: " ").map { Ballot(String($0)) })
        switch (words[0], ballots.count) {
        case ("prepare", 1): if let ballot = ballots[0] { self = .prepare(ballot) } else { return nil }
        case ("promise", _): if let promise = Promise(rest) { self = .promise(promise) } else { return nil }
        case ("accept", 1): if let proposal = Proposal(rest) { self = .accept(proposal) } else { return nil }
        case ("accepted", 1): if let ballot = ballots[0] { self = .accepted(ballot) } else { return nil }
        case ("refuse", 2):
            guard let old = ballots[0], let new = ballots[1] else { return nil }
            self = .refuse(old, for: new)
        default: return nil
        }
    }

    var description: String {
        switch self {
        case .prepare(let ballot): "prepare \(ballot)"
        case .promise(let promise): "promise \(promise)"
        case .accept(let proposal): "accept \(proposal)"
        case .accepted(let ballot): "accepted \(ballot)"
        case .refuse(let old, let new): "refuse \(old) \(new)"
        }
    }
}

/// A client's call in a log: a client and a number make it one, however often it is sent. Its term is 0 before a leader has it.
struct Entry: Hashable, LosslessStringConvertible {
    var term = 0
    let client: Int
    let number: Int
    /// `get`, or `set=` and a number.
    let word: String

    var description: String { "\(term)/\(client)/\(number)/\(word)" }

    init(_ word: String, of client: Int, _ number: Int) {
        (self.client, self.number, self.word) = (client, number, word)
    }

    init?(_ text: String) {
        let parts = text.split(separator: "/").map(String.init)
        guard parts.count == 4, let term = Int(parts[0]), let client = Int(parts[1]), let number = Int(parts[2])
        else { return nil }
        self.init(parts[3], of: client, number)
        self.term = term
    }

    func isSameCall(as other: Entry) -> Bool { client == other.client && number == other.number }
}

/// All that is said, in words. A datagram is no answer of a procedure: so the answer to `append` says which entries it is about.
enum Message: Hashable {
    case vote(term: Int, lastIndex: Int, lastTerm: Int)
    case voted(term: Int, isGranted: Bool)
    case append(term: Int, previousIndex: Int, previousTerm: Int, commit: Int, [Entry])
    case appended(term: Int, isDone: Bool, index: Int)
    case call(Entry)
    case answer(client: Int, number: Int, String)
}

extension Message: LosslessStringConvertible {
    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch (words.first, numbers.count) {
        case ("vote", 3): self = .vote(term: numbers[0], lastIndex: numbers[1], lastTerm: numbers[2])
        case ("voted", 2): self = .voted(term: numbers[0], isGranted: numbers[1] == 1)
        case ("append", 4):
            self = .append(
                term: numbers[0], previousIndex: numbers[1], previousTerm: numbers[2], commit: numbers[3],
                words.dropFirst(5).compactMap { Entry($0) })
        case ("appended", 3): self = .appended(term: numbers[0], isDone: numbers[1] == 1, index: numbers[2])
        case ("call", 0) where words.count == 2:
            guard let call = Entry(words[1]) else { return nil }
            self = .call(call)
        case ("answer", 2...) where words.count == 4:
            self = .answer(client: numbers[0], number: numbers[1], words[3])
        default: return nil
        }
    }

    var description: String {
        switch self {
        case .vote(let term, let lastIndex, let lastTerm): "vote \(term) \(lastIndex) \(lastTerm)"
        case .voted(let term, let isGranted): "voted \(term) \(isGranted ? 1 : 0)"
        case .append(let term, let previousIndex, let previousTerm, let commit, let entries):
            (["append \(term) \(previousIndex) \(previousTerm) \(commit)"] + entries.map(\.description))
                .joined(separator: " ")
        case .appended(let term, let isDone, let index): "appended \(term) \(isDone ? 1 : 0) \(index)"
        case .call(let call): "call \(call)"
        case .answer(let client, let number, let text): "answer \(client) \(number) \(text)"
        }
    }

    /// The term of a server's message.
    var term: Int? {
        switch self {
        case .vote(let term, _, _), .voted(let term, _), .append(let term, _, _, _, _), .appended(let term, _, _): term
        case .call, .answer: nil
        }
    }
}

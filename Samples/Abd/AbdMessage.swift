/// A number, and when it was written: a time that a client has counted, and the client, so that no two writes have one.
struct Version: Hashable, Codable, Comparable, LosslessStringConvertible {
    var time = 0
    var client = 0
    var number = 0

    static func < (one: Self, other: Self) -> Bool { (one.time, one.client) < (other.time, other.client) }

    var description: String { "\(time)/\(client)/\(number)" }
}

extension Version {
    init?(_ text: String) {
        let parts = text.split(separator: "/").map { Int($0) }
        // The last time has no next one.
        guard parts.count == 3, let time = parts[0], let client = parts[1], let number = parts[2], time < .max
        else { return nil }
        self.init(time: time, client: client, number: number)
    }
}

/// A question of a client. No other one has these numbers, also not of a client that has its port later.
struct Question: Hashable, LosslessStringConvertible {
    let client: Int
    let number: Int

    var description: String { "\(client) \(number)" }
}

extension Question {
    init?(_ text: String) {
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2 else { return nil }
        self.init(client: numbers[0], number: numbers[1])
    }
}

/// All that is said, in words.
enum AbdMessage: Hashable, LosslessStringConvertible {
    case ask(Question)
    case has(Question, Version)
    case keep(Question, Version)
    case kept(Question)

    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count >= 3, let question = Question("\(words[1]) \(words[2])") else { return nil }
        switch (words[0], words.count == 4 ? Version(words[3]) : nil) {
        case ("ask", nil) where words.count == 3: self = .ask(question)
        case ("has", let version?): self = .has(question, version)
        case ("keep", let version?): self = .keep(question, version)
        case ("kept", nil) where words.count == 3: self = .kept(question)
        default: return nil
        }
    }

    var description: String {
        switch self {
        case .ask(let question): "ask \(question)"
        case .has(let question, let version): "has \(question) \(version)"
        case .keep(let question, let version): "keep \(question) \(version)"
        case .kept(let question): "kept \(question)"
        }
    }
}

/// A change of a board: a note more, or one less. A client and a number make it one, however often it is sent.
struct Edit: Hashable, Codable, LosslessStringConvertible {
    enum Change: Hashable, Codable {
        case add(String)
        case remove(note: String)
    }

    let client: Int
    let number: Int
    let change: Change

    /// The name of the note that it adds.
    var name: String { "\(client)/\(number)" }

    var description: String {
        switch change {
        case .add(let text): "\(name) +\(text)"
        case .remove(let note): "\(name) -\(note)"
        }
    }
}

extension Edit {
    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        let numbers = parts.first.map { $0.split(separator: "/").compactMap { Int($0) } } ?? []
        guard parts.count == 2, numbers.count == 2 else { return nil }
        let words = String(parts[1].dropFirst())
        switch parts[1].first {
        case "+": self.init(client: numbers[0], number: numbers[1], change: .add(words))
        case "-": self.init(client: numbers[0], number: numbers[1], change: .remove(note: words))
        default: return nil
        }
    }
}

/// A list of notes, as the edits that made it: a line for each.
struct Board: Hashable, Codable, LosslessStringConvertible {
    private(set) var edits: [Edit] = []

    var description: String { edits.map(\.description).joined(separator: "\n") }

    /// The edits that added a note which is still there.
    var notes: [Edit] {
        let removed = edits.compactMap { if case .remove(let note) = $0.change { note } else { nil } }
        return edits.filter { if case .add = $0.change { !removed.contains($0.name) } else { false } }
    }

    /// The board with an edit more, unless it has that one.
    mutating func take(_ edit: Edit) {
        if !edits.contains(where: { $0.name == edit.name }) { edits.append(edit) }
    }
}

extension Board {
    init?(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline)
        edits = lines.compactMap { Edit(String($0)) }
        if edits.count < lines.count { return nil }
    }
}

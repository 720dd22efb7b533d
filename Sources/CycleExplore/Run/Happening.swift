/// One thing that happens in a scenario, by its name.
///
///     try scenario.happens([.init("keys", "a"), .init("network", "GET host/?q=a → 200 ra")])
public struct Happening: Hashable, Sendable {
    /// The lane that it belongs to.
    public var lane: String
    /// What happens.
    public var label: String
    /// The place among those that read alike, the oldest of which is 1; below, the oldest.
    public var which: Int
    /// After how many turns of what happened before; `nil` for all of them.
    public var afterTurns: Int?

    /// The oldest of those that read alike, when all turns of what happened before are over.
    public init(_ lane: String, _ label: String, which: Int = 1, afterTurns: Int? = nil) {
        self.lane = lane
        self.label = label
        self.which = which
        self.afterTurns = afterTurns
    }
}

extension Happening: CustomStringConvertible {
    /// `keys: a`.
    public var description: String {
        var text = "\(lane): \(label.allSatisfy(\.isWhitespace) ? "\"\(label)\"" : label)"
        if which > 1 { text += " (number \(which) of them)" }
        if let afterTurns {
            text += afterTurns == 0 ? " (at once)" : " (after \(afterTurns) turn\(afterTurns == 1 ? "" : "s"))"
        }
        return text
    }

    /// As Swift source.
    var source: String {
        var parts = [lane.debugDescription, label.debugDescription]
        if which > 1 { parts.append("which: \(which)") }
        if let afterTurns { parts.append("afterTurns: \(afterTurns)") }
        return ".init(\(parts.joined(separator: ", ")))"
    }
}

extension [WorldChoice] {
    /// The name of one of these.
    func happening(_ place: Int, afterTurns: Int? = nil) -> Happening {
        let possibility = self[place].possibility
        let which = self[...place].filter { $0.possibility.letter == possibility.letter }.count
        return Happening(possibility.lane, possibility.label, which: which, afterTurns: afterTurns)
    }

    /// The place of a happening among what is possible; `nil` where it cannot happen.
    func place(of happening: Happening) -> Int? {
        let alike = indices.filter { place in
            let possibility = self[place].possibility
            return possibility.lane == happening.lane && possibility.label == happening.label
        }
        return alike.dropFirst(Swift.max(1, happening.which) - 1).first
    }
}

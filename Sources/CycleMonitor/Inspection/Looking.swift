extension Inspection {
    /// A search through the moments that goes on by pieces, so that no key waits for it.
    public struct Looking: Hashable, Sendable, Codable {
        enum Kind: String, Hashable, Sendable, Codable {
            case change, text, condition

            /// Moments of one piece. A condition has to read each of them.
            var pieceCount: Int { self == .condition ? 1_024 : 8_192 }
        }

        let kind: Kind
        /// The search goes on with this moment, or with the one before it.
        package private(set) var position: Int
        private(set) var isBackward: Bool
        /// From there it goes on backwards when nothing was found up to the end.
        private var turn: Int?
        /// Whether it is a new search, not the way to its next hit.
        let isNew: Bool

        init(_ kind: Kind, from position: Int, turnsAt turn: Int? = nil) {
            (self.kind, self.position, isBackward, self.turn, isNew) = (kind, position, false, turn, turn != nil)
        }

        init(_ kind: Kind, before position: Int) {
            (self.kind, self.position, isBackward, turn, isNew) = (kind, position, true, nil, false)
        }

        /// The next moments to look at.
        ///
        /// - Parameters:
        ///   - count: Of all moments.
        ///   - limit: At most so many.
        /// - Returns: `nil` where none is left.
        mutating func nextPiece(of count: Int, upTo limit: Int) -> Range<Int>? {
            if !isBackward, position >= count, let turn { (isBackward, position, self.turn) = (true, turn, nil) }
            guard isBackward ? position > 0 : position < count else { return nil }
            let piece = isBackward ? max(0, position - limit)..<position : position..<min(count, position + limit)
            position = isBackward ? piece.lowerBound : piece.upperBound
            return piece
        }

        func isDone(of count: Int) -> Bool {
            var rest = self
            return rest.nextPiece(of: count, upTo: 1) == nil
        }

        /// How far it is, of a hundred.
        func percentage(of count: Int) -> Int {
            let place = position * 100 / max(1, count)
            return isBackward ? 100 - place : place
        }
    }

    /// Looks at the next piece of a search that is under way: ``looking``.
    public mutating func lookOn(in moments: some InspectedMoments) {
        guard let looking else { return }
        look(looking, in: moments)
    }

    mutating func look(_ search: Looking, in moments: some InspectedMoments) {
        var search = search
        looking = nil
        message = nil
        isFollowing = false
        var rest = search.kind.pieceCount
        while rest > 0, let piece = search.nextPiece(of: count, upTo: rest) {
            if let found = found(by: search, in: piece, moments) {
                selection = found
                if search.isNew, search.isBackward {
                    message = "\(self.search): none is later, this is the last one before"
                }
                return
            }
            rest -= piece.count
        }
        guard !search.isDone(of: count) else {
            return message = nothingFound(by: search)
        }
        looking = search
        message = "looking… \(search.percentage(of: count)) %"
    }

    private func nothingFound(by search: Looking) -> String {
        if search.isNew {
            return "\(self.search): not found" + (conditionMistake.map { ", and no condition: \($0)" } ?? "")
        }
        let direction = search.isBackward ? "earlier" : "later"
        guard search.kind == .change else { return "\(self.search): none is \(direction)" }
        return "no \(direction) change of \(place == .whole ? "the frame" : place.description)"
    }

    private func found(by search: Looking, in piece: Range<Int>, _ moments: some InspectedMoments) -> Int? {
        switch search.kind {
        case .change: return moments.change(of: place, in: piece, isBackward: search.isBackward)
        case .text: return moments.index(of: self.search, in: piece, isBackward: search.isBackward)
        case .condition:
            guard let condition else { return nil }
            let begins = { (index: Int) -> Bool in
                do { return try moments.moment(at: index).begins(condition) } catch { return false }
            }
            return search.isBackward ? piece.last(where: begins) : piece.first(where: begins)
        }
    }
}

extension RecordedMoment {
    /// Whether a condition holds from this moment on: it did not before.
    fileprivate func begins(_ condition: FramePredicate) -> Bool {
        condition.holds(for: effect) && (isStart || !condition.holds(for: context))
    }
}

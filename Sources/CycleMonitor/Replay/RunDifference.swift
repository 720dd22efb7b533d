/// Where two recordings of what should be one run part.
///
///     moment 7, console: key(+)
///     frame.items[3].title: "a" -> "b"
public struct RunDifference: Hashable, Sendable {
    /// The kind of difference.
    public enum Difference: Hashable, Sendable {
        /// The event, or its lens, is another one.
        case cause(RecordedMoment, RecordedMoment)
        /// The frames before the event are different already: the recordings begin otherwise.
        case context([RecordedDifference])
        /// The event leads to another frame.
        case effect([RecordedDifference])
        /// One of them ends before this moment.
        case missing(inFirst: Bool)
    }

    /// The moment of the first recording; of the second one, where the first has ended.
    public let moment: RecordedMoment
    /// The first difference in that moment.
    public let difference: Difference
}

extension Recording {
    /// The first moment in which another recording differs; `nil` where both tell the same run.
    ///
    /// Times and numbers may be different, so may approvals.
    public func firstDifference(from other: Recording) -> RunDifference? {
        for (moment, other) in zip(moments, other.moments) {
            if let difference = moment.difference(from: other) {
                return RunDifference(moment: moment, difference: difference)
            }
        }
        if let moment = moments.dropFirst(other.moments.count).first {
            return RunDifference(moment: moment, difference: .missing(inFirst: false))
        }
        return other.moments.dropFirst(moments.count).first.map {
            RunDifference(moment: $0, difference: .missing(inFirst: true))
        }
    }
}

extension RecordedMoment {
    fileprivate func difference(from other: RecordedMoment) -> RunDifference.Difference? {
        if lens != other.lens || event != other.event { return .cause(self, other) }
        if context != other.context { return .context(context.differences(to: other.context)) }
        return effect == other.effect ? nil : .effect(effect.differences(to: other.effect))
    }
}

extension RunDifference: CustomStringConvertible {
    public var description: String {
        let lines =
            switch difference {
            case .cause(let first, let second): ["\(first.lens): \(first.event) -> \(second.lens): \(second.event)"]
            case .context(let differences): ["before it:"] + differences.map(\.description)
            case .effect(let differences): differences.map(\.description)
            case .missing(let inFirst): ["the \(inFirst ? "first" : "second") recording ends before it"]
            }
        return (["moment \(moment.number), \(moment.lens): \(moment.event)"] + lines).joined(separator: "\n")
    }
}

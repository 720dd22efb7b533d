/// The result of applying a recording again, moment by moment: does each event still lead from its context to its
/// effect?
///
///     let replay = try Recording(path: "bug.jsonl").replay(through: counter(options))
///     #expect(replay.isExact, "\(replay)")
public struct Replay: Hashable, Sendable {
    /// A moment that does not happen again as it was recorded.
    public struct Mismatch: Hashable, Sendable {
        /// The difference to the recording.
        public enum Reason: Error, Hashable {
            /// The event leads to another frame now: what is different in that.
            case effect([RecordedDifference])
            /// No lens of that name runs in that frame: those that do.
            case noLens(running: [String])
            /// Two lenses have that name: give them labels.
            case ambiguousLens
            /// A frame or the event is not what its type reads: it has changed, or was recorded as its description
            /// because it is not `Encodable`.
            case undecodable(String)
        }

        /// The number of the moment.
        public let number: Int
        /// The lens that the moment came from.
        public let lens: String
        /// The difference to the recording.
        public let reason: Reason

        init(_ moment: RecordedMoment, _ reason: Reason) {
            number = moment.number
            lens = moment.lens
            self.reason = reason
        }
    }

    /// How many moments were applied again: all but the starts.
    public let appliedCount: Int
    /// In the order of the moments.
    public let mismatches: [Mismatch]
    /// Lines of the recording that are no moments.
    public let faults: [Recording.Fault]

    /// Whether every event leads where it led. A recording without events, or with a part that cannot be read, is not
    /// exact: it proves nothing.
    public var isExact: Bool { appliedCount > 0 && mismatches.isEmpty && faults.isEmpty }
}

extension Replay: CustomStringConvertible {
    public var description: String {
        let summary = appliedCount == 0 ? "no events" : "\(appliedCount) events, \(mismatches.count) lead elsewhere"
        return ([summary] + mismatches.map(\.description) + faults.map(\.description)).joined(separator: "\n")
    }
}

extension Replay.Mismatch: CustomStringConvertible {
    public var description: String { "moment \(number), \(lens): \(reason.text)" }
}

extension Replay.Mismatch.Reason {
    /// The reason, in words.
    var text: String {
        switch self {
        case .effect(let differences): "leads elsewhere, " + differences.map(\.description).joined(separator: "; ")
        case .noLens(let running): "has no lens in the application; there are \(running.joined(separator: ", "))"
        case .ambiguousLens: "has two lenses of that name in the application: give them labels"
        case .undecodable(let error): "cannot be decoded: \(error)"
        }
    }
}

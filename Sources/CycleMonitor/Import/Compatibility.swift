/// Checks a recording whose types have changed since: do its frames and events still decode, and what is lost on the
/// way?
///
///     let report = recording.compatibility(frame: Counter.self, events: [.lens("console", ConsoleDriver.Event.self)])
///     print(report)
///
///     risky: 412 of 412 moments decode
///     frame.items[].isUrgent: was not recorded, reads as false (412 times, first in moment 0)
///     frame.color: is not read any more (412 times, first in moment 0)
///
/// - Source: the import of histories of Elm's debugger.
public struct Compatibility: Hashable, Sendable {
    /// How much of a recording the types of today can use.
    public enum Verdict: Hashable, Sendable, Comparable {
        /// Every frame and event reads as it was recorded.
        case fine
        /// Everything decodes, but something is lost, or filled in, or reads otherwise: a replay proves less.
        case risky
        /// Something does not decode: such moments can be looked at, and not replayed.
        case impossible
    }

    /// Something that was found, in one moment or in many.
    public struct Finding: Hashable, Sendable {
        /// A place that the types of today read otherwise.
        public enum Problem: Hashable, Sendable {
            /// The type has no such field any more, or writes it no more.
            case lost
            /// The recording has no such field: the type fills it in, as this in the first of the moments.
            case filled(RecordedValue)
            /// The value reads as another one, as in the first of the moments.
            case changed(from: RecordedValue, to: RecordedValue)
            /// The value does not decode.
            case undecodable(String)
            /// No type was given for the events of this lens.
            case noType
        }

        /// The key path, with `[]` for every index: `frame.items[].title`, `event.key`.
        public let place: String
        /// The difference of the types.
        public let problem: Problem
        /// In how many moments.
        public internal(set) var count: Int
        /// The number of the first of them.
        public let firstMoment: Int
    }

    /// How many moments were looked at.
    public internal(set) var momentCount = 0
    /// How many of them decode.
    public internal(set) var decodedCount = 0
    /// In the order in which they were met.
    public internal(set) var findings: [Finding] = []

    /// The worst verdict of all findings.
    public var verdict: Verdict { findings.map(\.verdict).max() ?? .fine }
}

extension Compatibility.Finding {
    /// How bad it is.
    public var verdict: Compatibility.Verdict {
        switch problem {
        case .lost, .filled, .changed, .noType: .risky
        case .undecodable: .impossible
        }
    }
}

extension Compatibility: CustomStringConvertible {
    /// The verdict, and a finding a line.
    public var description: String {
        (["\(verdict): \(decodedCount) of \(momentCount) moments decode"] + findings.map(\.description))
            .joined(separator: "\n")
    }
}

extension Compatibility.Finding: CustomStringConvertible {
    public var description: String {
        let text =
            switch problem {
            case .lost: "is not read any more"
            case .filled(let value): "was not recorded, reads as \(value.shownJSON)"
            case .changed(let before, let after): "\(before.shownJSON) reads as \(after.shownJSON)"
            case .undecodable(let reason): "does not decode: \(reason)"
            case .noType: "no type was given for its events"
            }
        return "\(place): \(text) (\(count == 1 ? "once, in" : "\(count) times, first in") moment \(firstMoment))"
    }
}

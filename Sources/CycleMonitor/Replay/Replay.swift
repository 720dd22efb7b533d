/// What became of a recording that was applied again, moment by moment: does each event still lead from its context to
/// its effect?
///
///     let replay = try Recording(path: "bug.jsonl").replay([RecordedEventFilter(driver: "ConsoleDriver", counted)])
///     #expect(replay.isExact, "\(replay)")
///
/// It calls event-filters only: no driver runs, nothing is rendered, sent or written.
public struct Replay: Hashable, Sendable {
    /// A moment that does not happen again as it was recorded.
    public struct Mismatch: Hashable, Sendable {
        public enum Reason: Hashable, Sendable {
            /// The event leads to another frame now: what is different in that.
            case effect([RecordedDifference])
            /// The recording names a driver that no event-filter was given for.
            case noEventFilter
            /// No lens of that name runs in that frame: those that do.
            case noLens(running: [String])
            /// Two lenses have that name: give them labels.
            case ambiguousLens
            /// A frame or the event is not what its type reads: it has changed, or was recorded as its description
            /// because it is not `Encodable`.
            case undecodable(String)
        }

        /// Of the moment.
        public let number: Int
        public let lens: String
        public let reason: Reason

        init(_ moment: RecordedMoment, _ reason: Reason) {
            number = moment.number
            lens = moment.lens
            self.reason = reason
        }
    }

    /// How many moments were applied again: all but the starts.
    public let appliedCount: Int
    public let mismatches: [Mismatch]
    /// Lines of the recording that are no moments.
    public let faults: [Recording.Fault]

    /// Whether every event leads where it led. A recording without events, or with a part that cannot be read, is not
    /// exact: it proves nothing.
    public var isExact: Bool { appliedCount > 0 && mismatches.isEmpty && faults.isEmpty }
}

extension Recording {
    /// Applies each event to the frame it was applied to, and compares the frame that it leads to.
    ///
    /// To replay a part, such as the approved ones, leave only those in ``moments``.
    ///
    /// - Parameter eventFilters: One for each driver that the recording names.
    public func replay<Frame: Codable & Equatable>(_ eventFilters: [RecordedEventFilter<Frame>]) -> Replay {
        let filters = Dictionary(eventFilters.map { ($0.driver, $0) }) { filter, _ in
            fatalError("two event-filters for \"\(filter.driver)\": give the lenses of its drivers labels")
        }
        let events = moments.filter { !$0.isStart }
        let mismatches = events.compactMap { moment in
            moment.mismatch(filters[moment.lens]).map { Replay.Mismatch(moment, $0) }
        }
        return Replay(appliedCount: events.count, mismatches: mismatches, faults: faults)
    }
}

extension RecordedMoment {
    fileprivate func mismatch<Frame: Codable & Equatable>(
        _ filter: RecordedEventFilter<Frame>?
    ) -> Replay.Mismatch.Reason? {
        guard let filter else { return .noEventFilter }
        do {
            var frame = try context.decoded(as: Frame.self)
            try filter.apply(event, &frame)
            // Not-a-number differs from itself, but is written the same; a set is equal, but written in any order.
            let replayed = RecordedValue(frame)
            if replayed == effect { return nil }
            if frame == (try effect.decoded(as: Frame.self)) { return nil }
            return .effect(effect.differences(to: replayed))
        } catch {
            return .undecodable(JSONEncoding.text(of: error))
        }
    }
}

extension Replay: CustomStringConvertible {
    public var description: String {
        let summary = appliedCount == 0 ? "no events" : "\(appliedCount) events, \(mismatches.count) lead elsewhere"
        return ([summary] + mismatches.map(\.description) + faults.map(\.description)).joined(separator: "\n")
    }
}

extension Replay.Mismatch: CustomStringConvertible {
    public var description: String {
        let detail =
            switch reason {
            case .effect(let differences): "leads elsewhere, " + differences.map(\.description).joined(separator: "; ")
            case .noEventFilter: "has no event-filter: add RecordedEventFilter(driver: \(lens.quotedJSON), …)"
            case .noLens(let running):
                "has no lens in the application; there are \(running.joined(separator: ", "))"
            case .ambiguousLens: "has two lenses of that name in the application: give them labels"
            case .undecodable(let error): "cannot be decoded: \(error)"
            }
        return "moment \(number), \(lens): \(detail)"
    }
}
